// The Polar Tracker: three numbers a round, as the view writes them down.

/** The side of a cell, in the units of the map; a row is as wide as its round and three cells. */
export const CELL = 7.2;
export const TRACKER_WIDTH = CELL * 4.6;

/** Where a cell begins, counted in cells: the neighbour's stands apart. */
export const columnOf = (place: number): number => 1.3 + place + (place === 2 ? 0.3 : 0);

/** The numbers of each round, empty where nothing is written yet: the own two, then the neighbour's. */
export function cells(written: string, rounds: number): string[][] {
  const all = written.split(' ').filter(Boolean);
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: 3 }, (_, place) => (all[round]?.[place] ?? '').replace('-', '')),
  );
}

/** What a row says, read aloud. */
export function spokenRow(numbers: readonly string[]): string {
  const [one = '', two = '', lent = ''] = numbers;
  if (one === '') return 'nothing yet';
  return `${one} and ${two}${lent === '' ? '' : `, ${lent} from a neighbour`}`;
}
