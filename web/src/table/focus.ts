// Where the keyboard is: the board is one key away, and the focus is never lost to the page.

const BOARD = '[aria-label="Board"] :is([data-place], [data-spot])[tabindex="0"]';

/** Puts the focus on the place of the board where its cursor is; answers whether there is one. */
export function focusBoard(): boolean {
  const place =
    document.querySelector<SVGElement>(BOARD) ??
    document.querySelector<SVGElement>('[aria-label="Board"] [tabindex="0"]');
  place?.focus();
  return place !== null;
}

/** Has nothing the focus? */
export function focusIsLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

const STEERING = ['n', 'p', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'];

/**
 * Leads a key that moves over the board there from where no control wants it: from the headline, or from nowhere.
 * Answers whether it did.
 */
export function steersBoard(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.altKey || event.metaKey || !STEERING.includes(key)) return false;
  if (document.activeElement?.closest('[aria-label="Board"]')) return false;
  const idle = focusIsLost() || document.activeElement?.id === 'prompt';
  // Arrows belong to what has the focus; letters to nobody else.
  if (!idle && key.startsWith('arrow')) return false;
  if (!focusBoard()) return false;
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: event.key, shiftKey: event.shiftKey, bubbles: true, cancelable: true }),
  );
  return true;
}
