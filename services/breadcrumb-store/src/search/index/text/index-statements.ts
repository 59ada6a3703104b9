import type { Statement } from '../../../database/database';
import { isOfThisLog } from '../../../database/is-of-this-log';
import { countInserted } from './term-statistics';

/**
 * The position through which the part $1 of the index is complete, with the events after it, their crumbs and the versions that they announce, at most $2; one
 * row without an event where there is none.
 */
export const SELECT_EVENTS = `
  select i.through, e.*, c.created_at, c.occurred_at, v.title, v.tags, v.context, v.llm_hints, v.content_hash
  from (select coalesce((select position from index_cursor where kind = $1), 0) as through) i
  left join lateral (
    select e.position, e.kind, e.workspace, e.id, e.version, e.schema_name, e.session, e.author_kind, e.author_id
    from crumb_event e where e.position > i.through and ${isOfThisLog('e')} order by e.position limit $2) e on true
  left join crumb c on c.workspace = e.workspace and c.id = e.id
  left join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
    and e.kind in ('created', 'updated')
  order by e.position`;

/** Inserts rendered texts as chunks, and counts their stems. */
export const INSERT_CHUNKS = countInserted(`
  insert into chunk (workspace, crumb_id, version, ordinal, chunks, position, session, schema_name, author_kind, author_id,
    author_name, audience, informs, tags, imported, occurred_at, expires_at, text, text_hash, hint_error, tokens_o200k, tokens_cl100k, simhash,
    length, tsv, meaning, counted)
  select c.workspace, c.id, v.version, x.ordinal, x.chunks, v.position, c.session, c.schema_name, c.author_kind, c.author_id,
    c.author_name, c.audience, c.informs, v.tags, c.imported, c.occurred_at, v.expires_at, x.text, x.text_hash, x.hint_error, x.tokens_o200k,
    x.tokens_cl100k, x.simhash,
    x.length, x.tsv::tsvector, x.meaning::halfvec,
    c.audience @> '{*}' and x.text <> ''
  from jsonb_to_recordset($1::jsonb) as x (workspace text, id uuid, version int, ordinal int, chunks int, text text,
    text_hash text, hint_error text, tokens_o200k int, tokens_cl100k int, simhash text, length int, tsv text, meaning text)
  join crumb c on c.workspace = x.workspace and c.id = x.id
  join crumb_version v on v.workspace = x.workspace and v.id = x.id and v.version = x.version
  on conflict do nothing
  returning workspace, tsv, length, counted`);

const NEWER = `from (
    select workspace, id, version, position from jsonb_to_recordset($1::jsonb)
      as x (workspace text, id uuid, version int, position bigint)
  ) n where n.workspace = k.workspace and n.id = k.crumb_id and n.version > k.version`;

/** Is there a newer version of `chunk k`? */
export const HAS_NEWER = `exists (select 1 ${NEWER})`;

/** Deletes the chunks before the last ones of a crumb whose schema stores only the latest version. */
export const DELETE_DROPPED = `
  delete from chunk k where k.superseded_position is not null and ${HAS_NEWER} and not exists (
    select 1 from crumb_version v where v.workspace = k.workspace and v.id = k.crumb_id and v.version = k.version)`;

/** Marks chunks of versions that are no longer current. */
export const SUPERSEDE = `
  update chunk k set superseded_position = (select min(n.position) ${NEWER})
  where k.superseded_position is null and ${HAS_NEWER}`;

/** Does `chunk k` belong to one of the expired crumbs? */
export const IS_EXPIRED = `exists (
  select 1 from jsonb_to_recordset($1::jsonb) as x (workspace text, id uuid)
  where x.workspace = k.workspace and x.id = k.crumb_id)`;

/** Moves a part of the index forward, never back. */
export const MOVE_INDEX_CURSOR: Statement = {
  text: `insert into index_cursor (kind, position) values ($1, $2)
  on conflict (kind) do update set position = greatest(index_cursor.position, excluded.position)`,
};

/** The position through which a part of the index is complete. */
export const READ_INDEX_CURSOR: Statement = { text: 'select position from index_cursor where kind = $1' };
