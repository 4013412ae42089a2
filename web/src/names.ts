// Names for guests.

const ANIMALS = [
  'Puffin',
  'Penguin',
  'Narwhal',
  'Walrus',
  'Orca',
  'Seal',
  'Tern',
  'Fulmar',
  'Beluga',
  'Krill',
  'Auk',
  'Eider',
  'Lemming',
  'Ptarmigan',
  'Reindeer',
  'Snow Fox',
  'Skua',
  'Petrel',
  'Musk Ox',
  'Char',
];

/** A name for somebody who has none yet: `Guest Puffin`. */
export function guestName(luck: () => number = Math.random): string {
  return `Guest ${ANIMALS[Math.floor(luck() * ANIMALS.length)]}`;
}

/** Some luck of the person's own, which is mixed into the dice of a match. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
