// Which steps of lessons show a game in a few pictures, for whoever reads its rules in a minute.

/** A step of a lesson, from 1. */
export type Scene = { lesson: string; step: number };

/** Three scenes of each game: something moves, something hinders, somebody comes home. */
const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'polar-dare': [
    { lesson: 'first', step: 4 },
    { lesson: 'first', step: 11 },
    { lesson: 'first', step: 9 },
  ],
  'piecepack-dare': [
    { lesson: 'first', step: 5 },
    { lesson: 'first', step: 9 },
    { lesson: 'first', step: 11 },
  ],
  'rescue-polar-bears': [
    { lesson: 'first', step: 1 },
    { lesson: 'first', step: 7 },
    { lesson: 'first', step: 9 },
  ],
  'ice-breakers': [
    { lesson: 'first', step: 3 },
    { lesson: 'first', step: 5 },
    { lesson: 'first', step: 8 },
  ],
  'polar-roller': [
    { lesson: 'first', step: 2 },
    { lesson: 'penguins', step: 3 },
    { lesson: 'orcas', step: 3 },
  ],
};

/** The scenes of a game; none where nobody has chosen any. */
export const scenesOf = (game: string): readonly Scene[] => SCENES[game] ?? [];
