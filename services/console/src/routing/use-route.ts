import { useMemo, useSyncExternalStore } from 'react';
import { changeQuery, hrefTo, parseRoute, type QueryChange, type ViewRoute } from './route';

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The route, and `go` to change its query. It replaces the history entry, so that Back leaves the view. */
export interface RouteState extends ViewRoute {
  readonly go: (change: QueryChange) => void;
}

function replaceQuery(change: QueryChange): void {
  const { view, path, query } = parseRoute(location.hash);
  const href = hrefTo(view, path, Object.fromEntries(changeQuery(query, change)));
  history.replaceState(null, '', href);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The current route; re-renders the component when it changes. */
export function useRoute(): RouteState {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  return useMemo(() => ({ ...parseRoute(hash), go: replaceQuery }), [hash]);
}

/** Navigates to a link made by hrefTo. */
export function navigate(href: string): void {
  location.hash = href;
}
