// Which address to give to somebody else: the one in the address bar, unless only this computer knows that one.

import { reach } from './api';
import { prefix } from './base';

/** First pages at which others reach this server, the likeliest first; none if only this computer can. */
export async function houses(here: Pick<Location, 'hostname' | 'origin'> = location): Promise<readonly string[]> {
  if (!isOwn(here.hostname)) return [here.origin + prefix];
  try {
    return (await reach()).addresses;
  } catch {
    return [];
  }
}

/** Does this host name mean the very computer that asks? */
export function isOwn(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(hostname);
}
