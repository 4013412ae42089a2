// Where the steps of a plan are drawn.

/** A place with the numbers of the steps that a plan has there. */
export type Mark = { place: string; numbers: number[] };

/** The places of a plan's steps; cards have none. */
export function planned(actions: readonly string[]): Mark[] {
  const marks = new Map<string, number[]>();
  actions.forEach((words, index) => {
    const [verb, first = '', second = ''] = words.split(' ');
    const place = verb === 'clear' ? first : verb === 'move' ? second : undefined;
    if (place !== undefined) marks.set(place, [...(marks.get(place) ?? []), index + 1]);
  });
  return [...marks].map(([place, numbers]) => ({ place, numbers }));
}
