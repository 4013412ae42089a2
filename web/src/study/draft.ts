// A study that is worked at lives in this tab: it is still there when the page is loaded again.

import type { StudyRecord } from './tree';

const key = (of: string): string => `polynya.study ${of}`;

/** The study that was begun at this address; null if there is none. */
export function draftOf(of: string): StudyRecord | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(of)) ?? 'null') as StudyRecord | null;
  } catch {
    return null;
  }
}

/** Keeps the study that was begun at this address; without one it is forgotten. */
export function keepDraft(of: string, record: StudyRecord | null): void {
  try {
    if (record) sessionStorage.setItem(key(of), JSON.stringify(record));
    else sessionStorage.removeItem(key(of));
  } catch {
    /* Storage can be switched off or full; then the study lasts as long as the page. */
  }
}

/** Brings a saved match with variations to the analysis board; answers whether it is one. */
export function handOver(text: string): boolean {
  let record: Partial<StudyRecord> | null;
  try {
    record = JSON.parse(text) as Partial<StudyRecord> | null;
  } catch {
    return false;
  }
  const varied = Array.isArray(record?.variations) && record.variations.length > 0;
  if (varied) keepDraft('', record as StudyRecord);
  return varied;
}
