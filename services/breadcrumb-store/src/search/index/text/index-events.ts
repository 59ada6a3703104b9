import type { EventKind } from '@crumbtrail/contracts';
import type { Database, Sql } from '../../../database/database';
import { withSchemaHints } from '../../../schemas/schema-hints';
import { deleteIndexed } from './delete-indexed';
import { mapOneByOne } from '../../../event-loop/map-one-by-one';
import { renderChunks, toRenderableVersion, type RenderedChunk, type RenderableVersionRow } from './render-chunks';
import { countInserted, lockIndex, removeFromStatistics } from './term-statistics';

/** How many events one step indexes. */
const BATCH = 200;
const KIND = 'text';

interface IndexableEventRow extends RenderableVersionRow {
  readonly position: number;
  readonly kind: EventKind;
}

const AFTER = `
  select e.position, e.kind, e.workspace, e.id, e.version, e.schema_name, e.session, e.author_kind, e.author_id,
    c.created_at, c.occurred_at, v.title, v.tags, v.context, v.llm_hints, v.content_hash
  from crumb_event e
  join crumb c on c.workspace = e.workspace and c.id = e.id
  left join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
    and e.kind in ('created', 'updated')
  where e.position > $1 order by e.position limit $2`;

/**
 * The indexed stems: the words of a text, stemmed as English, and its author's name, as a context shows it. The names of frequent
 * speakers get little weight in scores.
 */
const KEY_TEXT = `case when x.text = '' then ''::tsvector
  when c.author_kind in ('user', 'agent') then to_tsvector('english', c.author_id || ' ' || x.text)
  else to_tsvector('english', x.text) end`;

const INSERT = countInserted(`
  insert into chunk (workspace, crumb_id, version, ordinal, chunks, position, session, schema_name, author_kind, author_id,
    audience, tags, imported, occurred_at, expires_at, text, text_hash, hint_error, tokens_o200k, tokens_cl100k, simhash,
    length, tsv, counted)
  select c.workspace, c.id, v.version, x.ordinal, x.chunks, v.position, c.session, c.schema_name, c.author_kind, c.author_id,
    c.audience, v.tags, c.imported, c.occurred_at, v.expires_at, x.text, x.text_hash, x.hint_error, x.tokens_o200k,
    x.tokens_cl100k, x.simhash,
    (select coalesce(sum(cardinality(u.positions)), 0) from unnest(t.tsv) u), t.tsv,
    c.audience @> '{*}' and x.text <> ''
  from jsonb_to_recordset($1::jsonb) as x (workspace text, id uuid, version int, ordinal int, chunks int, text text,
    text_hash text, hint_error text, tokens_o200k int, tokens_cl100k int, simhash text)
  join crumb c on c.workspace = x.workspace and c.id = x.id
  join crumb_version v on v.workspace = x.workspace and v.id = x.id and v.version = x.version
  cross join lateral (select ${KEY_TEXT} as tsv) t
  on conflict do nothing
  returning workspace, tsv, length, counted`);

const NEWER = `from (
    select workspace, id, version, position from jsonb_to_recordset($1::jsonb)
      as x (workspace text, id uuid, version int, position bigint)
  ) n where n.workspace = k.workspace and n.id = k.crumb_id and n.version > k.version`;

async function supersede(sql: Sql, updates: readonly IndexableEventRow[]): Promise<void> {
  if (updates.length === 0) return;
  const newer = JSON.stringify(
    updates.map(({ workspace, id, version, position }) => ({ workspace, id, version, position })),
  );
  await removeFromStatistics(sql, { where: `exists (select 1 ${NEWER})`, params: [newer] });
  // Where a schema stores only the latest version, the one before stays indexed for builds that began before this update.
  await sql.query(
    `delete from chunk k where k.superseded_position is not null and exists (select 1 ${NEWER}) and not exists (
       select 1 from crumb_version v where v.workspace = k.workspace and v.id = k.crumb_id and v.version = k.version)`,
    [newer],
  );
  await sql.query(
    `update chunk k set superseded_position = (select min(n.position) ${NEWER})
     where k.superseded_position is null and exists (select 1 ${NEWER})`,
    [newer],
  );
}

async function expire(sql: Sql, expired: readonly IndexableEventRow[]): Promise<void> {
  if (expired.length === 0) return;
  const refs = JSON.stringify(expired.map(({ workspace, id }) => ({ workspace, id })));
  const gone = 'select 1 from jsonb_to_recordset($1::jsonb) as x (workspace text, id uuid)';
  const where = `exists (${gone} where x.workspace = k.workspace and x.id = k.crumb_id)`;
  await removeFromStatistics(sql, { where, params: [refs] });
}

async function write(sql: Sql, events: readonly IndexableEventRow[], texts: readonly RenderedChunk[]): Promise<void> {
  await lockIndex(sql);
  if (texts.length > 0) await sql.query(INSERT, [JSON.stringify(texts)]);
  await supersede(
    sql,
    events.filter((event) => event.kind === 'updated'),
  );
  await expire(
    sql,
    events.filter((event) => event.kind === 'expired'),
  );
  for (const event of events) if (event.kind === 'erased') await deleteIndexed(sql, event.workspace, [event.id]);
  const last = events.at(-1)?.position;
  await sql.query(
    `insert into index_cursor (kind, position) values ($1, $2)
     on conflict (kind) do update set position = greatest(index_cursor.position, excluded.position)`,
    [KIND, last],
  );
}

/** Reads the position through which the text index is complete. */
export async function readIndexedPosition(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: number }>('select position from index_cursor where kind = $1', [KIND]);
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

/**
 * Indexes the next events of the log in one transaction, cursor included, so that an interrupted step is repeated. Rendering and
 * counting happen before the transaction, which writes only versions that are still stored.
 */
export async function indexNextEvents(database: Database, most = BATCH): Promise<IndexStep> {
  const from = await readIndexedPosition(database);
  const events = await database.query<IndexableEventRow>(AFTER, [from, most]);
  const last = events.at(-1);
  if (!last) return { position: from, more: false };
  const texts = await renderEvents(database, events);
  await database.transaction((sql) => write(sql, events, texts));
  return { position: last.position, more: events.length === most, deleted: findDeletedCrumbs(events) };
}
