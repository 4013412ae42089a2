// The odds of the die, for the table that explains it.

const USUAL_DIE = ['B3', 'P2', 'P3', 'P3', 'P4', 'P4'];

/** Each label with its chance as a fraction. */
export function odds(options: Record<string, unknown>): { label: string; chance: string }[] {
  const twelfths = new Map<string, number>();
  const add = (label: string, parts: number): void => void twelfths.set(label, (twelfths.get(label) ?? 0) + parts);
  const labels = faces(options);
  const last = labels.lastIndexOf('P4');
  labels.forEach((label, index) => {
    // Polar Bear Alert: one P4 says that the die is rolled again, and then B4 and P4 are equally likely.
    if (options.polar_bear_alert === true && index === last) {
      add('B4', 1);
      add('P4', 1);
    } else {
      add(label, 2);
    }
  });
  return [...twelfths]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, parts]) => ({ label, chance: fraction(parts) }));
}

function fraction(twelfths: number): string {
  const divisor = [12, 6, 4, 3, 2].find((part) => twelfths % part === 0 && 12 % part === 0) ?? 1;
  return `${twelfths / divisor} in ${12 / divisor}`;
}

/** The six labels of the die, sorted. */
function faces(options: Record<string, unknown>): string[] {
  return Array.isArray(options.die) ? options.die.map(String).sort() : USUAL_DIE;
}
