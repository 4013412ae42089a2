// A study as a tree: the match, and lines that leave it. Each node stands after one step.

import type { LogEntry, Over, StudyState } from '../protocol/protocol';
import type { View } from '../table/model';

/** What a record holds beside its lines. */
export type Header = {
  polynya: number;
  game: string;
  rules: number;
  options?: Record<string, unknown>;
  seats: number;
  [key: string]: unknown;
};

/** A line as records write it. */
export type Variation = {
  at: number;
  name?: string;
  steps: string[];
  notes?: Record<string, string>;
  variations?: Variation[];
};

/** What a record says of its steps and of what might have been played. */
export type Lines = { steps: string[]; notes?: Record<string, string>; variations?: Variation[] };

/** A record with its variations. */
export type StudyRecord = Header & Lines & { result: { winners: number[]; scores: number[] } | null };

/** What the server says can follow. */
export type Next = Pick<StudyState, 'choices' | 'awaited' | 'outcomes' | 'same' | 'over'>;

/** A position of a study. */
export type StudyNode = {
  readonly id: number;
  readonly parent: StudyNode | null;
  /** How many steps stand before it and in it. */
  readonly depth: number;
  /** The step that leads to it, `WHO WORDS`; empty for the first. */
  readonly words: string;
  /** Does a line begin with it? */
  readonly begins: boolean;
  /** What may follow; one of them at most goes on with the line. */
  children: StudyNode[];
  /** What the line is called that begins here. */
  name: string;
  note: string;
  entry?: LogEntry;
  view?: View;
  next?: Next;
};

let given = 0;

function node(parent: StudyNode | null, words: string, begins: boolean): StudyNode {
  given += 1;
  const depth = parent ? parent.depth + 1 : 0;
  return { id: given, parent, depth, words, begins, children: [], name: '', note: '' };
}

/** The tree of a record. */
export function treeOf({ steps, notes = {}, variations = [] }: Lines): StudyNode {
  const root = node(null, '', true);
  fill([root, ...chain(root, steps, false)], notes, variations);
  return root;
}

/** Hangs steps on a node, one after the other. */
function chain(from: StudyNode, steps: readonly string[], begins: boolean): StudyNode[] {
  let last = from;
  return steps.map((words, index) => {
    const one = node(last, words, begins && index === 0);
    last.children.push(one);
    last = one;
    return one;
  });
}

/** Adds what a record says of a line: `line[0]` is the node that it leaves. */
function fill(line: readonly StudyNode[], notes: Record<string, string>, variations: readonly Variation[]): void {
  for (const [after, text] of Object.entries(notes)) {
    const one = line[Number(after)];
    // The first node of a variation belongs to the line that it leaves.
    if (one) one.note = one.note ? `${one.note}\n${text}` : text;
  }
  for (const { at, name = '', steps, notes: own = {}, variations: more = [] } of variations) {
    const from = line[at];
    if (!from) continue;
    const branch = chain(from, steps, true);
    if (branch[0]) branch[0].name = name;
    fill([from, ...branch], own, more);
  }
}

/** The line that begins with a node, without the one that it leaves. */
export function lineOf(first: StudyNode): StudyNode[] {
  const line = [first];
  for (let one = goesOn(first); one; one = goesOn(one)) line.push(one);
  return line;
}

/** The node that goes on with the line of this one. */
export const goesOn = (from: StudyNode): StudyNode | undefined => from.children.find(({ begins }) => !begins);

/** The lines that leave a line, in the order in which they do. */
export const branchesOf = (line: readonly StudyNode[]): StudyNode[] =>
  line.flatMap(({ children }) => children.filter(({ begins }) => begins));

/** The way to a node, without the first. */
export function pathTo(to: StudyNode): StudyNode[] {
  const path: StudyNode[] = [];
  for (let one: StudyNode | null = to; one?.parent; one = one.parent) path.push(one);
  return path.reverse();
}

/** The node with which the line of a node begins. */
export function beginningOf(of: StudyNode): StudyNode {
  let one = of;
  while (!one.begins) one = one.parent!;
  return one;
}

/** The record of a study. `over` is how its match ended, if it has. */
export function recordOf(header: Header, root: StudyNode, over?: Over | null): StudyRecord {
  const [, ...line] = lineOf(root);
  const notes = notesOf(line, root.note);
  const variations = variationsOf([root, ...line]);
  return {
    ...header,
    steps: line.map(({ words }) => words),
    result: over ? { winners: over.winners, scores: over.scores } : null,
    ...(Object.keys(notes).length > 0 ? { notes } : {}),
    ...(variations.length > 0 ? { variations } : {}),
  };
}

function notesOf(line: readonly StudyNode[], before = ''): Record<string, string> {
  const all = [before, ...line.map(({ note }) => note)];
  return Object.fromEntries(all.flatMap((text, after) => (text.trim() ? [[String(after), text.trim()]] : [])));
}

/** What leaves a line whose first node belongs to the line before it. */
function variationsOf(line: readonly StudyNode[], skip = 0): Variation[] {
  return line.flatMap((from, at) =>
    at < skip
      ? []
      : from.children
          .filter(({ begins }) => begins)
          .map((first) => {
            const own = lineOf(first);
            const notes = notesOf(own);
            // What leaves the node that a line leaves is written with the outer line.
            const variations = variationsOf([from, ...own], 1);
            return {
              at,
              ...(first.name.trim() ? { name: first.name.trim() } : {}),
              steps: own.map(({ words }) => words),
              ...(Object.keys(notes).length > 0 ? { notes } : {}),
              ...(variations.length > 0 ? { variations } : {}),
            };
          }),
  );
}

/**
 * The node to which a step leads: one that is there, or a new one. It goes on with its line at the end of one; a match
 * that was recorded stays as it was.
 */
export function added(from: StudyNode, words: string, recorded: number): StudyNode {
  const known = from.children.find((child) => child.words === words);
  if (known) return known;
  const isOfMatch = beginningOf(from).parent === null;
  const begins = goesOn(from) !== undefined || (isOfMatch && recorded > 0);
  const one = node(from, words, begins);
  from.children.push(one);
  return one;
}

/** Takes a node away with all that follows; answers how to put it back. */
export function removed(of: StudyNode): () => void {
  const { parent } = of;
  if (!parent) return () => {};
  const place = parent.children.indexOf(of);
  parent.children.splice(place, 1);
  return () => parent.children.splice(place, 0, of);
}
