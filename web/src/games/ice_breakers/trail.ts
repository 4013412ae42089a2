// The last steps as marks on the map: which ice was broken, and where ships went.

/** One mark; `age` is 0 for the newest. */
export type Mark = { kind: 'broken' | 'moved'; place: string; seat: number; age: number };

const MOST = 14;

/** The marks of these steps, `WHO WORDS` each, one for each place. */
export function marks(trail: readonly string[]): Mark[] {
  const found = new Map<string, Mark>();
  for (const step of [...trail].reverse()) {
    const [who = '', verb, first = '', second = ''] = step.split(' ');
    if (found.size >= MOST) break;
    const place = verb === 'clear' ? first : verb === 'move' ? second : undefined;
    if (place === undefined || found.has(place)) continue;
    found.set(place, { kind: verb === 'clear' ? 'broken' : 'moved', place, seat: Number(who), age: found.size });
  }
  return [...found.values()].reverse();
}
