// The pages and their addresses.

/** A page of the client. */
export type Route =
  | { page: 'landing' }
  | { page: 'create'; game: string }
  | { page: 'table'; code: string; turn?: number; secret?: string }
  | { page: 'replay'; code: string; step?: number; turn?: number }
  | { page: 'rules'; game: string; clause?: string }
  | { page: 'print'; game: string; options?: string }
  | { page: 'try'; game: string; example: number; step?: number }
  | { page: 'sources'; game: string }
  | { page: 'numbers'; game: string }
  | { page: 'learn'; game?: string }
  | { page: 'lesson'; game: string; lesson: string; step?: number }
  | { page: 'study'; table?: string; id?: string; game?: string; seats?: number; step?: number }
  | { page: 'mistakes'; code: string; seat?: number }
  | { page: 'lost' };

/** The page at an address. */
export function routeOf(path: string, search = '', hash = ''): Route {
  const [, first = '', second = '', ...rest] = path.replace(/\/+$/, '').split('/').map(decoded);
  const query = new URLSearchParams(search);
  const [third = ''] = rest;
  if (rest.length > (first === 'learn' ? 1 : 0)) return { page: 'lost' };
  if (first === '') return { page: 'landing' };
  if (first === 'learn' && third)
    return { page: 'lesson', game: second, lesson: third, ...given('step', count(query.get('step'))) };
  if (first === 'learn') return { page: 'learn', ...given('game', second || decoded(hash.slice(1)) || null) };
  if (first === 'study' && second === '')
    return {
      page: 'study',
      ...given('table', query.get('table')),
      ...given('game', query.get('game')),
      ...given('seats', count(query.get('seats'))),
      ...given('step', count(query.get('step'))),
    };
  if (second === '') return { page: 'lost' };
  switch (first) {
    case 'new':
      return { page: 'create', game: second };
    case 't':
      return {
        page: 'table',
        code: second,
        ...given('turn', count(query.get('turn'))),
        ...given('secret', new URLSearchParams(hash.slice(1)).get('seat')),
      };
    case 'replay':
      return {
        page: 'replay',
        code: second,
        ...given('step', count(query.get('step'))),
        ...given('turn', count(query.get('turn'))),
      };
    case 'rules':
      return { page: 'rules', game: second, ...given('clause', decoded(hash.slice(1)) || null) };
    case 'print':
      return { page: 'print', game: second, ...given('options', query.get('options')) };
    case 'try':
      return {
        page: 'try',
        game: second,
        example: count(query.get('example')) ?? 1,
        ...given('step', count(query.get('step'))),
      };
    case 'study':
      return { page: 'study', id: second };
    case 'mistakes':
      return { page: 'mistakes', code: second, ...given('seat', count(query.get('seat'))) };
    case 'sources':
      return { page: 'sources', game: second };
    case 'numbers':
      return { page: 'numbers', game: second };
    default:
      return { page: 'lost' };
  }
}

/** The code in what a person typed or pasted: a code or a link to a table. */
export function codeIn(text: string): string {
  const path = /\/(?:t|replay)\/([^/?#\s]+)/.exec(text);
  return decoded(path?.[1] ?? text)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function given<K extends string, V>(key: K, value: V | null): { [key in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { [key in K]: V });
}
