import type { EventKind } from '@crumbtrail/contracts';
import type { Database, Sql, TransactionSql } from '../../../database/database';
import { withSchemaHints } from '../../../schemas/schema-hints';
import { deleteIndexed } from './delete-indexed';
import { mapOneByOne } from '../../../event-loop/map-one-by-one';
import { renderChunks, toRenderableVersion, type RenderedChunk, type RenderableVersionRow } from './render-chunks';
import {
  DELETE_DROPPED,
  HAS_NEWER,
  INSERT_CHUNKS,
  IS_EXPIRED,
  MOVE_INDEX_CURSOR,
  READ_INDEX_CURSOR,
  SELECT_EVENTS,
  SUPERSEDE,
} from './index-statements';
import { lockIndex, removeFromStatistics } from './term-statistics';

/** How many events one step indexes. */
const BATCH = 200;
const KIND = 'text';

interface IndexableEventRow extends RenderableVersionRow {
  readonly position: number;
  readonly kind: EventKind;
}

/** An event, or none, and the position through which the index is complete. */
type NextEventRow = { readonly through: number } & (IndexableEventRow | { readonly position: null });

async function supersede(sql: Sql, updates: readonly IndexableEventRow[]): Promise<void> {
  if (updates.length === 0) return;
  const newer = JSON.stringify(
    updates.map(({ workspace, id, version, position }) => ({ workspace, id, version, position })),
  );
  await removeFromStatistics(sql, { where: HAS_NEWER, params: [newer] });
  // Where a schema stores only the latest version, the one before stays indexed for builds that began before this update.
  await sql.query(DELETE_DROPPED, [newer]);
  await sql.query(SUPERSEDE, [newer]);
}

async function expire(sql: Sql, expired: readonly IndexableEventRow[]): Promise<void> {
  if (expired.length === 0) return;
  const refs = JSON.stringify(expired.map(({ workspace, id }) => ({ workspace, id })));
  await removeFromStatistics(sql, { where: IS_EXPIRED, params: [refs] });
}

/** What a step writes. */
interface IndexWrite {
  readonly events: readonly IndexableEventRow[];
  readonly texts: readonly RenderedChunk[];
  /** Whether the plan of the statement may be kept. */
  readonly prepares: boolean;
}

/** Where no crumb was changed or removed, all statements travel together. */
async function write(sql: TransactionSql, { events, texts, prepares }: IndexWrite): Promise<void> {
  lockIndex(sql);
  if (texts.length > 0) sql.send(prepares ? { text: INSERT_CHUNKS } : INSERT_CHUNKS, [JSON.stringify(texts)]);
  await supersede(
    sql,
    events.filter((event) => event.kind === 'updated'),
  );
  await expire(
    sql,
    events.filter((event) => event.kind === 'expired'),
  );
  for (const event of events) if (event.kind === 'erased') await deleteIndexed(sql, event.workspace, [event.id]);
  const last = events.at(-1);
  if (last) sql.send(MOVE_INDEX_CURSOR, [KIND, last.position]);
}

/** Reads the position through which the text index is complete. */
export async function readIndexedPosition(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: number }>(READ_INDEX_CURSOR, [KIND]);
  return row?.position ?? 0;
}

/** How far a step of an index went, and whether there may be more to do. */
export interface IndexStep {
  readonly position: number;
  readonly more: boolean;
  /** Ids of crumbs that were erased or expired in this step, by workspace. */
  readonly deleted?: ReadonlyMap<string, ReadonlySet<string>>;
}

function findDeletedCrumbs(events: readonly IndexableEventRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const forgotten = new Map<string, Set<string>>();
  for (const { kind, workspace, id } of events) {
    if (kind !== 'erased' && kind !== 'expired') continue;
    forgotten.set(workspace, (forgotten.get(workspace) ?? new Set()).add(id));
  }
  return forgotten;
}

/** Renders the versions of events by their crumbs' hints and by the hints of their schemas as of that position. */
async function renderEvents(sql: Sql, events: readonly IndexableEventRow[]): Promise<RenderedChunk[]> {
  const versions = (await withSchemaHints(sql, events)).map(toRenderableVersion).filter((version) => version !== null);
  return (await mapOneByOne(versions, renderChunks)).flat();
}

/** How the next events are indexed. */
export interface IndexStepOptions {
  /** How many at most. @default 200 */
  readonly most?: number;
  /**
   * Had the step before reached the end of the log? Then the plans of its statements are kept: the store updates the statistics of a log that has doubled, and Postgres plans
   * again then. During an import they are made for each step, because the statistics are those of its beginning. @default false
   */
  readonly isCaughtUp?: boolean;
}

/**
 * Indexes the next events of the log in one transaction, cursor included, so that an interrupted step is repeated. Rendering and
 * counting happen before the transaction, which writes only versions that are still stored.
 */
export async function indexNextEvents(
  database: Database,
  { most = BATCH, isCaughtUp = false }: IndexStepOptions = {},
): Promise<IndexStep> {
  const select = isCaughtUp ? { text: SELECT_EVENTS } : SELECT_EVENTS;
  const rows = await database.query<NextEventRow>(select, [KIND, most]);
  const events = rows.filter((row) => row.position !== null);
  const last = events.at(-1);
  if (!last) return { position: rows[0]?.through ?? 0, more: false };
  const texts = await renderEvents(database, events);
  const more = events.length === most;
  await database.transaction((sql) => write(sql, { events, texts, prepares: isCaughtUp && !more }));
  return { position: last.position, more, deleted: findDeletedCrumbs(events) };
}
