import type { QueryVector } from '../embedders/query-vector';
import { vectorLiteral } from '../embedders/embedder';
import { CHUNK_COLUMNS, type ChunkRow } from '../session-cache/text-chunk';
import {
  chunkFilterSql,
  accessFilterSql,
  StatementParameters,
  type ChunkFilter,
  type ReadScope,
} from '../filter/chunk-filter.sql';

/** A question across more texts than are held in memory. */
export interface SearchQuestion {
  readonly sight: ReadScope;
  readonly filter: ChunkFilter;
  /** The rarest stems of the question; texts with any of them are looked at. */
  readonly stems: readonly string[];
  readonly vector: QueryVector | null;
}

/** A text that was found, with its cosine where vectors are asked for. */
export type SearchRow = ChunkRow & { readonly cosine: number | null };

/** Newest texts of those that share words with a question that are ranked. */
const MOST_HITS = 2_000;
/** Nearest texts by vector that are ranked. */
const MOST_NEAR = 200;
/** Texts before and after each of the best that its neighbours are known by. */
const BESIDE = 2;

const KEY = 'workspace, crumb_id, version, ordinal';
const KEYS = 'k.workspace, k.crumb_id, k.version, k.ordinal';
const lexeme = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const buildFilters = (values: StatementParameters, alias: string, { sight, filter }: SearchQuestion): string =>
  `${accessFilterSql(values, alias, sight)} and ${chunkFilterSql(values, alias, filter)}`;

function selectHits(values: StatementParameters, question: SearchQuestion): string {
  const words = question.stems.map(lexeme).join(' | ');
  return `hits as materialized (
    select ${KEYS} from chunk k where ${buildFilters(values, 'k', question)} and k.tsv @@ ${values.add(words, 'text')}::tsquery
    order by k.occurred_at desc, k.position desc, k.ordinal limit ${MOST_HITS})`;
}

/** The cosine of vectors `v` with the question, and which of them can be compared. */
function compareVectors(
  values: StatementParameters,
  { embedder, vector }: QueryVector,
): { distance: string; comparable: string } {
  const dimensions = Math.trunc(vector.length);
  // A subquery without outer references is worked out once; a cast of the parameter would be, in a kept plan, for every row.
  const asked = `(select ${values.add(vectorLiteral(vector), 'text')}::vector(${dimensions}))`;
  return {
    distance: `(v.embedding::vector(${dimensions})) <=> ${asked}`,
    comparable: `v.embedder = ${values.add(embedder, 'text')} and vector_dims(v.embedding) = ${dimensions}`,
  };
}

/** The cast to fixed dimensions lets Postgres use the embedder's HNSW index; inside a session the rows are few and the sort exact. */
function selectNearest(values: StatementParameters, question: SearchQuestion, vector: QueryVector): string {
  const { distance, comparable } = compareVectors(values, vector);
  const wall = buildFilters(values, 'k', question);
  const isScoped = question.filter.session !== undefined;
  const reach = `reach as materialized (select ${KEYS} from chunk k where ${wall}), `;
  return `${isScoped ? reach : ''}near as (
    select v.workspace, v.crumb_id, v.version, v.ordinal from chunk_vector v join ${isScoped ? 'reach' : 'chunk'} k using (${KEY})
    where ${comparable}${isScoped ? '' : ` and ${wall}`} order by ${distance} limit ${MOST_NEAR})`;
}

function selectRows(values: StatementParameters, found: string, { vector }: SearchQuestion): string {
  if (vector === null)
    return `select ${CHUNK_COLUMNS}, null::float8 as cosine from ${found} f join chunk k using (${KEY})`;
  const { distance, comparable } = compareVectors(values, vector);
  return `select ${CHUNK_COLUMNS}, 1 - (${distance}) as cosine from ${found} f join chunk k using (${KEY})
    left join chunk_vector v on v.workspace = k.workspace and v.crumb_id = k.crumb_id and v.version = k.version
      and v.ordinal = k.ordinal and ${comparable}`;
}

/** What a question may be answered with: texts that share its rarest words, and the nearest by vector; each number capped. */
export function buildSearchStatement(values: StatementParameters, question: SearchQuestion): string | null {
  const { stems, vector } = question;
  const tables = [
    ...(stems.length > 0 ? [{ name: 'hits', sql: selectHits(values, question) }] : []),
    ...(vector === null ? [] : [{ name: 'near', sql: selectNearest(values, question, vector) }]),
  ];
  if (tables.length === 0) return null;
  const found = `found as (${tables.map(({ name }) => `select ${KEY} from ${name}`).join(' union ')})`;
  return `with ${[...tables.map(({ sql }) => sql), found].join(', ')} ${selectRows(values, 'found', question)}`;
}

function selectSide(
  values: StatementParameters,
  question: SearchQuestion,
  [sign, order]: readonly [string, string],
): string {
  return `select n.* from seeds s cross join lateral (
      select ${KEYS} from chunk k
      where ${buildFilters(values, 'k', question)} and k.session = s.session
        and (k.occurred_at, k.position, k.ordinal) ${sign} (s.occurred_at, s.position, s.ordinal)
      order by k.occurred_at ${order}, k.position ${order}, k.ordinal ${order} limit ${BESIDE}) n`;
}

/** The best texts again, with those right before and after them in their sessions, behind the same wall. */
export function buildNeighboursStatement(
  values: StatementParameters,
  question: SearchQuestion,
  seeds: readonly ChunkRow[],
): string {
  const ids = values.add(
    seeds.map(({ id }) => id),
    'uuid[]',
  );
  const versions = values.add(
    seeds.map(({ version }) => version),
    'int[]',
  );
  const ordinals = values.add(
    seeds.map(({ ordinal }) => ordinal),
    'int[]',
  );
  const workspace = values.add(question.sight.workspace, 'text');
  return `with seeds as materialized (
      select ${KEYS}, k.session, k.occurred_at, k.position from unnest(${ids}, ${versions}, ${ordinals}) b (crumb_id, version, ordinal)
      join chunk k on k.workspace = ${workspace} and k.crumb_id = b.crumb_id and k.version = b.version and k.ordinal = b.ordinal
      where ${buildFilters(values, 'k', question)}
    ),
    around as (
      select ${KEY} from seeds union ${selectSide(values, question, ['<', 'desc'])} union ${selectSide(values, question, ['>', 'asc'])}
    ) ${selectRows(values, 'around', question)}`;
}
