// The keys of the table.

/** What a key asks for. */
export type KeyCommand =
  | { kind: 'choice'; index: number }
  | {
      kind:
        | 'roll'
        | 'undo'
        | 'restart'
        | 'redo'
        | 'end'
        | 'mine'
        | 'changes'
        | 'others'
        | 'danger'
        | 'hint'
        | 'what'
        | 'type'
        | 'back'
        | 'forward'
        | 'first'
        | 'live'
        | 'ping'
        | 'plan'
        | 'board'
        | 'help'
        | 'escape';
    };

/** The part of a keyboard event that is read here. */
export type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const KEYS: Readonly<Record<string, Exclude<KeyCommand['kind'], 'choice'>>> = {
  r: 'roll',
  u: 'undo',
  y: 'redo',
  e: 'end',
  m: 'mine',
  x: 'changes',
  o: 'others',
  v: 'danger',
  h: 'hint',
  w: 'what',
  '/': 'type',
  '[': 'back',
  ']': 'forward',
  home: 'first',
  end: 'live',
  g: 'ping',
  t: 'plan',
  b: 'board',
  '?': 'help',
  escape: 'escape',
};

/** What a key press asks for; nothing if it is no key of the table. Escape always works, the rest if `single` keys do. */
export function commandOf(key: Key, single: boolean): KeyCommand | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const name = key.key.toLowerCase();
  if (name === 'escape') return { kind: 'escape' };
  if (!single) return null;
  if (/^[1-9]$/.test(name)) return { kind: 'choice', index: Number(name) - 1 };
  if (name === 'u' && key.shiftKey) return { kind: 'restart' };
  const kind = KEYS[name];
  return kind ? { kind } : null;
}

/** Does this element take letters itself? */
export function takesText(element: Element | null): boolean {
  return element !== null && (element.matches('textarea, select, [contenteditable]') || isTextInput(element));
}

function isTextInput(element: Element): boolean {
  return element.matches('input:not([type=checkbox]):not([type=radio]):not([type=button])');
}

/** The keys for people, in the order of the help. */
export const KEY_HELP: readonly (readonly [keys: string, does: string])[] = [
  ['B', 'go to the board, from anywhere'],
  ['Arrows', 'move over the board; each place is spoken'],
  ['N  P', 'next and previous place where you can act'],
  ['Enter', 'choose; on a target: do it'],
  ['1 … 9', 'the action with that number in the list'],
  ['R', 'roll, or reveal what there is to reveal'],
  ['E', 'end the turn, or say that you are done'],
  ['U', 'undo'],
  ['Shift U', 'restart the turn'],
  ['Y', 'redo'],
  ['/', 'type a move'],
  ['M', 'where am I'],
  ['X', 'what changed since I last acted'],
  ['O', 'how the others stand'],
  ['V', 'what is the danger'],
  ['H', 'a hint, against bots and where all play together'],
  ['W', 'what is this? then tap anything; on the board: the place under the cursor'],
  ['[  ]', 'replay: a step back, a step forward'],
  ['Home  End', 'replay: first step, back to live play'],
  ['G', 'point at the place under the cursor'],
  ['T', 'make a plan for the seat whose turn it is, where all play together'],
  ['?', 'this help'],
  ['Esc', 'drop a selection, close, leave the replay or the plan'],
];
