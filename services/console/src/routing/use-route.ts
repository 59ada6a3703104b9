import { useMemo, useSyncExternalStore } from 'react';
import { changeQuery, hrefTo, parseRoute, type QueryChange, type Route } from './route';

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The route, and how to change its query: `go({ crumb })` replaces, so that Back leads out of the view. */
export interface RouteState extends Route {
  readonly go: (change: QueryChange) => void;
}

function replaceQuery(change: QueryChange): void {
  const { view, path, query } = parseRoute(location.hash);
  const href = hrefTo(view, path, Object.fromEntries(changeQuery(query, change)));
  history.replaceState(null, '', href);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Where the page is. Whoever uses it is drawn again when that changes. */
export function useRoute(): RouteState {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  return useMemo(() => ({ ...parseRoute(hash), go: replaceQuery }), [hash]);
}

/** Goes to another place of the page. */
export function navigate(href: string): void {
  location.hash = href;
}
