// The cursor of a board: the one place that Tab reaches, where the keys lead it, and what they and the finger do there.

import { tick } from 'svelte';
import './cells.css';

/** What a board tells its cursor about its places. */
export type Steering = {
  /** The place where N (1) or P (-1) stops next. */
  stop: (place: string, by: 1 | -1) => string | undefined;
  /** The place to which a key leads from here, an arrow as a rule. */
  neighbour: (place: string, event: KeyboardEvent) => string | undefined;
  /** The person chooses a place by a tap, or with Enter or Space. */
  choose: (place: string, byKey: boolean) => void;
  /** Points at a place for everybody; false if nobody can point there. */
  ping: (place: string) => boolean;
  /** Drops what is picked on Escape; false if nothing is. */
  drop: () => boolean;
  /** Uses a key that only this board has; false if it has no use for it. */
  key?: (event: KeyboardEvent) => boolean;
  /** The place under the finger, where it is not simply that of the cell. */
  placeUnder?: (event: MouseEvent) => string | undefined;
  /** Where the cursor is now that its place may be gone. */
  remain?: (place: string) => string;
  /** The cells, where they can change: the focus follows its place from one to another. */
  cells?: () => unknown;
  /** The cursor has come to a place. */
  moved?: (place: string) => void;
};

/** The cell in which an event happened. */
export function cellUnder(event: Event): SVGGraphicsElement | null {
  return event.target instanceof Element ? event.target.closest<SVGGraphicsElement>('[data-place]') : null;
}

/** Where something was clicked, in the units of the board. */
export function pointUnder(event: MouseEvent): DOMPoint | undefined {
  const matrix = event.target instanceof SVGGraphicsElement ? event.target.getScreenCTM() : null;
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : undefined;
}

/**
 * Its `events` belong on the element around the cells, which is its `root`; each cell has `data-place` and the
 * `tabindex` that the cursor gives it.
 */
export class Cursor {
  /** The element around the cells. */
  root = $state.raw<Element | null>();
  /** Is the focus on one of the cells? */
  focused = false;
  #pointed = $state.raw('');
  readonly #steering: Steering & Required<Pick<Steering, 'placeUnder'>>;
  /** The place of the cursor. */
  readonly at = $derived.by(() => this.#steering.remain?.(this.#pointed) ?? this.#pointed);

  constructor(place: string, steering: Steering) {
    this.#pointed = place;
    this.#steering = { placeUnder: (event) => cellUnder(event)?.dataset.place, ...steering };
    // The cursor keeps the focus when it goes elsewhere, or when its place does.
    $effect(() => {
      void this.at;
      void steering.cells?.();
      if (this.focused) this.focus();
    });
  }

  /** What the element around the cells listens to. */
  readonly events = {
    onclick: (event: MouseEvent): void => {
      const place = this.#steering.placeUnder(event);
      if (place === undefined) return;
      this.point(place);
      this.#steering.choose(place, false);
    },
    onkeydown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onfocusin: (event: FocusEvent): void => {
      this.focused = true;
      const place = cellUnder(event)?.dataset.place;
      if (place !== undefined) this.point(place);
    },
    onfocusout: (): void => {
      this.focused = false;
    },
  };

  /** Points at the place under the finger: for the context menu of boards that have no other use for it. */
  readonly pingUnder = (event: MouseEvent): void => {
    const place = this.#steering.placeUnder(event);
    if (place !== undefined && this.#steering.ping(place)) event.preventDefault();
  };

  /** Is a place the one that Tab reaches? */
  tabindex(place: string): 0 | -1 {
    return place === this.at ? 0 : -1;
  }

  /** Puts the cursor somewhere; the focus stays where it is unless it is on the board. */
  point(place: string): void {
    this.#pointed = place;
    this.#steering.moved?.(place);
  }

  /** Leads the cursor and the focus to a place, if there is one. */
  go(place: string | undefined): void {
    if (place === undefined) return;
    this.point(place);
    this.focus();
  }

  /** Brings the focus to the cursor's cell, as soon as it is drawn. */
  focus(): void {
    void tick().then(() => {
      const cell = this.root?.querySelector<SVGElement>('[data-place][tabindex="0"]');
      if (cell !== document.activeElement) cell?.focus();
    });
  }

  /** Did the key do something? */
  #press(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'Enter':
      case ' ':
        this.point(this.at);
        this.#steering.choose(this.at, true);
        return true;
      case 'Escape':
        return this.#steering.drop();
      case 'n':
      case 'N':
        this.go(this.#steering.stop(this.at, 1));
        return true;
      case 'p':
      case 'P':
        this.go(this.#steering.stop(this.at, -1));
        return true;
      case 'g':
      case 'G':
        this.#steering.ping(this.at);
        return true;
      default: {
        if (this.#steering.key?.(event)) return true;
        const next = this.#steering.neighbour(this.at, event);
        this.go(next);
        return next !== undefined || event.key.startsWith('Arrow');
      }
    }
  }
}
