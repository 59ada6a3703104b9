import {
  parseParticipantName,
  Session,
  ToolResponse,
  type FeatureWeights,
  type RetrieveRequest,
  type SearchReply,
  type SearchRequest,
} from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import type { AuthenticatedCaller } from '../../identity/caller';
import { visibleToCaller } from '../../identity/visibility/access-filter.sql';
import { actAsViewer } from '../../identity/visibility/act-as-viewer';
import { viewerOf } from '../../identity/visibility/viewer-of';
import { findAnswerReaders } from '../../turns/find-answer-readers';
import { findLeftByTurn } from '../../reading/find-left';
import { PRESENT } from '../../reading/envelope';
import { readCrumbs } from '../../reading/read-crumbs';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { analyseQuestion, questionForDatabase } from '../query/analyse-question';
import { findDateWords } from '../rank/question-dates';
import type { RankedText } from '../rank/rank-texts';
import { TextList } from '../rank/text-list';
import type { TextChunk } from '../session-cache/text-chunk';
import { chooseComparison } from '../sources/choose-comparison';
import { findStandIns } from '../sources/find-stand-ins';
import { preferPhrases } from '../rank/prefer-phrases';
import { searchDatabase } from '../sources/search-database';
import { roundScore, roundScores } from './candidate';
import { findMatchedWords } from './find-matched-words';
import type { RetrievalDependencies } from './retrieve';
import { batchSearches } from './search-batch';

const DEFAULT_LIMIT = 20;

/** Words, vectors, and the time and the speaker that are named: the neighbours of a text are not what was searched for. */
const WEIGHTS: FeatureWeights = {
  bm25: 1,
  message: 0,
  vector: 0.5,
  meaning: 0.5,
  previous: 0,
  next: 0,
  second: 0,
  session: 0,
  speaker: 0.5,
  date: 0.75,
  recency: 0,
  tags: 0,
  length: 0,
  author: 0,
};

/** A search on behalf of an agent does not find results of tools: they go to the turn that called the tool. */
const RESULTS = [ToolResponse.name];

function buildFilter({ filter = {}, viewer }: SearchRequest, left: readonly string[]): ChunkFilter {
  const { author, ...rest } = filter;
  return {
    ...rest,
    excludeSchemas: viewer === undefined ? undefined : RESULTS,
    excludeIds: left.length === 0 ? undefined : left,
    author: author === undefined ? undefined : parseParticipantName(author),
  };
}

function keepBestOfEachCrumb(found: readonly RankedText<TextChunk>[], limit: number): RankedText<TextChunk>[] {
  const best = new Map<string, RankedText<TextChunk>>();
  for (const one of found) if (!best.has(one.text.id)) best.set(one.text.id, one);
  return [...best.values()].slice(0, limit);
}

/** The members of a session with their names, where the caller may know them. */
async function readMembers(
  sql: Sql,
  session: string | undefined,
  caller: AuthenticatedCaller,
): Promise<RetrieveRequest['members']> {
  if (session === undefined) return [];
  const params: unknown[] = [caller.workspace, session];
  const visible = visibleToCaller('c', caller, params);
  return sql.query(
    `select m.kind, m.id, m.name from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     cross join lateral jsonb_to_recordset(v.context -> 'members') m (kind text, id text, name text)
     where c.workspace = $1 and c.session = $2 and c.schema_name = '${Session.name}' and m.name is not null and ${PRESENT} and ${visible}`,
    params,
  );
}

/** What was found, and the keys by which it was searched for. */
interface FoundChunks {
  readonly best: readonly RankedText<TextChunk>[];
  readonly keys: ReadonlySet<string>;
}

async function findChunks(
  { database, index, index: { embedder, vectorise }, cache }: RetrievalDependencies,
  { scope, scope: { workspace }, caller }: { readonly scope: ReadScope; readonly caller: AuthenticatedCaller },
  request: SearchRequest,
): Promise<FoundChunks> {
  const { query, mode, limit = DEFAULT_LIMIT, turn } = request;
  const left = turn === undefined ? [] : await findLeftByTurn(database.within(workspace), workspace, turn);
  // A search by text takes words as they are.
  const knower = mode === 'text' ? null : embedder;
  const [snapshot, asked] = await Promise.all([
    cache.refresh({ workspace, query, scopes: [], embedder, vectorise }),
    knower === null ? null : index.embedQuery(query),
  ]);
  const sql = batchSearches(database, workspace, asked?.stored === 'vectors');
  const members = await readMembers(database.within(workspace), request.filter?.session, caller);
  const analysed = analyseQuestion({
    request: { query, now: new Date().toISOString(), members, tags: [] },
    snapshot,
    vector: asked,
    dates: findDateWords(query),
    conversation: new TextList<TextChunk>([]),
    ...(await findStandIns(sql, workspace, { query, stems: snapshot.stems, embedder: knower })),
  });
  const { question, stems } = questionForDatabase(analysed, snapshot);
  const compared = chooseComparison(mode, question, asked);
  const ranked = await searchDatabase(sql, {
    search: {
      scope,
      filter: buildFilter(request, left),
      stems: compared.mode === 'vector' ? [] : stems,
      vector: compared.vector,
    },
    question: { ...question, mode: compared.mode },
    weights: WEIGHTS,
    late: snapshot.late,
    // Any number of the best chunks may be of one long text, which is one result.
    limit: Infinity,
    neighbours: false,
  });
  const best = preferPhrases(ranked, question, compared.mode);
  return { best: keepBestOfEachCrumb(best, limit), keys: new Set(question.terms.map(({ term }) => term)) };
}

/** Finds crumbs that the caller may read, in their current versions, best first; for a turn, only those that its answer may tell and that its conversation has not left. */
export async function searchCrumbs(
  dependencies: RetrievalDependencies,
  from: AuthenticatedCaller,
  request: SearchRequest,
): Promise<SearchReply> {
  const caller = actAsViewer(from, request.viewer);
  const viewer = viewerOf(caller);
  const sql = dependencies.database.within(caller.workspace);
  const scope: ReadScope = {
    workspace: caller.workspace,
    viewers: viewer ? [viewer] : [],
    readers: request.turn === undefined ? null : await findAnswerReaders(sql, caller.workspace, request.turn),
    as_of: Number.MAX_SAFE_INTEGER,
    now: null,
  };
  const { best, keys } = await findChunks(dependencies, { scope, caller }, request);
  const refs = best.map(({ text }) => ({ id: text.id, version: text.row.version }));
  const { crumbs } = await readCrumbs(sql, { refs }, caller);
  const results = best.flatMap(({ text, score, scores }, at) => {
    const breadcrumb = crumbs[at];
    if (!breadcrumb || 'erased' in breadcrumb) return [];
    const matched = request.matched === true ? { matched: findMatchedWords(text.row.text, keys) } : {};
    return [{ breadcrumb, score: roundScore(score), scores: roundScores(scores), ...matched }];
  });
  return { results };
}
