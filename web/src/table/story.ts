// The last turns, a line each: what a seat did and what became of it, as signs.

import type { Sign, SignOf } from '../games/signs';
import type { GameEvent } from '../protocol/events';
import type { LogEntry } from '../protocol/protocol';

/** A sign, and how often in a row it came. */
export type Shown = Sign & { times: number };

/** What one seat did in one turn. */
export type StoryLine = {
  key: string;
  seat: number;
  turn: number;
  signs: Shown[];
  /** The first of its steps, and how many steps there are when it is over. */
  from: number;
  to: number;
  /** What happened, in words. */
  told: string[];
};

/** The lines of these steps, the newest last. Where all seats act at the same time, each step belongs to whoever did it. */
export function storyLines(log: readonly LogEntry[], simultaneous: boolean, signOf: SignOf<GameEvent>): StoryLine[] {
  const lines = new Map<string, StoryLine>();
  /** Whose turn the steps belong to, turn by turn. */
  const turns = new Map<number, number>();
  for (const entry of log) {
    const { at, turn, seat } = entry;
    if (seat !== undefined && !turns.has(turn)) turns.set(turn, seat);
    entry.events.forEach((event, index) => {
      const sign = signOf(event);
      const owner = simultaneous ? (sign?.seat ?? seat) : turns.get(turn);
      if (owner === undefined || !sign || sign.kind === 'mark') return;
      const key = `${turn} ${owner}`;
      const line = lines.get(key) ?? { key, seat: owner, turn, signs: [], from: at, to: at, told: [] };
      lines.set(key, line);
      line.to = at + 1;
      line.told.push(entry.told[index] ?? '');
      const last = line.signs.at(-1);
      if (last && alike(last, sign)) last.times += 1;
      else line.signs.push({ ...sign, times: 1 });
    });
  }
  return [...lines.values()].sort((one, other) => one.to - other.to);
}

const alike = (one: Sign, other: Sign): boolean =>
  one.picture === other.picture && one.text === other.text && one.tone === other.tone;

/** More lines than these are never shown. */
const MOST = 12;

/** The lines to show: since the viewer's last turn, or the last turn of every seat if that is more. */
export function lastLines(
  lines: readonly StoryLine[],
  own: ReadonlySet<number>,
  seats: number,
  simultaneous = false,
): StoryLine[] {
  if (simultaneous) return lastOfEach(lines);
  const mine = lines.findLastIndex(({ seat }) => own.has(seat));
  const since = mine < 0 ? 0 : lines.length - mine - 1;
  return lines.slice(-Math.min(MOST, Math.max(seats, since, 2)));
}

/** What every seat did last, where all act at the same time, and the dice that fell since. */
function lastOfEach(lines: readonly StoryLine[]): StoryLine[] {
  const did = new Map<number, number>();
  lines.forEach(({ seat, turn, signs }) => signs.some(({ kind }) => kind !== 'roll') && did.set(seat, turn));
  return lines.filter(({ seat, turn }) => turn >= (did.get(seat) ?? 0)).slice(-MOST);
}

/** A place where something changed: which of the steps of which seat led there, in their order; none if it only changed. */
export type Trace = { place: string; seat?: number; orders: number[] };

/** The places that these steps changed, each once; who was there last is named. Dice change no place. */
export function tracesOf(trail: readonly LogEntry[], signOf: SignOf<GameEvent>): Trace[] {
  const found = new Map<string, Trace>();
  const counts = new Map<number, number>();
  let whose: number | undefined;
  for (const { turn, seat, events } of trail) {
    whose = seat ?? whose;
    for (const { kind, places = [] } of events.flatMap((event) => signOf(event) ?? [])) {
      if (kind === 'roll') continue;
      const order = (counts.get(turn) ?? 0) + (kind === 'step' ? 1 : 0);
      counts.set(turn, order);
      for (const place of places) {
        const before = found.get(place);
        if (kind !== 'step' || whose === undefined) found.set(place, before ?? { place, orders: [] });
        else if (before?.seat === whose) before.orders.push(order);
        else found.set(place, { place, seat: whose, orders: [order] });
      }
    }
  }
  return [...found.values()];
}
