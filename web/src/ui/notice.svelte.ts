// A short notice at the head of the page that goes away by itself.

class Notice {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, milliseconds = 5000): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.text = ''), milliseconds);
  }

  clear(): void {
    this.text = '';
  }
}

/** The notice of the page. */
export const notice = new Notice();
