// What the client asks the server over HTTP.

import { at, prefix } from './base';
import type {
  ActionWords,
  AnalysisProgress,
  BoxVerdict,
  Draws,
  First,
  GameFigure,
  GameInfo,
  GameMoment,
  GameThing,
  GuestData,
  GuideTip,
  Lesson,
  LessonState,
  Lobby,
  MatchAnalysis,
  NewTable,
  Opened,
  PlayedExample,
  Problem,
  Reach,
  Replay,
  RuleBook,
  SetUp,
  SharedStudy,
  SourcedValue,
  StepAnalysis,
  StudyDice,
  StudyState,
  TableInfo,
} from './protocol/protocol';

/** How the dice of a match came about. */
export type Luck = {
  commitment: string;
  secret: string;
  additions: string[];
  /** How the seats stood before the match; records of older programs do not say it. */
  stood?: { first: First; bots: number[]; order: number[] };
  from?: number;
};

/** A match as it is saved, as far as its dice are concerned; docs/notation.md says the rest. */
export type MatchRecord = {
  seats: number;
  seed: string | null;
  luck?: Luck;
  steps: string[];
};

const kept = new Map<string, Promise<unknown>>();

/** The games of this server. */
export const games = () => once<GameInfo[]>('/api/games');

/** One game of this server. */
export async function game(id: string): Promise<GameInfo> {
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Error(`This server has no game called “${id}”.`);
  return found;
}

/** The words and labels of a game's actions, by number. */
export const actionWords = (game: string) => once<ActionWords[]>(`/api/games/${encodeURIComponent(game)}/actions`);

/** The rule book of a game. */
export const ruleBook = (game: string) => once<RuleBook>(`/api/games/${encodeURIComponent(game)}/rules`);

/** An example of a game's rule book on the board. */
export const playedExample = (game: string, number: number) => once<PlayedExample>(examplePath(game, number));

/** Opens a table for one screen that goes on after some steps of an example. */
export const playOn = (game: string, number: number, step: number, name: string) =>
  ask<Opened>(examplePath(game, number), { step, name });

const examplePath = (game: string, number: number) => `/api/games/${encodeURIComponent(game)}/examples/${number}`;

/** The lessons of a game, the first one first. */
export const lessonsOf = (game: string) => once<Lesson[]>(lessonsPath(game));

/** The puzzles of a game: lessons of one step. */
export const puzzlesOf = (game: string) => once<Lesson[]>(`/api/games/${encodeURIComponent(game)}/puzzles`);

/** A step of a lesson, from 1, after what was tried in it. */
export const lessonStep = (game: string, lesson: string, step: number, tried: readonly string[]) =>
  ask<LessonState>(`${lessonsPath(game)}/${encodeURIComponent(lesson)}/${step}`, { tried });

const lessonsPath = (game: string) => `/api/games/${encodeURIComponent(game)}/lessons`;

/** The clauses that govern what happens in a game. */
export const gameMoments = (game: string) => once<GameMoment[]>(`/api/games/${encodeURIComponent(game)}/moments`);

/** What a guide says in a game, situation by situation. */
export const gameGuide = (game: string) => once<GuideTip[]>(`/api/games/${encodeURIComponent(game)}/guide`);

/** What is not printed in a game, value by value. */
export const gameSources = (game: string) => once<SourcedValue[]>(`/api/games/${encodeURIComponent(game)}/sources`);

/** What a game is like in numbers, for each number of seats. */
export const gameFigures = (game: string) => once<GameFigure[]>(`/api/games/${encodeURIComponent(game)}/figures`);

/** What lies on the table of a game, with a sentence about each thing. */
export const gameThings = (game: string) => once<GameThing[]>(`/api/games/${encodeURIComponent(game)}/things`);

/** Judges a file about what is printed in the box of a game. */
export const checkBox = (game: string, text: string) =>
  send<BoxVerdict>(`/api/games/${encodeURIComponent(game)}/box`, post(text, 'text/plain'));

/** Where a match of a game begins, and its reference cards, with these options. */
export const setUp = (game: string, options = '{}') =>
  once<SetUp>(`/api/games/${encodeURIComponent(game)}/set-up?options=${encodeURIComponent(options)}`);

/** The viewer's tables and the public ones. */
export const lobby = () => ask<Lobby>('/api/lobby');

/** Opens a table. */
export const openTable = (table: NewTable) => ask<Opened>('/api/tables', table);

/** A table from outside. */
export const tableInfo = (code: string) => ask<TableInfo>(`/api/tables/${encodeURIComponent(code)}`);

