// What this browser remembers about the person in front of it: a name, the theme, how fast others move, whether
// single keys act, the moves are listed and tips are given.

import { guestName } from './names';
import { PACES, type Pace } from './pace';
import { read, write } from './storage';

/** Polar day, polar night, or as the system says. */
export type Theme = 'system' | 'light' | 'dark';

class Person {
  #name = $state(read('name') || write('name', guestName()));
  #theme = $state<Theme>(themeIn(read('theme')));
  #keys = $state(read('keys') !== 'off');
  #moves = $state(read('moves') === 'open');
  #tips = $state(read('tips') !== 'off');
  #pace = $state<Pace>(PACES.find((pace) => pace === read('pace')) ?? 'normal');

  /** The name by which tables call the person; never empty. */
  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = write('name', name.trim().slice(0, 32) || guestName());
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    write('theme', theme);
    this.applyTheme();
  }

  /** Do single keys act at the table? */
  get keys(): boolean {
    return this.#keys;
  }

  set keys(on: boolean) {
    this.#keys = on;
    write('keys', on ? 'on' : 'off');
  }

  /** Is the list of all moves unfolded? */
  get moves(): boolean {
    return this.#moves;
  }

  set moves(open: boolean) {
    this.#moves = open;
    write('moves', open ? 'open' : 'folded');
  }

  /** Is the person told, in their first matches, what they play for? */
  get tips(): boolean {
    return this.#tips;
  }

  set tips(on: boolean) {
    this.#tips = on;
    write('tips', on ? 'on' : 'off');
  }

  /** How fast the turns of others are shown. */
  get pace(): Pace {
    return this.#pace;
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    write('pace', pace);
  }

  /** Shows the chosen theme on the page. */
  applyTheme(): void {
    if (this.#theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.#theme;
  }
}

function themeIn(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** The person in front of this browser. */
export const person = new Person();
