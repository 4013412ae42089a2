// Every step of every hint is drawn, and its text is short; so is every action that a hint could name.

import { expect, test } from 'vitest';
import { badges } from '../../src/board/hint';
import { hintMarks as floes } from '../../src/games/floes/hint';
import { boardHeight, WIDTH } from '../../src/games/floes/layout';
import { hintMarks as iceBreakers } from '../../src/games/ice_breakers/hint';
import { HEIGHT as SEA_HEIGHT, WIDTH as SEA_WIDTH } from '../../src/games/ice_breakers/layout';
import { hintMarks as polarRoller } from '../../src/games/polar_roller/hint';
import { BOX } from '../../src/games/polar_roller/layout';
import { hintMarks as rescue } from '../../src/games/rescue_polar_bears/hint';
import { HEIGHT as MAP_HEIGHT, WIDTH as MAP_WIDTH } from '../../src/games/rescue_polar_bears/layout';
import { actionsOf } from '../../src/table/plan';
import { COUNT, positions } from './positions';

/** Thinking takes time: of the hints themselves one position in so many is looked at, and each for so long. */
const HINTS = Math.max(1, Math.round(COUNT / Number(process.env.POLYNYA_HINT_PART ?? 10)));
const MILLISECONDS = 3;
/** The most characters of a hint. */
const MOST = 160;

const onFloes = {
  marks: floes,
  box: (view) => ({ x: 0, y: 0, width: WIDTH, height: boardHeight(view) }),
};
const GAMES = {
  'polar-dare': onFloes,
  'piecepack-dare': onFloes,
  'rescue-polar-bears': {
    marks: (view, _, actions) => rescue(view, actions),
    box: () => ({ x: 0, y: 0, width: MAP_WIDTH, height: MAP_HEIGHT }),
  },
  'ice-breakers': {
    marks: (view, _, actions) => iceBreakers(view, actions),
    box: () => ({ x: 0, y: 0, width: SEA_WIDTH, height: SEA_HEIGHT }),
  },
  'polar-roller': { marks: polarRoller, box: () => BOX },
};

/**
 * What is wrong with how these actions are drawn: each has one mark with its number, and lies on the board; what has no
 * place is named beside it.
 */
function wrong({ marks, box }, view, seat, actions) {
  const found = marks(view, seat, actions);
  const { x, y, width, height } = box(view);
  const inside = (point) => point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
  const fine = (mark, index) => {
    if (mark.number !== index + 1) return false;
    if (mark.kind === 'aside') return mark.text.length > 0 && mark.text !== '?';
    if (mark.kind === 'way') return mark.points.length > 1 && mark.points.every(inside);
    return inside(mark.at);
  };
  const placed = found.filter(({ kind }) => kind !== 'aside').length;
  const all = found.length === actions.length && found.every(fine) && badges(found, 8).length === placed;
  return all ? '' : JSON.stringify({ actions, found });
}

test.each(Object.keys(GAMES))('%s: whatever can be done can be drawn', { timeout: 0 }, async (game) => {
  let count = 0;
  for await (const { view, seats } of positions(game)) {
    for (const { seat, choices } of seats) {
      for (const { action } of choices) {
        const fault = wrong(GAMES[game], view, seat, [action]);
        if (fault) expect.fail(fault);
      }
    }
    count += 1;
  }
  expect(count).toBe(COUNT);
});

test.each(Object.keys(GAMES))(
  '%s: the whole plan of a hint is drawn, its text is short',
  { timeout: 0 },
  async (game) => {
    let hints = 0;
    for await (const { view, hint, dictionary } of positions(game, HINTS, MILLISECONDS)) {
      if (!hint) continue;
      const actions = actionsOf(hint.actions, dictionary);
      expect(actions.length).toBe(hint.actions.length);
      expect(actions.length).toBeGreaterThan(0);
      expect(wrong(GAMES[game], view, hint.seat, actions)).toBe('');
      expect([...hint.text, ...hint.why].length, `${hint.text} ${hint.why}`).toBeLessThanOrEqual(MOST);
      expect(hint.text).toMatch(/^Try: [^{}]+\.$/);
      expect(hint.why).toMatch(/^[A-Z\d][^{}]+\.$/);
      hints += 1;
    }
    expect(hints).toBeGreaterThan(HINTS / 3);
  },
);