/** Why a table is not there any more; null if it is there, or if nobody can say. */
export async function whyGone(code: string): Promise<string | null> {
  const response = await fetch(at(`/api/tables/${encodeURIComponent(code)}`));
  if (response.status !== 404 && response.status !== 410) return null;
  return ((await response.json()) as Problem).error;
}

/** Takes the seat that a seat link stands for. */
export const claimSeat = (code: string, secret: string) =>
  ask<Opened>(`/api/tables/${encodeURIComponent(code)}/claim`, { secret });

/** The board of a table as everybody sees it. */
export const viewOf = (code: string) => ask<Record<string, unknown>>(`/api/tables/${encodeURIComponent(code)}/view`);

/** Where others in the house reach the server. */
export const reach = () => once<Reach>('/api/reach');

/** A match step by step. */
export const replayOf = (code: string) => ask<Replay>(`/api/tables/${encodeURIComponent(code)}/replay`);

/** What was luck and what was skill in a match that is over; it takes seconds the first time, and stops with the signal. */
export const analysisOf = (code: string, signal: AbortSignal) =>
  send<MatchAnalysis>(`/api/tables/${encodeURIComponent(code)}/analysis`, { signal });

/** What chance could have decided at each draw of a match. */
export const drawsOf = (code: string) => ask<Draws>(`/api/tables/${encodeURIComponent(code)}/draws`);

/** The record of a match. */
export const recordOf = (code: string) => ask<MatchRecord>(recordPath(code));

/** Opens a table that goes on where a match stood after so many steps: with new dice, or with those of the match. */
export async function playOnFrom(code: string, steps: number, dice: StudyDice): Promise<Opened> {
  const record = await recordOf(code);
  return goOnWith({ ...record, steps: record.steps.slice(0, steps) }, dice);
}

/** Opens a table that goes on where a record ends: with new dice, or with those that the record tells. */
export function goOnWith(record: object, dice: StudyDice): Promise<Opened> {
  if (dice === 'same') return ask<Opened>('/api/records?dice=same', { ...record, result: null });
  return ask<Opened>('/api/records', { ...record, luck: undefined, seed: null, result: null });
}

/** A line of the analysis board, told from a step on; dice fall at its end if that is wanted. */
export const studyLine = (record: object, from: number, dice?: StudyDice) =>
  ask<StudyState>('/api/study', { record, from, ...(dice ? { dice } : {}) });

/** What the last step of a line was. */
export const studyJudged = (record: object) => ask<StepAnalysis>('/api/study/judged', { record });

/** Keeps a study; answers its code. */
export const shareStudy = (record: object) => ask<SharedStudy>('/api/studies', record);

/** The record of a study that is kept. */
export const sharedStudy = <Study>(id: string) => ask<Study>(`/api/studies/${encodeURIComponent(id)}`);

/** How far the analysis of a match is. */
export const analysisProgress = (code: string) =>
  ask<AnalysisProgress>(`/api/tables/${encodeURIComponent(code)}/analysis/progress`);

/** Where the record of a match can be downloaded. */
export const recordPath = (code: string) => `/api/tables/${encodeURIComponent(code)}/record`;

/** Opens a table with the match of a record. */
export async function openRecord(text: string): Promise<Opened> {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error('This is no saved match: choose a file that “Save match” made, or paste all of its text.');
  }
  return ask<Opened>('/api/records', record);
}

/** Has everything deleted that the server keeps about the viewer; answers how many tables knew them. */
export async function forgetMe(): Promise<number> {
  const { tables } = await send<GuestData>('/api/guest', { method: 'DELETE' });
  return tables.length;
}

/** The address of a table's socket. */
export function socketUrl(code: string): string {
  return location.origin.replace(/^http/, 'ws') + at(`/api/tables/${encodeURIComponent(code)}/socket`);
}

/** Where the page of a table is, with the first page of the house: what people send to each other. */
export const tableLink = (code: string, house = location.origin + prefix) => `${house}/t/${encodeURIComponent(code)}`;

function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  return body === undefined ? send(path) : send(path, post(JSON.stringify(body), 'application/json'));
}

const post = (body: string, type: string): RequestInit => ({ method: 'POST', headers: { 'content-type': type }, body });

async function send<Answer>(path: string, how: RequestInit = {}): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(at(path), how);
  } catch {
    throw new Error('The server does not answer. Is it running, and are you online?');
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Error(problem?.error ?? `The server answered with error ${response.status}.`);
  }
  return (await response.json()) as Answer;
}

/** Asks once and keeps the answer, unless it failed. */
function once<Answer>(path: string): Promise<Answer> {
  let answer = kept.get(path) as Promise<Answer> | undefined;
  if (!answer) {
    answer = ask<Answer>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}
