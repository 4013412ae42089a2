import { describe, expect, test } from 'vitest';
import type { RescueView } from '../../protocol/views';
import positions from './positions.test.json';
import { nextStop } from '../../board/stops';
import { rescueAction } from '../../table/actions.support';
import { anchor, stops, suggested, tap, tray, type Choice } from './gestures';
import { HEXES } from './layout';

type Position = { name: string; view: RescueView; legal: string[]; draws: string[] };

const list = positions as unknown as Position[];

function offered(words: readonly string[], draws: readonly string[] = []): Choice[] {
  return words.map((words, number) => ({
    seat: 1,
    number,
    words,
    label: words,
    draws: draws.includes(words),
    action: rescueAction(words),
  }));
}

describe('N stops at whatever can be chosen on the map', () => {
  test.each(list)('$name', ({ view, legal, draws }) => {
    const choices = offered(legal, draws);
    const all = stops(view, choices, undefined);
    expect(new Set(all)).toEqual(new Set(choices.flatMap((choice) => anchor(view, choice) ?? [])));
    const visited = new Set<string>();
    for (let hex = 'e5', count = 0; count < all.length; count += 1) {
      hex = nextStop(all, hex, 1, HEXES) ?? hex;
      visited.add(hex);
    }
    expect(visited.size).toBe(all.length);
  });
});

describe('a tap that does nothing says what may have been meant', () => {
  const WORDS = /^(unload|(sail|data|break|remove) [a-i]\d|(load|lift|flee|place) [mfc] [a-i]\d|alert \d+)$/;
  test.each(list)('$name', ({ view, legal, draws }) => {
    for (const choices of [offered(legal, draws), []]) {
      for (const hex of HEXES) {
        const answer = tap(view, choices, undefined, hex);
        if (answer.act || answer.selection || answer.say) continue;
        expect(answer.why, hex).not.toHaveLength(0);
        for (const words of answer.why ?? []) {
          expect(words).toMatch(WORDS);
          expect(choices.map((choice) => choice.words)).not.toContain(words);
        }
      }
    }
  });
});

test('an answer is suggested only where it is the only one', () => {
  for (const { view, legal } of list) {
    const hint = suggested(view, offered(legal));
    expect(hint?.words).toBe(view.ask !== 'act' && legal.length === 1 ? legal[0] : undefined);
  }
});

describe('single taps', () => {
  const { view } = list.find(({ view }) => view.ask === 'act')!;
  const at = view.ships[view.ship]!.hex;

  test('open water is sailed to at once; what turns something up is asked about where that lasts', () => {
    const choices = offered(['sail e2', 'sail e3'], ['sail e3']);
    expect(tap(view, choices, undefined, 'e2').act?.words).toBe('sail e2');
    expect(tap(view, choices, undefined, 'e3').act?.words).toBe('sail e3');
    const lasting = choices.map((choice) => (choice.draws ? { ...choice, lasting: 'cannot be undone' } : choice));
    const first = tap(view, lasting, undefined, 'e3');
    expect(first.act).toBeUndefined();
    expect(tap(view, lasting, first.selection, 'e3').act?.words).toBe('sail e3');
  });

  test('with the ship picked up first, one more tap sails anywhere', () => {
    const choices = offered(['sail e2', 'sail e3'], ['sail e3']);
    const { selection } = tap(view, choices, undefined, at);
    expect(selection).toEqual({ at });
    expect(tap(view, choices, selection, 'e3').act?.words).toBe('sail e3');
  });

  test('ice is never broken by a single tap', () => {
    const choices = offered(['break e4']);
    const first = tap(view, choices, undefined, 'e4');
    expect(first).toMatchObject({ selection: { at: 'e4' } });
    expect(tap(view, choices, first.selection, 'e4').act?.words).toBe('break e4');
  });

  test('several choices of a hex come into the tray', () => {
    const choices = offered(['load m e4', 'load c e4', 'break e4', 'end']);
    const { selection } = tap(view, choices, undefined, 'e4');
    expect(tray(view, choices, selection).map(({ words }) => words)).toEqual(['load m e4', 'load c e4', 'break e4']);
    expect(tap(view, choices, selection, 'e4').selection).toBeUndefined();
  });

  test('a bear that is picked flees with one tap', () => {
    const choices = offered(['flee m e4', 'flee f e4']);
    const asked: RescueView = { ...view, ask: 'flee', scene: ['e5', 'mf'] };
    expect(tap(asked, choices, { bear: 'f' }, 'e4').act?.words).toBe('flee f e4');
    expect(tap(asked, choices, undefined, 'e4').selection).toEqual({ at: 'e4' });
  });
});
