// Which lesson teaches a rule.

import { lessonsOf } from '../api';

/** The address of the step that teaches a clause; undefined if none does, or if nobody can say. */
export async function lessonFor(game: string, clause: string): Promise<string | undefined> {
  try {
    for (const { id, steps } of await lessonsOf(game)) {
      const step = steps.findIndex((one) => one.clause === clause);
      if (step >= 0) return `/learn/${game}/${id}?step=${step + 1}`;
    }
  } catch {
    // Without lessons there is still the rule.
  }
  return undefined;
}
