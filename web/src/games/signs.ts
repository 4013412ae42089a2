// Signs: what happened, as a small picture and a word or two. The story strip shows them, scenes are paced by them, and
// the places that they name are marked on the board.

/** The pictures that there are. */
export type Picture =
  | 'die'
  | 'penguin'
  | 'floe'
  | 'bear'
  | 'swim'
  | 'flag'
  | 'ship'
  | 'home'
  | 'data'
  | 'upgrade'
  | 'helicopter'
  | 'card'
  | 'crack'
  | 'cub'
  | 'grow'
  | 'flee'
  | 'sink'
  | 'melt'
  | 'heat'
  | 'cold'
  | 'alert'
  | 'snow'
  | 'stuck'
  | 'pass'
  | 'gift'
  | 'orca'
  | 'fish'
  | 'cross';

/**
 * How an event is paced: a die that falls, a step of a piece, what becomes of one, a phase with its reason, or something
 * that is only marked.
 */
export type Kind = 'roll' | 'step' | 'fate' | 'phase' | 'mark';

export type Sign = {
  kind: Kind;
  picture: Picture;
  /** A word or two beside the picture: a place, a number. */
  text?: string;
  /** The colour of a die. */
  tone?: 'bear' | 'blue' | 'red';
  /** Where it happens: names of places as the board has them. */
  places?: readonly string[];
  /** How many places change one after the other. */
  many?: number;
  /** Whose it is, where all seats act at the same time. */
  seat?: number;
};

/** What a game says of an event; nothing where there is nothing to see. */
export type SignOf<Event> = (event: Event) => Sign | undefined;
