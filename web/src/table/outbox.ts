// Actions that were sent and not answered yet. They are sent again, with the same id, after a lost connection.

import type { Message, Submit } from '../protocol/protocol';

/** A submission with an id of its own. */
export function submission(seat: number, action: string, after: number, luck: () => number = Math.random): Submit {
  return { id: 1 + Math.floor(luck() * (2 ** 53 - 1)), after, seat, action };
}

/** Does this message answer that submission? */
export function answers(message: Message, submit: Submit): boolean {
  switch (message.type) {
    case 'step':
      // Where all act at the same time, what others did may be told before it.
      return message.update.id === submit.id && (message.update.entries ?? []).some(({ seat }) => seat === submit.seat);
    case 'duplicate':
    case 'refused':
    case 'invalid':
      return message.id === submit.id;
    default:
      return false;
  }
}

/** What still waits for an answer after this message. */
export function waiting(outbox: readonly Submit[], message: Message): readonly Submit[] {
  const left = outbox.filter((submit) => !answers(message, submit));
  return left.length === outbox.length ? outbox : left;
}
