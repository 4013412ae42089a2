// The proof of the dice: the commitment that was shown before the match is the hash of the secret shown after it.

/** Is the commitment the SHA-256 of the secret? Nothing if this browser cannot tell. */
export async function keepsPromise(commitment: string, secret: string): Promise<boolean | null> {
  const bytes = bytesOf(secret);
  if (!bytes) return false;
  if (!globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return hex(hash) === commitment.toLowerCase();
}

/** The bytes that hexadecimal digits stand for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
