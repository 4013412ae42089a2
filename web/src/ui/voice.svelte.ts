// What is said aloud to people who listen: politely after what is being read, or at once.

class Voice {
  polite = $state.raw<readonly { key: number; text: string }[]>([]);
  urgent = $state.raw<readonly { key: number; text: string }[]>([]);
  #key = 0;

  /** Says something when there is a pause. */
  say(text: string): void {
    if (text) this.polite = [...this.polite.slice(-5), { key: (this.#key += 1), text }];
  }

  /** Says something at once: only “your turn” and “connection lost” deserve it. */
  call(text: string): void {
    this.urgent = [{ key: (this.#key += 1), text }];
  }
}

/** The voice of the page. */
export const voice = new Voice();
