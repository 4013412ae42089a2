// The choices of a new table and what is sent of them.
import type { GameBot, GameInfo, GameOption, GamePreset, NewTable, Takebacks } from '../protocol/protocol';

export type Settings = {
  seats: string[];
  /** What the people at this screen are called, from seat 1; empty for the person's own name. */
  names: string[];
  options: Record<string, unknown>;
  takebacks: Takebacks;
  public: boolean;
};

/** How a table of this game usually is: the person against bots. */
export function usualSettings(game: GameInfo): Settings {
  return {
    seats: Array.from({ length: game.usual }, (_, index) => (index === 0 ? 'me' : game.usual_bot)),
    names: Array.from({ length: game.most }, () => ''),
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
export function newTable(game: GameInfo, { seats, names, options, takebacks, public: open }: Settings): NewTable {
  const changed = game.options
    .filter(({ name, usual }) => JSON.stringify(options[name]) !== JSON.stringify(usual))
    .map(({ name }) => [name, options[name]] as const);
  const first = seats.indexOf('me');
  const called = seats.map((who, index) => {
    if (who !== 'me') return '';
    return (names[index] ?? '').trim() || (index === first ? '' : `Player ${index + 1}`);
  });
  return { game: game.id, seats, names: called, options: Object.fromEntries(changed), takebacks, public: open };
}

/** Is this option switched on and off? */
export function isSwitch({ usual }: GameOption): boolean {
  return typeof usual === 'boolean';
}

/** Is this option a whole number, or none? */
export function isNumber({ usual, values }: GameOption): boolean {
  return values.length === 0 && (usual === null || typeof usual === 'number');
}

/** Can people choose anything here? What is kept from a match before is chosen with the rematch. */
export function isChoosable(option: GameOption): boolean {
  if (option.group === 'again') return false;
  return isSwitch(option) || isNumber(option) || option.values.length > 1;
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
