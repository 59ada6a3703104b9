/** The place in the console: a view, its path and its query. It is all in the address, so that every state can be linked. */
export interface ViewRoute {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Changes of a query; undefined, false and '' remove a parameter. */
export type QueryChange = Readonly<Record<string, string | number | boolean | undefined>>;

const DEFAULT_VIEW = 'overview';

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Parses `#/trails/<id>?crumb=<id>`; an empty hash is the default view. */
export function parseRoute(hash: string): ViewRoute {
  const [place = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s, 2);
  const [view = '', ...path] = place.split('/').map(decodeSegment);
  return { view: view || DEFAULT_VIEW, path: path.filter((part) => part !== ''), query: new URLSearchParams(query) };
}

/** A copy of the query with some parameters changed. */
export function changeQuery(query: URLSearchParams, change: QueryChange): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === false || value === '') next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

/** Builds a link to a view: `hrefTo('trails', [id], { crumb })`. */
export function hrefTo(view: string, path: readonly string[] = [], query: QueryChange = {}): string {
  const place = [view, ...path].map(encodeURIComponent).join('/');
  const text = changeQuery(new URLSearchParams(), query).toString();
  return `#/${place}${text === '' ? '' : `?${text}`}`;
}
