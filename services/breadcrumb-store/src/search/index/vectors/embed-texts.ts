import type { Database, Sql } from '../../../database/database';
import { encodeVector } from '../../../database/encode-vector';
import { EmbeddingRefused, type Embedder } from '../../embedders/embedder';
import { lockIndex } from '../text/term-statistics';
import { readIndexedPosition, type IndexStep } from '../text/index-events';
import { MOVE_INDEX_CURSOR, READ_INDEX_CURSOR } from '../text/index-statements';
import {
  COUNT_BACKLOG,
  COUNT_VECTORS,
  DELETE_RETRIES,
  INSERT_VECTORS,
  SCHEDULE_RETRY,
  SELECT_NEXT_TEXTS,
  SELECT_TEXT_LENGTH,
  SELECT_TEXTS_TO_RETRY,
  SELECT_VECTOR_POSITIONS,
} from './vector-statements';

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

const cursorName = (embedder: Embedder): string => `vector:${embedder.name}`;

/** The position through which the vectors of an embedder are complete, except for texts that it refuses; null if it never started. */
export async function readEmbeddedPosition(sql: Sql, embedder: Embedder): Promise<number | null> {
  const [row] = await sql.query<{ position: number }>(READ_INDEX_CURSOR, [cursorName(embedder)]);
  return row?.position ?? null;
}

/** The embedders that have vectors, and the positions through which these are complete, the most complete first. */
export function listEmbeddedPositions(sql: Sql): Promise<{ readonly name: string; readonly position: number }[]> {
  return sql.query(SELECT_VECTOR_POSITIONS);
}

/** How many texts still have no vector of an embedder. */
export async function countBacklog(sql: Sql, embedder: Embedder): Promise<number> {
  const [row] = await sql.query<{ count: number }>(COUNT_BACKLOG, [cursorName(embedder), embedder.name]);
  return row?.count ?? 0;
}

/** How many texts have a stored vector of an embedder. */
export async function countVectors(sql: Sql, { name }: Embedder): Promise<number> {
  const [row] = await sql.query<{ count: number }>(COUNT_VECTORS, [name]);
  return row?.count ?? 0;
}

/** How many characters a text has on average. */
export async function readTextLength(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ length: number }>(SELECT_TEXT_LENGTH);
  return row?.length ?? 0;
}

async function insertVectors(sql: Sql, embedder: Embedder, done: readonly EmbeddedText[]): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ workspace, crumb_id, version, ordinal, vector }) => ({
    workspace,
    crumb_id,
    version,
    ordinal,
    vector: encodeVector(vector),
  }));
  await sql.query(INSERT_VECTORS, [JSON.stringify(rows), embedder.name]);
}

async function deleteRetries(sql: Sql, embedder: Embedder, done: readonly EmbeddedText[]): Promise<void> {
  if (done.length === 0) return;
  await sql.query(DELETE_RETRIES, [JSON.stringify(done.map(({ vector: _, text: __, ...key }) => key)), embedder.name]);
}

async function scheduleRetry(sql: Sql, embedder: Embedder, one: TextToEmbed): Promise<void> {
  await sql.query(SCHEDULE_RETRY, [one.workspace, one.crumb_id, one.version, one.ordinal, embedder.name]);
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
  await sql.query(MOVE_INDEX_CURSOR, [cursorName(embedder), position]);
}

/** Retries refused texts; texts that are refused again wait longer. */
async function retryRefused(database: Database, embedder: Embedder): Promise<void> {
  const pending = await database.query<TextToEmbed>(SELECT_TEXTS_TO_RETRY, [embedder.name]);
  if (pending.length === 0) return;
  const { done, refused } = await embed(embedder, pending);
  await database.transaction(async (sql) => {
    lockIndex(sql);
    await insertVectors(sql, embedder, done);
    await deleteRetries(sql, embedder, done);
    for (const one of refused) await scheduleRetry(sql, embedder, one);
  });
}

/**
 * Computes the vectors of the next texts. If the server is down, the step fails and is retried; a text that it refuses is
 * postponed and the others continue. Meanwhile texts are found by their words.
 */
export async function embedNextTexts(database: Database, embedder: Embedder): Promise<IndexStep> {
  const from = (await readEmbeddedPosition(database, embedder)) ?? 0;
  const head = await readIndexedPosition(database);
  const pending = await database.query<TextToEmbed>(SELECT_NEXT_TEXTS, [from, head, embedder.batch]);
  const more = pending.length >= embedder.batch;
  const position = Math.max(from, more ? (pending.at(-1) as TextToEmbed).position : head);
  const { done, refused } = await embed(embedder, pending);
  if (position > from) {
    await database.transaction(async (sql) => {
      lockIndex(sql);
      await insertVectors(sql, embedder, done);
      for (const one of refused) await scheduleRetry(sql, embedder, one);
      await moveCursor(sql, embedder, position);
    });
  }
  if (!more) await retryRefused(database, embedder);
  return { position, more };
}
