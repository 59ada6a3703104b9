import { changeQuery, hrefTo, type ViewRoute } from './route';

/** What is open beside a list, or where a reader is in it: no part of a saved view. */
const PASSING = ['at', 'from', 'panel', 'sessions'];

/** The address of a view without what is open in it, as `saved.view.v1` holds it: `trails?outcome=failed`. */
export function savedPlace({ view, path, query }: ViewRoute): string {
  const kept = changeQuery(query, Object.fromEntries(PASSING.map((name) => [name, undefined])));
  return hrefTo(view, path, Object.fromEntries(kept)).replace(/^#\//, '');
}

/** The view that a saved address is of. */
export const viewOfPlace = (place: string): string => place.split(/[/?]/, 1)[0] ?? '';
