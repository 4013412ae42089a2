// The choices of a new table and what is sent of them.
import type { First, GameBot, GameInfo, GameOption, GamePreset, NewTable, Takebacks } from '../protocol/protocol';

export type Settings = {
  seats: string[];
  /** What the people at this screen are called, from seat 1; empty for the person's own name. */
  names: string[];
  /** The sets of pieces that the people at this screen have chosen, from seat 1; 0 for no choice. */
  sets: number[];
  /** How it is found out who begins. */
  first: First;
  options: Record<string, unknown>;
  /** What is printed in the box of whoever opens the table, if that was entered. */
  box?: unknown;
  takebacks: Takebacks;
  public: boolean;
};

/** How a table of this game usually is: the person against bots. */
export function usualSettings(game: GameInfo): Settings {
  return {
    seats: Array.from({ length: game.usual }, (_, index) => (index === 0 ? 'me' : game.usual_bot)),
    names: Array.from({ length: game.most }, () => ''),
    sets: Array.from({ length: game.most }, () => 0),
    first: 'seats',
    options: Object.fromEntries(game.options.map(({ name, usual }) => [name, usual])),
    takebacks: 'consent',
    public: false,
  };
}

/** The bots from which people choose; whoever sits there already, or was asked for by a script, stays in the list. */
export function offeredBots({ bots }: Pick<GameInfo, 'bots'>, seated = ''): GameBot[] {
  return bots.filter(({ name, yardstick }) => !yardstick || name === seated);
}

/** What is sent to open such a table: options only where they differ from the usual. */
export function newTable(game: GameInfo, settings: Settings): NewTable {
  const { seats, names, sets, first: begins, options, box, takebacks, public: open } = settings;
  const changed = game.options
    .filter((option) => !isUsual(option, options[option.name]))
    .map(({ name }) => [name, options[name]] as const);
  const first = seats.indexOf('me');
  const called = seats.map((who, index) => {
    if (who !== 'me') return '';
    return (names[index] ?? '').trim() || (index === first ? '' : `Player ${index + 1}`);
  });
  return {
    game: game.id,
    seats,
    names: called,
    sets: chosenSets(seats, sets),
    first: begins,
    options: Object.fromEntries(box === undefined ? changed : [...changed, ['box', box]]),
    takebacks,
    public: open,
  };
}

/** What is sent of the sets that people at this screen have chosen: none for the seats of others. */
export function chosenSets(seats: readonly string[], sets: readonly number[]): number[] {
  return seats.map((who, index) => (who === 'me' ? (sets[index] ?? 0) : 0));
}

/** The set of each seat: as it was chosen, or its own if that is free, or the first that is free; as the server does it. */
export function dealtSets(chosen: readonly number[], count: number): number[] {
  const taken = new Set(chosen.filter((set) => set > 0));
  const own = chosen.map((set, index) => {
    if (set > 0 || taken.has(index + 1)) return set;
    taken.add(index + 1);
    return index + 1;
  });
  const free = Array.from({ length: count }, (_, index) => index + 1).filter((set) => !taken.has(set));
  return own.map((set) => set || (free.shift() ?? 0));
}

/** The choices after a seat has taken a set: whoever had it takes what is left. */
export function withSet(chosen: readonly number[], seat: number, set: number): number[] {
  return chosen.map((other, index) => (index === seat ? set : other === set ? 0 : other));
}

/** Is this option switched on and off? */
export function isSwitch({ usual }: GameOption): boolean {
  return typeof usual === 'boolean';
}

/** Is this option a whole number, or none? */
export function isNumber({ usual, values }: GameOption): boolean {
  return values.length === 0 && (usual === null || typeof usual === 'number');
}

/** Is this option a list of labels, each out of those of the usual list: the faces of a die? */
export function isFaces({ usual, values }: GameOption): boolean {
  return values.length === 0 && Array.isArray(usual) && usual.every((face) => typeof face === 'string');
}

/** The labels from which the faces of a die are chosen. */
export function labelsOf({ usual }: GameOption): string[] {
  return [...new Set(usual as string[])].sort();
}

/** Can people choose anything here? What is kept from the match before is chosen in its rematch. */
export function isChoosable(option: GameOption): boolean {
  if (option.group === 'again') return false;
  return isSwitch(option) || isNumber(option) || isFaces(option) || option.values.length > 1;
}

/** Is this option as it usually is? */
export function isUsual({ usual }: GameOption, value: unknown): boolean {
  return JSON.stringify(usual) === JSON.stringify(value);
}

/** The number that was typed; an empty field is none. */
export function typedNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** The options of a preset, all of them. */
export function presetOptions(game: Pick<GameInfo, 'options'>, preset: GamePreset): Record<string, unknown> {
  return Object.fromEntries(game.options.map(({ name, usual }) => [name, preset.options[name] ?? usual]));
}

/** Are these the options of the preset? */
export function isPreset(game: GameInfo, preset: GamePreset, options: Record<string, unknown>): boolean {
  const wanted = presetOptions(game, preset);
  return game.options.every(({ name }) => JSON.stringify(wanted[name]) === JSON.stringify(options[name]));
}

/** What is said about an option, as a sentence of its own. */
export function sentence(about: string): string {
  return `${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`;
}

/** A value of an option as people read it. */
export function spokenValue(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.join(' ');
  return String(value);
}

/** The name of an option as people read it: `mega_ice_age` is Mega ice age. */
export function spokenName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
