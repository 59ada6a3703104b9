import { type Envelope, type SearchReply, type SearchRequest } from '@crumbtrail/contracts';
import type { Caller } from '../append/jobs';
import type { Database } from '../database/database';
import { read } from '../reading/read';
import { rounded, type Scores } from '../retrieve/candidate';
import { eyesOf } from '../retrieve/eyes';
import type { IndexView } from '../retrieve/retrieve';
import { byMeaning } from '../retrieve/by-meaning';
import type { Filter, Sight } from '../retrieve/visible';

const LIMIT = 20;
/** A crumb may be found by several of its pieces; as many more are looked at. */
const PIECES = 3;

interface Found {
  readonly id: string;
  readonly version: number;
  readonly score: number;
  readonly scores: Scores;
}

function filterOf({ filter = {} }: SearchRequest): Filter {
  const { author, ...rest } = filter;
  return { ...rest, author: author === undefined ? undefined : { id: author } };
}

/** The best piece of each crumb. */
function byCrumb(found: readonly Found[], limit: number): Found[] {
  const best = new Map<string, Found>();
  for (const one of found) if (!best.has(one.id)) best.set(one.id, one);
  return [...best.values()].slice(0, limit);
}

/** Crumbs that the caller may read, current ones only, best first. Texts of everybody else are in no statement's reach. */
export async function search(
  { database, index }: { readonly database: Database; readonly index: IndexView },
  caller: Caller,
  request: SearchRequest,
): Promise<SearchReply> {
  const limit = request.limit ?? LIMIT;
  const eyes = eyesOf(caller);
  const sight: Sight = {
    workspace: caller.workspace,
    eyes: eyes ? [eyes] : [],
    as_of: Number.MAX_SAFE_INTEGER,
    now: null,
  };
  const vector = request.mode === 'text' ? null : await index.embedQuery(request.query);
  const question = { sight, filter: filterOf(request), query: request.query, limit: limit * PIECES, neighbours: false };
  const found = byCrumb((await byMeaning(database, { mode: request.mode, question, vector })).rows, limit);
  const { crumbs } = await read(database, { refs: found.map(({ id, version }) => ({ id, version })) }, caller);
  const results = found.flatMap(({ score, scores }, at) => {
    const breadcrumb = crumbs[at];
    return breadcrumb && !('erased' in breadcrumb)
      ? [{ breadcrumb: breadcrumb as Envelope, score: rounded(score), scores }]
      : [];
  });
  return { results };
}
