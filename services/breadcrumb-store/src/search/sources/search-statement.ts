import { encodeVector } from '../../database/encode-vector';
import type { StatementParameters } from '../../database/statement-parameters';
import type { QueryVector } from '../embedders/query-vector';
import { MEANING_DIMENSIONS, meaningOf } from '../embedders/words-embedder';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql, chunkFilterSql } from '../filter/chunk-filter.sql';
import type { Period } from '../rank/question-dates';
import { CHUNK_COLUMNS, type ChunkRow } from '../session-cache/text-chunk';

/** How texts are found by vector alone: exactly, or by the embedder's index (where there is one). */
export type NearestSearch = 'exact' | 'indexed';

/** A question for texts that are not in memory. */
export interface SearchQuestion {
  readonly scope: ReadScope;
  readonly filter: ChunkFilter;
  /** The rarest stems of the question; texts with any of them are read. */
  readonly stems: readonly string[];
  readonly vector: QueryVector | null;
  /** Texts of these times are read, too, newest first. Default: none. */
  readonly periods?: readonly Period[];
  /** Texts of authors with these ids are read, too, newest first. Default: none. */
  readonly authors?: readonly string[];
  /** The weight of each stem, where the texts of most weight are read; absent: the newest are. */
  readonly stemWeights?: readonly number[] | undefined;
  /** Default: `exact` inside a session, whose rows are few, else `indexed`. */
  readonly nearest?: NearestSearch | undefined;
}

/** A chunk that was found, with its cosine where the question has a vector. */
export type SearchRow = ChunkRow & { readonly cosine: number | null };

/** How many texts that share words with the question are ranked, newest first. */
const MOST_HITS = 2_000;
/** How many are ranked where those of most weight are read. */
const MOST_WEIGHTY_HITS = 400;
/** How many texts are ranked by their vectors, nearest first. */
const MOST_NEAREST = 200;
/** How many texts of the times, and of the speakers, that a question names are ranked, newest first. */
const MOST_DATED = 400;
/** How many neighbours are read on each side of a text. */
const NEIGHBOURS = 2;

const KEY = 'workspace, crumb_id, version, ordinal';
const KEYS = 'k.workspace, k.crumb_id, k.version, k.ordinal';
const quoteLexeme = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const buildFilters = (parameters: StatementParameters, alias: string, { scope, filter }: SearchQuestion): string =>
  `${chunkAccessSql(parameters, alias, scope)} and ${chunkFilterSql(parameters, alias, filter)}`;

/** The total weight of a text's stems; empty where the newest texts are read. */
function weighHits(parameters: StatementParameters, { stems, stemWeights }: SearchQuestion): string {
  if (stemWeights === undefined) return '';
  const weigh = (stem: string, nth: number): string =>
    `case when k.tsv @@ ${parameters.add(quoteLexeme(stem), 'text')}::tsquery then ${parameters.add(stemWeights[nth] ?? 0, 'float8')} else 0 end`;
  return `${stems.map(weigh).join(' + ')} desc, `;
}

function selectHits(parameters: StatementParameters, question: SearchQuestion): string {
  const stems = question.stems.map(quoteLexeme).join(' | ');
  return `hits as materialized (
    select ${KEYS} from chunk_in_workspaces k where ${buildFilters(parameters, 'k', question)} and k.tsv @@ ${parameters.add(stems, 'text')}::tsquery
    order by ${weighHits(parameters, question)}k.occurred_at desc, k.position desc, k.ordinal
    limit ${question.stemWeights ? MOST_WEIGHTY_HITS : MOST_HITS})`;
}

function selectDated(parameters: StatementParameters, question: SearchQuestion, periods: readonly Period[]): string {
  const at = (milliseconds: number): string => parameters.add(new Date(milliseconds).toISOString(), 'timestamptz');
  const within = periods.map(({ from, to }) => `(k.occurred_at >= ${at(from)} and k.occurred_at < ${at(to)})`);
  return `dated as materialized (
    select ${KEYS} from chunk_in_workspaces k where ${buildFilters(parameters, 'k', question)} and (${within.join(' or ')})
    order by k.occurred_at desc, k.position desc, k.ordinal limit ${MOST_DATED})`;
}

function selectAuthored(parameters: StatementParameters, question: SearchQuestion, authors: readonly string[]): string {
  return `authored as materialized (
    select ${KEYS} from chunk_in_workspaces k
    where ${buildFilters(parameters, 'k', question)} and k.author_id = any(${parameters.add([...authors], 'text[]')})
    order by k.occurred_at desc, k.position desc, k.ordinal limit ${MOST_DATED})`;
}

interface VectorComparison {
  /** The cosine distance of the row `v` to the question. */
  readonly distance: string;
  /** Predicate: the vector of the row `v` can be compared. */
  readonly comparable: string;
}

/** The cosine distance of the meaning of the row `k` to that of the question, which is computed once. */
function compareMeanings(parameters: StatementParameters, { vector }: QueryVector): string {
  const asked = parameters.add(encodeVector(meaningOf(vector)), 'text');
  return `k.meaning <=> (select ${asked}::halfvec(${MEANING_DIMENSIONS}))`;
}

/** Postgres compares all that the filters leave, or reads on in the index of meanings until enough pass them. */
function selectNearestMeanings(parameters: StatementParameters, question: SearchQuestion, vector: QueryVector): string {
  const filters = buildFilters(parameters, 'k', question);
  return `near as materialized (
    select ${KEYS} from chunk k where ${filters} and k.meaning is not null
    order by ${compareMeanings(parameters, vector)} limit ${MOST_NEAREST})`;
}

