// Where this client is on its server.

/** The path before that of every page: empty, or without a slash at its end. The server writes it into the page. */
export const prefix: string = globalThis.document?.documentElement.dataset.prefix ?? '';

/** The address of a path of the client or the server, as the browser needs it. */
export const at = (path: string): string => prefix + path;

/** The path of an address on this site, without the prefix; null if it is not one of ours. */
export function pathIn(address: string): string | null {
  if (address === prefix) return '/';
  return address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : null;
}
