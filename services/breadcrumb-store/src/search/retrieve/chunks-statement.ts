import type { ChunksRequest, Viewer } from '@crumbtrail/contracts';
import type { ReadStatement } from '../../database/database';
import type { StatementParameters } from '../../database/statement-parameters';
import { mayReadSql } from '../../identity/visibility/access-filter.sql';
import type { StoredRow } from '../sources/render-stored';

/** A row that {@link buildChunksStatement} selects. */
export type RequestedChunkRow = Omit<StoredRow, 'context'> & {
  /** Which reference of the request, from 1. */
  readonly n: number;
  readonly erased: boolean;
  /** Is the chunk no longer indexed? */
  readonly missing: boolean;
  readonly context: Record<string, unknown> | null;
};

/** The columns of a chunk, from the crumb and its version where the chunk is no longer indexed. */
const COLUMNS = `c.id, r.version, r.ordinal, coalesce(k.chunks, 1) as chunks, coalesce(k.position, v.position) as position,
  k.superseded_position, c.session, c.schema_name, c.author_kind, c.author_id, c.author_name, c.audience, c.informs, coalesce(k.tags, v.tags) as tags,
  c.imported, c.occurred_at, coalesce(k.expires_at, v.expires_at) as expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, '' as tsv`;

/** Which chunks are requested, and all who must be permitted to read them. */
export interface RequestedChunks {
  readonly workspace: string;
  readonly refs: ChunksRequest['refs'];
  readonly viewers: readonly Viewer[];
}

/** Selects chunks by their references, with the crumb and version of those that are no longer indexed. */
export function buildChunksStatement(
  parameters: StatementParameters,
  { workspace, refs, viewers }: RequestedChunks,
): ReadStatement {
  const at = parameters.add(workspace, 'text');
  const ids = parameters.add(
    refs.map(({ id }) => id),
    'uuid[]',
  );
  const versions = parameters.add(
    refs.map(({ version }) => version),
    'int[]',
  );
  const ordinals = parameters.add(
    refs.map(({ chunk }) => chunk),
    'int[]',
  );
  const access = viewers.map((viewer) => mayReadSql(parameters, 'c', viewer)).filter((one) => one !== null);
  const isPresent = '(c.erased_at is not null or c.expires_at is null or c.expires_at > now())';
  const text = `
    select r.n::int as n, c.erased_at is not null as erased, k.crumb_id is null as missing, c.created_at, v.title, v.context,
      v.llm_hints, v.content_hash, ${COLUMNS}
    from unnest(${ids}, ${versions}, ${ordinals}) with ordinality r (id, version, ordinal, n)
    join crumb c on c.workspace = ${at} and c.id = r.id
    left join chunk k on k.workspace = ${at} and k.crumb_id = r.id and k.version = r.version and k.ordinal = r.ordinal
    left join crumb_version v on v.workspace = ${at} and v.id = r.id and v.version = r.version and k.crumb_id is null
    where ${[...access, isPresent].join(' and ')}`;
  return { text };
}
