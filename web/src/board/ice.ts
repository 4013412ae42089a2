// Broken ice: outlines that look torn but are the same each time for the same name.

export type Vertex = readonly [x: number, y: number];

/** A row of numbers from 0 to 1 that depends on the name alone. */
export function chance(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    state ^= state >>> 16;
    return (state >>> 0) / 4294967296;
  };
}

/** The outline of a floe around its middle: a slab with broken corners. */
export function slab(name: string, width: number, height: number): Vertex[] {
  const next = chance(name);
  const vertices: Vertex[] = [];
  const [half, tall] = [width / 2, height / 2];
  const jitter = (size: number): number => (next() - 0.5) * size;
  // Clockwise from the north-west: each corner is cut at its own angle, and each side has one or two dents.
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  corners.forEach(([east, south], index) => {
    const cutX = 5 + next() * 20;
    const cutY = 4 + next() * 12;
    const along: Vertex = [east * (half - cutX), south * (tall - next() * 2)];
    const down: Vertex = [east * (half - next() * 3), south * (tall - cutY)];
    const bend: Vertex = [east * (half - cutX * (0.2 + next() * 0.28)), south * (tall - cutY * (0.2 + next() * 0.28))];
    vertices.push(...(index % 2 === 0 ? [down, bend, along] : [along, bend, down]));
    if (index % 2 === 0) {
      vertices.push([jitter(width * 0.35) * -east, south * (tall - next() * 3.5)]);
    } else {
      vertices.push([east * (half - next() * 4.5), jitter(height * 0.2)]);
    }
  });
  return vertices;
}

/** A torn edge from west to east: heights that wander around zero. */
export function tear(name: string, width: number, step: number, depth: number): Vertex[] {
  const next = chance(name);
  const vertices: Vertex[] = [];
  for (let x = 0; x < width; x += step * (0.6 + next() * 0.8)) vertices.push([x, (next() - 0.5) * depth]);
  vertices.push([width, (next() - 0.5) * depth]);
  return vertices;
}

/** The outline as a path. */
export function outline(vertices: readonly Vertex[], dx = 0, dy = 0): string {
  return vertices.map(([x, y], index) => `${index ? 'L' : 'M'}${round(x + dx)} ${round(y + dy)}`).join('') + 'Z';
}

/** The side that one sees of a slab of this thickness: its outline drawn down to a lower copy. */
export function flank(vertices: readonly Vertex[], thickness: number): string {
  const lower = vertices.filter(([, y]) => y > -2);
  const upper = lower.map(([x, y]): Vertex => [x, y + thickness]);
  return outline([...lower, ...upper.reverse()]);
}

/** A smaller copy of an outline, for the light along its rim. */
export function inset(vertices: readonly Vertex[], by: number): Vertex[] {
  const shrink = (value: number): number => value - Math.sign(value) * Math.min(by, Math.abs(value));
  return vertices.map(([x, y]): Vertex => [shrink(x), shrink(y)]);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
