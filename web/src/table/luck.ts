// What this browser remembers of the dice of a table: the commitment that it saw first, what its seats added, and how the
// seats stood just before the match.

import { nonce } from '../names';
import type { First, Seats } from '../protocol/protocol';
import { read, write } from '../storage';

export type Pin = {
  /** The commitment that this browser saw first. */
  commitment: string;
  /** Was the match over when this browser first saw the table? Then nothing was promised to it. */
  late?: true;
  /** Another one that the server showed later: then the dice were exchanged. */
  exchanged?: string;
  /** What this browser would add for each seat on which it sat. */
  additions: Record<string, string>;
  /** The seats that it held when it last saw the table before the match: whoever sits down later adds nothing. */
  seats?: number[];
  /** How the table stood when this browser last saw it before the match. */
  stood?: Stood;
  /** Did this browser see the match begin right after that? Then nothing can have changed in between. */
  began?: true;
};

/** How many seats there are, which of them bots hold, and how it is found out who begins. */
export type Stood = { seats: number; bots: number[]; first: First; begins?: number };

/** Remembers the first commitment of a table, and for ever that another one was shown. */
export function pin(code: string, commitment: string, over = false): Pin {
  const known = pinned(code);
  if (known && (known.exchanged || known.commitment === commitment)) return known;
  return keep(
    code,
    known ? { ...known, exchanged: commitment } : { commitment, additions: {}, ...(over ? { late: true } : {}) },
  );
}

/** What is remembered of a table. */
export function pinned(code: string): Pin | null {
  const text = read(keyOf(code));
  return text ? (JSON.parse(text) as Pin) : null;
}

/** What an own seat adds to the luck: the same text however often it is asked for. */
export function addition(code: string, seat: number): string {
  const known = pinned(code) ?? { commitment: '', additions: {} };
  const added = known.additions[seat];
  if (added) return added;
  const fresh = nonce();
  keep(code, { ...known, additions: { ...known.additions, [seat]: fresh } });
  return fresh;
}

/** Remembers how the table stands before the match, and which seats this browser holds. */
export function hold(code: string, table: Pick<Seats, 'seats' | 'first' | 'begins'>): Pin | null {
  const known = pinned(code);
  const seats = table.seats.filter(({ yours }) => yours).map(({ seat }) => seat);
  const stood = standing(table);
  const told = (pin: Pick<Pin, 'seats' | 'stood'>) => JSON.stringify([pin.seats, pin.stood]);
  if (!known || told(known) === told({ seats, stood })) return known;
  return keep(code, { ...known, seats, stood });
}

function standing({ seats, first, begins }: Pick<Seats, 'seats' | 'first' | 'begins'>): Stood {
  const bots = seats.filter(({ holder }) => holder === 'bot').map(({ seat }) => seat);
  return { seats: seats.length, bots, first: first ?? 'seats', ...(begins ? { begins } : {}) };
}

/** Remembers that this browser was there when the match began. */
export function begun(code: string): Pin | null {
  const known = pinned(code);
  return known && !known.began ? keep(code, { ...known, began: true }) : known;
}

/** What must be in the seed of the match, by seat. */
export function owed(pin: Pin | null): [number, string][] {
  return (pin?.seats ?? []).flatMap((seat): [number, string][] => {
    const text = pin?.additions[seat];
    return text ? [[seat, text]] : [];
  });
}

function keep(code: string, pin: Pin): Pin {
  write(keyOf(code), JSON.stringify(pin));
  return pin;
}

const keyOf = (code: string) => `luck.${code}`;
