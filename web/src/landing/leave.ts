// Leaving a table without opening it: a seat that waits is given back, in a match a bot plays on.

import { game, socketUrl } from '../api';
import type { Command, Message, SeatInfo, TableInfo } from '../protocol/protocol';

const PATIENCE = 5000;
const SILENT = 'The table does not answer. Try again.';

/** Gives up all own seats of a table; fails with a sentence if the table says no or does not answer. */
export async function leave(table: TableInfo): Promise<void> {
  const { usual_bot: bot } = await game(table.game);
  const commands = table.seats
    .filter(({ yours, cover }) => yours && !cover)
    .map(({ seat }): Command => (table.phase === 'gathering' ? { stand: { seat } } : { cover: { seat, bot } }));
  return tell(socketUrl(table.code), commands, (seats) => seats.every(({ yours, cover }) => !yours || cover));
}

/** Sends commands to a table, one connection long, until its seats are as wanted. */
function tell(url: string, commands: readonly Command[], done: (seats: SeatInfo[]) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const fail = (words: string) => {
      reject(new Error(words));
      socket.close();
    };
    const timer = setTimeout(() => fail(SILENT), PATIENCE);
    socket.onclose = () => {
      clearTimeout(timer);
      reject(new Error(SILENT));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string) as Message;
      if (message.type === 'welcome') for (const command of commands) socket.send(JSON.stringify(command));
      if (message.type === 'invalid') fail(message.text);
      const seats =
        message.type === 'welcome' ? message.seats.seats : message.type === 'seats' ? message.seats : undefined;
      if (seats && done(seats)) {
        resolve();
        socket.close();
      }
    };
  });
}