function compareVectors(parameters: StatementParameters, { embedder, vector }: QueryVector): VectorComparison {
  const dimensions = Math.trunc(vector.length);
  // A subquery without outer references is computed once; in a generic plan a cast of the parameter is computed for every row.
  const asked = `(select ${parameters.add(encodeVector(vector), 'text')}::vector(${dimensions}))`;
  return {
    distance: `(v.embedding::vector(${dimensions})) <=> ${asked}`,
    comparable: `v.embedder = ${parameters.add(embedder, 'text')} and vector_dims(v.embedding) = ${dimensions}`,
  };
}

const chooseNearest = ({ nearest, filter }: SearchQuestion): NearestSearch =>
  nearest ?? (filter.session === undefined ? 'indexed' : 'exact');

/** The cast to fixed dimensions lets Postgres use the embedder's HNSW index. */
function selectNearest(parameters: StatementParameters, question: SearchQuestion, vector: QueryVector): string {
  if (vector.stored === 'meanings') return selectNearestMeanings(parameters, question, vector);
  const { distance, comparable } = compareVectors(parameters, vector);
  const filters = buildFilters(parameters, 'k', question);
  const isExact = chooseNearest(question) === 'exact';
  const reach = `reach as materialized (select ${KEYS} from chunk k where ${filters}), `;
  return `${isExact ? reach : ''}near as (
    select v.workspace, v.crumb_id, v.version, v.ordinal from chunk_vector v join ${isExact ? 'reach' : 'chunk'} k using (${KEY})
    where ${comparable}${isExact ? '' : ` and ${filters}`} order by ${distance} limit ${MOST_NEAREST})`;
}

/** Selects the chunks of the table `found`, with their cosines where the question has a vector. */
function selectRows(parameters: StatementParameters, found: string, { vector }: SearchQuestion): string {
  if (vector === null)
    return `select ${CHUNK_COLUMNS}, null::float8 as cosine from ${found} f join chunk k using (${KEY})`;
  if (vector.stored === 'meanings')
    return `select ${CHUNK_COLUMNS}, 1 - (${compareMeanings(parameters, vector)}) as cosine from ${found} f join chunk k using (${KEY})`;
  const { distance, comparable } = compareVectors(parameters, vector);
  return `select ${CHUNK_COLUMNS}, 1 - (${distance}) as cosine from ${found} f join chunk k using (${KEY})
    left join chunk_vector v on v.workspace = k.workspace and v.crumb_id = k.crumb_id and v.version = k.version
      and v.ordinal = k.ordinal and ${comparable}`;
}

/**
 * Selects the texts that share the rarest words of a question and those that are nearest by vector, a limited number of each. Null
 * where the question has neither stems nor a vector.
 */
export function buildSearchStatement(parameters: StatementParameters, question: SearchQuestion): string | null {
  const { stems, vector, periods = [], authors = [] } = question;
  const tables = [
    ...(stems.length > 0 ? [{ name: 'hits', sql: selectHits(parameters, question) }] : []),
    ...(periods.length > 0 ? [{ name: 'dated', sql: selectDated(parameters, question, periods) }] : []),
    ...(authors.length > 0 ? [{ name: 'authored', sql: selectAuthored(parameters, question, authors) }] : []),
    ...(vector === null ? [] : [{ name: 'near', sql: selectNearest(parameters, question, vector) }]),
  ];
  if (tables.length === 0) return null;
  const found = `found as (${tables.map(({ name }) => `select ${KEY} from ${name}`).join(' union ')})`;
  return `with ${[...tables.map(({ sql }) => sql), found].join(', ')} ${selectRows(parameters, 'found', question)}`;
}

function selectSide(parameters: StatementParameters, question: SearchQuestion, side: 'before' | 'after'): string {
  const sign = side === 'before' ? '<' : '>';
  const order = side === 'before' ? 'desc' : 'asc';
  return `select n.* from seeds s cross join lateral (
      select ${KEYS} from chunk k
      where ${buildFilters(parameters, 'k', question)} and k.session = s.session
        and (k.occurred_at, k.position, k.ordinal) ${sign} (s.occurred_at, s.position, s.ordinal)
      order by k.occurred_at ${order}, k.position ${order}, k.ordinal ${order} limit ${NEIGHBOURS}) n`;
}

/** Selects the best texts again, with the ones directly before and after them in their sessions, through the same filters. */
export function buildNeighboursStatement(
  parameters: StatementParameters,
  question: SearchQuestion,
  best: readonly Pick<ChunkRow, 'id' | 'version' | 'ordinal'>[],
): string {
  const ids = parameters.add(
    best.map(({ id }) => id),
    'uuid[]',
  );
  const versions = parameters.add(
    best.map(({ version }) => version),
    'int[]',
  );
  const ordinals = parameters.add(
    best.map(({ ordinal }) => ordinal),
    'int[]',
  );
  const workspace = parameters.add(question.scope.workspace, 'text');
  return `with seeds as materialized (
      select ${KEYS}, k.session, k.occurred_at, k.position from unnest(${ids}, ${versions}, ${ordinals}) b (crumb_id, version, ordinal)
      join chunk k on k.workspace = ${workspace} and k.crumb_id = b.crumb_id and k.version = b.version and k.ordinal = b.ordinal
      where ${buildFilters(parameters, 'k', question)}
    ),
    around as (
      select ${KEY} from seeds union ${selectSide(parameters, question, 'before')} union ${selectSide(parameters, question, 'after')}
    ) ${selectRows(parameters, 'around', question)}`;
}
