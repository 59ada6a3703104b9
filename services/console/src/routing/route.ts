/** Where the page is: a view, what it shows, and how. All of it stands in the address, so that a link says everything. */
export interface Route {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Values for a query; undefined, false and '' leave a name out. */
export type QueryChange = Readonly<Record<string, string | number | boolean | undefined>>;

const DEFAULT_VIEW = 'chat';

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Reads `#/trails/<id>?crumb=<id>`; an empty address is the first view. */
export function parseRoute(hash: string): Route {
  const [place = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s, 2);
  const [view = '', ...path] = place.split('/').map(decodeSegment);
  return { view: view || DEFAULT_VIEW, path: path.filter((part) => part !== ''), query: new URLSearchParams(query) };
}

/** The query with some of its values changed. */
export function changeQuery(query: URLSearchParams, change: QueryChange): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === false || value === '') next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

/** The address of a view: `hrefTo('trails', [id], { crumb })`. */
export function hrefTo(view: string, path: readonly string[] = [], query: QueryChange = {}): string {
  const place = [view, ...path].map(encodeURIComponent).join('/');
  const text = changeQuery(new URLSearchParams(), query).toString();
  return `#/${place}${text === '' ? '' : `?${text}`}`;
}
