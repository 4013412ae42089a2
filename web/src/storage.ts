// What this browser keeps. Storage can be switched off in a browser; then everything lasts as long as the page.

export function read(key: string): string | null {
  try {
    return localStorage.getItem(`polynya.${key}`);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): string {
  try {
    localStorage.setItem(`polynya.${key}`, value);
  } catch {
    /* See above. */
  }
  return value;
}
