// The described position in parts.

/** A line of the description: what it is about, and what it says of it. */
export type Line = { about: string; says: string };

/** Splits a description into lines; `about` is what stands before a colon, if that is short. */
export function linesOf(words: string): Line[] {
  return words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(': ');
      return colon > 0 && colon < 32
        ? { about: line.slice(0, colon), says: line.slice(colon + 2) }
        : { about: '', says: line };
    });
}
