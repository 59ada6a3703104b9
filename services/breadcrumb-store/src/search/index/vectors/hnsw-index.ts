import { sha256 } from '@crumbtrail/contracts';
import type { Database } from '../../../database/database';

/** The most dimensions that pgvector can index as `vector`. */
const MOST_DIMENSIONS = 2_000;

const MEANING_INDEX = 'chunk_near_in_meaning';
/** From so many texts of one workspace on, meanings are found by an index; up to there, comparing all of them takes some 20 ms. */
const MANY_TEXTS = 20_000;

/** Links of a text in that index: half of what pgvector takes by default, since it doubles the cost of each insert for one in a hundred of the nearest. */
const MEANING_LINKS = 8;

/** About how many texts the largest workspace has, private ones too, by the planner's statistics. */
const ESTIMATE_LARGEST = `
  select coalesce(max(f) * (select reltuples from pg_class where oid = 'chunk'::regclass), 0)::float8 as texts
  from pg_stats s cross join unnest(s.most_common_freqs) f
  where s.schemaname = current_schema() and s.tablename = 'chunk' and s.attname = 'workspace'`;

/** Drops the index of an interrupted build: Postgres maintains it but never uses it. */
async function dropInvalidIndex(database: Database, name: string): Promise<void> {
  const [broken] = await database.query(
    'select 1 from pg_class c join pg_index i on i.indexrelid = c.oid where c.relname = $1 and not i.indisvalid',
    [name],
  );
  if (broken) await database.query(`drop index concurrently ${name}`);
}

/**
 * Creates the HNSW index of an embedder on Postgres, over its rows only, without blocking writes. PGlite needs none: there an
 * exact scan is as fast. Returns false while the embedder has no vector yet, since only that tells the dimensions.
 */
export async function ensureVectorIndex(database: Database, embedder: string): Promise<boolean> {
  if (database.kind !== 'postgres') return true;
  const [row] = await database.query<{ dimensions: number }>(
    'select vector_dims(embedding) as dimensions from chunk_vector where embedder = $1 limit 1',
    [embedder],
  );
  if (!row) return false;
  const dimensions = Math.trunc(row.dimensions);
  if (dimensions > MOST_DIMENSIONS) return true;
  const name = `chunk_vector_near_${sha256(`${embedder}:${dimensions}`).slice(0, 16)}`;
  await dropInvalidIndex(database, name);
  await database.query(
    `create index concurrently if not exists ${name} on chunk_vector
     using hnsw ((embedding::vector(${dimensions})) vector_cosine_ops)
     where embedder = '${embedder.replaceAll("'", "''")}' and vector_dims(embedding) = ${dimensions}`,
  );
  return true;
}

/** When the meanings of texts have an index. */
export interface MeaningIndexOptions {
  /** Does the embedder serve that compares them? */
  readonly isWanted: boolean;
  /** Texts of one workspace from which on there is one. @default 20000 */
  readonly manyTexts?: number;
}

/** Creates the HNSW index of meanings on Postgres where a workspace has many texts, without blocking writes, and drops it where they are not compared. */
export async function keepMeaningIndex(
  database: Database,
  { isWanted, manyTexts = MANY_TEXTS }: MeaningIndexOptions,
): Promise<void> {
  if (database.kind !== 'postgres') return;
  if (!isWanted) {
    await database.query(`drop index concurrently if exists ${MEANING_INDEX}`);
    return;
  }
  await dropInvalidIndex(database, MEANING_INDEX);
  const [largest] = await database.query<{ texts: number }>(ESTIMATE_LARGEST);
  if ((largest?.texts ?? 0) < manyTexts) return;
  await database.query(
    `create index concurrently if not exists ${MEANING_INDEX} on chunk using hnsw (meaning halfvec_cosine_ops) with (m = ${MEANING_LINKS})`,
  );
}

/** Drops the indexes of embedders that are not in use. */
export async function dropVectorIndexes(database: Database, kept: readonly string[]): Promise<void> {
  if (database.kind !== 'postgres') return;
  const rows = await database.query<{ name: string }>(
    `select indexname as name from pg_indexes
     where schemaname = current_schema() and tablename = 'chunk_vector' and indexname like 'chunk\\_vector\\_near\\_%'
       and not exists (select 1 from unnest($1::text[]) as k (name) where strpos(indexdef, quote_literal(k.name)) > 0)`,
    [kept],
  );
  for (const { name } of rows) await database.query(`drop index concurrently if exists ${name}`);
}
