import type { Database, Sql } from '../../../database/database';
import { encodeVector } from '../../../database/encode-vector';
import { EmbeddingRefused, type Embedder } from '../../embedders/embedder';
import { lockIndex } from '../text/term-statistics';
import { readIndexedPosition, type IndexStep } from '../text/index-events';

interface TextToEmbed {
  readonly workspace: string;
  readonly crumb_id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly position: number;
  readonly text: string;
}

interface EmbeddedText extends TextToEmbed {
  readonly vector: readonly number[];
}

const KEY = 'workspace, crumb_id, version, ordinal';

/** Texts behind the cursor, every piece of the last version among them. */
const NEXT = `
  select k.workspace, k.crumb_id, k.version, k.ordinal, k.position, k.text from chunk k
  where k.position > $1 and k.position <= $2 and k.text <> ''
  order by k.position fetch first $3 rows with ties`;

/** Texts that were refused and whose time to be tried again has come. */
const AGAIN = `
  select k.workspace, k.crumb_id, k.version, k.ordinal, k.position, k.text
  from vector_retry r join chunk k using (${KEY})
  where r.embedder = $1 and r.due_at <= now() order by r.due_at limit 8`;

const cursorName = (embedder: Embedder): string => `vector:${embedder.name}`;

/** The position that vectors of an embedder are complete through, texts it refuses aside; null when it never began. */
export async function readEmbeddedPosition(sql: Sql, embedder: Embedder): Promise<number | null> {
  const [row] = await sql.query<{ position: number }>('select position from index_cursor where kind = $1', [
    cursorName(embedder),
  ]);
  return row?.position ?? null;
}

/** How many texts still have no vector of an embedder. */
export async function countBacklog(sql: Sql, embedder: Embedder): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select ((select count(*) from chunk where text <> '' and position >
         coalesce((select position from index_cursor where kind = $1), 0))
       + (select count(*) from vector_retry where embedder = $2))::int as count`,
    [cursorName(embedder), embedder.name],
  );
  return row?.count ?? 0;
}

const RECORDSET = `jsonb_to_recordset($1::jsonb) as x (workspace text, crumb_id uuid, version int, ordinal int, vector text)`;

async function insertVectors(sql: Sql, embedder: Embedder, done: readonly EmbeddedText[]): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ workspace, crumb_id, version, ordinal, vector }) => ({
    workspace,
    crumb_id,
    version,
    ordinal,
    vector: encodeVector(vector),
  }));
  await sql.query(
    `insert into chunk_vector (${KEY}, embedder, embedding)
     select ${KEY}, $2, x.vector::vector from ${RECORDSET} join chunk k using (${KEY}) on conflict do nothing`,
    [JSON.stringify(rows), embedder.name],
  );
}

async function deleteRetries(sql: Sql, embedder: Embedder, done: readonly EmbeddedText[]): Promise<void> {
  if (done.length === 0) return;
  await sql.query(
    `delete from vector_retry r using ${RECORDSET}
     where r.embedder = $2 and (r.workspace, r.crumb_id, r.version, r.ordinal) = (x.workspace, x.crumb_id, x.version, x.ordinal)`,
    [JSON.stringify(done.map(({ vector: _, text: __, ...key }) => key)), embedder.name],
  );
}

async function scheduleRetry(sql: Sql, embedder: Embedder, one: TextToEmbed): Promise<void> {
  await sql.query(
    `insert into vector_retry (${KEY}, embedder, attempts, due_at)
     select ${KEY}, $5, 1, now() + interval '1 minute' from chunk where (${KEY}) = ($1, $2::uuid, $3::int, $4::int)
     on conflict (${KEY}, embedder) do update set attempts = vector_retry.attempts + 1,
       due_at = now() + least(interval '1 minute' * power(2, vector_retry.attempts), interval '1 day')`,
    [one.workspace, one.crumb_id, one.version, one.ordinal, embedder.name],
  );
}

interface EmbeddingOutcome {
  readonly done: readonly EmbeddedText[];
  readonly refused: readonly TextToEmbed[];
}

async function embedAll(embedder: Embedder, pending: readonly TextToEmbed[]): Promise<EmbeddingOutcome> {
  const vectors = await embedder.embed(pending.map((one) => one.text));
  return { done: pending.map((one, at) => ({ ...one, vector: vectors[at] as readonly number[] })), refused: [] };
}

async function embedHalves(embedder: Embedder, pending: readonly TextToEmbed[]): Promise<EmbeddingOutcome> {
  const middle = Math.ceil(pending.length / 2);
  const halves = [await embed(embedder, pending.slice(0, middle)), await embed(embedder, pending.slice(middle))];
  return { done: halves.flatMap((half) => half.done), refused: halves.flatMap((half) => half.refused) };
}

/** One text that the server refuses must not keep its neighbours from being found. */
async function embed(embedder: Embedder, pending: readonly TextToEmbed[]): Promise<EmbeddingOutcome> {
  if (pending.length === 0) return { done: [], refused: [] };
  if (pending.length > embedder.batch) return embedHalves(embedder, pending);
  try {
    return await embedAll(embedder, pending);
  } catch (error) {
    if (!(error instanceof EmbeddingRefused)) throw error;
    return pending.length === 1 ? { done: [], refused: pending } : embedHalves(embedder, pending);
  }
}

async function moveCursor(sql: Sql, embedder: Embedder, position: number): Promise<void> {
  await sql.query(
    `insert into index_cursor (kind, position) values ($1, $2)
     on conflict (kind) do update set position = greatest(index_cursor.position, excluded.position)`,
    [cursorName(embedder), position],
  );
}

/** Tries again what was refused; what is refused once more waits longer. */
async function retryRefused(database: Database, embedder: Embedder): Promise<void> {
  const pending = await database.query<TextToEmbed>(AGAIN, [embedder.name]);
  if (pending.length === 0) return;
  const { done, refused } = await embed(embedder, pending);
  await database.transaction(async (sql) => {
    await lockIndex(sql);
    await insertVectors(sql, embedder, done);
    await deleteRetries(sql, embedder, done);
    for (const one of refused) await scheduleRetry(sql, embedder, one);
  });
}

/**
 * Gives the next texts their vectors. A server that is down fails the step, which is tried again; a text that it refuses is
 * put off and the others go on. Texts are found by their words all the while.
 */
export async function embedNextTexts(database: Database, embedder: Embedder): Promise<IndexStep> {
  const from = (await readEmbeddedPosition(database, embedder)) ?? 0;
  const head = await readIndexedPosition(database);
  const pending = await database.query<TextToEmbed>(NEXT, [from, head, embedder.batch]);
  const more = pending.length >= embedder.batch;
  const position = Math.max(from, more ? (pending.at(-1) as TextToEmbed).position : head);
  const { done, refused } = await embed(embedder, pending);
  if (position > from) {
    await database.transaction(async (sql) => {
      await lockIndex(sql);
      await insertVectors(sql, embedder, done);
      for (const one of refused) await scheduleRetry(sql, embedder, one);
      await moveCursor(sql, embedder, position);
    });
  }
  if (!more) await retryRefused(database, embedder);
  return { position, more };
}
