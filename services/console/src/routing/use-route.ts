import { useMemo, useSyncExternalStore } from 'react';
import { onShownHash, pushHash, replaceHash, returnToHash, shownHash } from './address';
import { changeQuery, hrefTo, parseRoute, type QueryChange, type ViewRoute } from './route';

/** The route, and functions to change its query. */
export interface RouteState extends ViewRoute {
  /** Replaces the history entry, so that Back leaves the view. */
  readonly go: (change: QueryChange) => void;
  /** Opens a panel that a parameter names: adds a history entry, so that Back closes it; one that is open already is replaced. */
  readonly open: (parameter: string, value: string | number) => void;
  /** Closes what `open` opened. */
  readonly close: (parameter: string) => void;
}

function changedHash(change: QueryChange): string {
  const { view, path, query } = parseRoute(shownHash());
  return hrefTo(view, path, Object.fromEntries(changeQuery(query, change)));
}

const actions: Pick<RouteState, 'go' | 'open' | 'close'> = {
  go: (change) => replaceHash(changedHash(change)),
  open: (parameter, value) => {
    const isOpen = parseRoute(shownHash()).query.has(parameter);
    const hash = changedHash({ [parameter]: value });
    if (isOpen) replaceHash(hash);
    else pushHash(hash);
  },
  close: (parameter) => returnToHash(changedHash({ [parameter]: undefined })),
};

/** The current route; re-renders the component when it changes. */
export function useRoute(): RouteState {
  const hash = useSyncExternalStore(onShownHash, shownHash);
  return useMemo(() => ({ ...parseRoute(hash), ...actions }), [hash]);
}

/** Navigates to a link made by hrefTo. */
export function navigate(href: string): void {
  location.hash = href;
}
