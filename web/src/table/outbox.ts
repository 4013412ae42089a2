// Actions that were sent and not answered yet. They are sent again, with the same id, after a lost connection.

import type { Message, Submit } from '../protocol/protocol';

/** A submission with an id of its own. */
export function submission(seat: number, action: string, after: number, luck: () => number = Math.random): Submit {
  return { id: Math.floor(luck() * 2 ** 53), after, seat, action };
}

/** Does this message answer that submission? */
export function answers(message: Message, submit: Submit): boolean {
  if (typeof message === 'string') return false;
  if ('step' in message) {
    const { n, steps = [] } = message.step;
    return n > submit.after && steps.includes(`${submit.seat} ${submit.action}`);
  }
  if ('known' in message) return message.known.id === submit.id;
  if ('refused' in message) return message.refused.id === submit.id;
  if ('wrong' in message) return message.wrong.id === submit.id;
  return false;
}

/** What still waits for an answer after this message. */
export function waiting(outbox: readonly Submit[], message: Message): readonly Submit[] {
  const left = outbox.filter((submit) => !answers(message, submit));
  return left.length === outbox.length ? outbox : left;
}
