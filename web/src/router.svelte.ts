// Which page is open. Links within the client do not load the page again.

import { at, pathIn } from './base';
import { routeOf, type Route } from './routes';

let route = $state.raw<Route>(here());

function here(): Route {
  return routeOf(pathIn(location.pathname) ?? '/', location.search, location.hash);
}

/** The open page. */
export function currentRoute(): Route {
  return route;
}

/** Opens a page of the client, by its path. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', at(path));
  const before = route.page;
  route = here();
  if (route.page !== before) window.scrollTo(0, 0);
}

/** Changes the address and leaves the open page as it is. */
export function note(path: string): void {
  history.replaceState(null, '', at(path));
}

/** Follows the browser's back and forward, and clicks on links; answers how to stop. */
export function listen(): () => void {
  const moved = () => (route = here());
  const clicked = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const path = pathIn(link.pathname);
    if (path === null || path.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(path + link.search + link.hash);
  };
  window.addEventListener('popstate', moved);
  window.addEventListener('hashchange', moved);
  document.addEventListener('click', clicked);
  return () => {
    window.removeEventListener('popstate', moved);
    window.removeEventListener('hashchange', moved);
    document.removeEventListener('click', clicked);
  };
}
