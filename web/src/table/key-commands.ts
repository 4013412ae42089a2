// What the keys of the table do.

import type { Playback } from '../replay/playback.svelte';
import type { SeatInfo } from '../protocol/protocol';
import { voice } from '../ui/voice.svelte';
import { ASKABLE } from './asking.svelte';
import { ending, onlyDraw } from './choices';
import type { KeyCommand } from './keys';
import { callings } from './naming';
import type { TableSession } from './session.svelte';

/** What the keys act upon. */
export type KeyContext = {
  readonly session: TableSession;
  readonly playback: Playback | null;
  openReplay: (stepOf: (playback: Playback) => number) => void;
  leaveReplay: () => void;
  help: () => void;
  board: () => boolean;
  type: () => void;
  close: () => boolean;
};

/** Does what a key asks for; answers whether there was anything to do. */
export function runKey(command: KeyCommand, context: KeyContext): boolean {
  const { session, playback } = context;
  const act = (choice = session.choices[0]) => {
    if (choice && !playback) session.act(choice);
    return choice !== undefined;
  };
  switch (command.kind) {
    case 'choice': {
      const choice = session.choices[command.index];
      return choice !== undefined && act(choice);
    }
    case 'roll': {
      const draw = onlyDraw(session.choices);
      return draw !== undefined && act(draw);
    }
    case 'end': {
      const end = ending(session.choices);
      if (end || playback) return end !== undefined && act(end);
      return session.endAgain();
    }
    case 'undo':
      session.undo();
      return true;
    case 'restart':
      session.restart();
      return true;
    case 'redo':
      session.redo();
      return true;
    case 'mine':
      describe(session, true);
      return true;
    case 'others':
      describe(session, false);
      return true;
    case 'changes':
      session.scenes.recall();
      session.answer(changes(session));
      return true;
    case 'board':
      return context.board();
    case 'danger':
      if (playback) return false;
      session.forecast();
      return true;
    case 'hint':
      if (playback || session.plans.draft) return false;
      session.hint();
      return true;
    case 'what': {
      const place = document.activeElement?.closest(ASKABLE);
      if (place) void session.asking.about(place);
      else session.asking.toggle();
      return true;
    }
    case 'type':
      if (session.own.size === 0) return false;
      context.type();
      return true;
    case 'back':
      context.openReplay(({ step, total }) => (playback ? step : total) - 1);
      return true;
    case 'forward':
      if (playback && playback.step < playback.total) playback.step += 1;
      else if (playback) context.leaveReplay();
      return playback !== null;
    case 'first':
      // From the board Home does not lead away.
      if (!playback && document.activeElement?.closest('[aria-label="Board"]')) return true;
      context.openReplay(() => 0);
      return true;
    case 'live':
      if (playback) context.leaveReplay();
      return playback !== null;
    case 'ping':
      voice.say('Go to a place on the board first, then press G to point at it.');
      return true;
    case 'plan':
      if (!session.game?.together || playback) return false;
      if (session.plans.draft) session.plans.leave();
      else session.plans.start();
      return true;
    case 'help':
      context.help();
      return true;
    case 'escape':
      if (context.close()) return true;
      if (session.reason || session.hints.advice || session.hints.thinking || session.asking.on) {
        if (session.reason) session.drop();
        else if (session.asking.on) session.asking.on = false;
        else session.hints.close();
        return true;
      }
      if (playback) context.leaveReplay();
      else if (session.plans.draft) session.plans.leave();
      else return false;
      return true;
  }
}

/** Tells how own seats stand, or how others do. */
function describe(session: TableSession, mine: boolean): void {
  const seats = session.table?.seats.seats ?? [];
  session.describe((text) => session.answer(linesAbout(text, seats, session.own, mine)));
}

/** The lines of a description that name own seats, or those that name others; all if none does. */
export function linesAbout(text: string, seats: readonly SeatInfo[], own: ReadonlySet<number>, mine: boolean): string {
  const players = callings(seats);
  const about = seats.filter(({ seat }) => own.has(seat) === mine);
  const names = about.map(({ name, said }) => players[said ?? name] ?? name);
  const lines = text.split('\n').filter((line) => names.some((name) => line.includes(name)));
  return lines.length > 0 ? lines.join(' ') : text;
}

/** What was told since the person last acted. */
function changes({ log, trail }: TableSession): string {
  const told = log.slice(-trail.length).flatMap(({ told }) => told);
  return trail.length > 0 && told.length > 0 ? told.join(' ') : 'Nothing has changed since you last acted.';
}
