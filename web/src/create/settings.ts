// The choices of a new table and what is sent of them.
import type { GameBot, GameInfo, GameOption, NewTable, Takebacks } from '../protocol/protocol';

export type Settings = {
  seats: string[];
  options: Record<string, unknown>;
  takebacks: Takebacks;
  public: boolean;
};

/** How a table of this game usually is: the person against bots. */
export function usualSettings(game: GameInfo): Settings {
  return {
    seats: Array.from({ length: game.usual }, (_, index) => (index === 0 ? 'me' : game.usual_bot)),
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
export function newTable(game: GameInfo, { seats, options, takebacks, public: open }: Settings): NewTable {
  const changed = game.options
    .filter(({ name, usual }) => JSON.stringify(options[name]) !== JSON.stringify(usual))
    .map(({ name }) => [name, options[name]] as const);
  return { game: game.id, seats, options: Object.fromEntries(changed), takebacks, public: open };
}

/** Is this option switched on and off? */
export function isSwitch({ usual }: GameOption): boolean {
  return typeof usual === 'boolean';
}

/** Is this option a whole number, or none? */
export function isNumber({ usual, values }: GameOption): boolean {
  return values.length === 0 && (usual === null || typeof usual === 'number');
}

/** Can people choose anything here? */
export function isChoosable(option: GameOption): boolean {
  return isSwitch(option) || isNumber(option) || option.values.length > 1;
}

/** The number that was typed; an empty field is none. */
export function typedNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
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
