import type { Candidate, ChunksReply, ChunksRequest, Viewer } from '@crumbtrail/contracts';
import type { ReadStatement, SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { mayReadSql } from '../../identity/visibility/access-filter.sql';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { renderStored, type StoredRow } from '../sources/render-stored';
import { AuthorTable, toCandidate } from './candidate';
import { listViewers, type RetrievalCaller } from './viewers';

type RequestedChunkRow = Omit<StoredRow, 'context'> & {
  /** Which reference of the request, from 1. */
  readonly n: number;
  readonly erased: boolean;
  /** Is the chunk no longer indexed? */
  readonly missing: boolean;
  readonly context: Record<string, unknown> | null;
};

/** The columns of a chunk, from the crumb and its version where the chunk is no longer indexed. */
const COLUMNS = `c.id, r.version, r.ordinal, coalesce(k.chunks, 1) as chunks, coalesce(k.position, v.position) as position,
  k.superseded_position, c.session, c.schema_name, c.author_kind, c.author_id, c.audience, coalesce(k.tags, v.tags) as tags,
  c.imported, c.occurred_at, coalesce(k.expires_at, v.expires_at) as expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, '' as tsv`;

interface RequestedChunks {
  readonly workspace: string;
  readonly refs: ChunksRequest['refs'];
  readonly viewers: readonly Viewer[];
}

function buildStatement(parameters: StatementParameters, { workspace, refs, viewers }: RequestedChunks): ReadStatement {
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

type ChunkReply = ChunksReply['chunks'][number];

interface ChunkFormat {
  readonly workspace: string;
  readonly tokenizer: ChunksRequest['tokenizer'];
  readonly authors: AuthorTable;
}

function toReply(row: ChunkRow, { workspace, tokenizer, authors }: ChunkFormat): Candidate {
  const found = { text: TextChunk.from(row), score: 0, scores: {} };
  return toCandidate(workspace, found, { rank: 0, tokenizer, authors, content: { information: 0 } });
}

interface NumberedReply {
  /** Which reference of the request, from 1. */
  readonly n: number;
  /** Null where the version has no such chunk. */
  readonly reply: ChunkReply;
}

/** Renders chunks that are no longer indexed, as they would be indexed now. */
async function renderMissing(
  sql: SqlReader,
  rows: readonly RequestedChunkRow[],
  format: ChunkFormat,
): Promise<NumberedReply[]> {
  const missing = rows.flatMap((row) =>
    row.missing && row.context !== null ? [{ ...row, context: row.context }] : [],
  );
  const rendered = await renderStored(sql, format.workspace, missing);
  return rendered.map(({ row, pieces }) => {
    const piece = pieces[row.ordinal];
    return { n: row.n, reply: piece ? toReply(piece, format) : null };
  });
}

/** Reads chunks as they were indexed, superseded versions too, so that a recorded context can be formatted again. */
export async function readChunks(
  sql: SqlReader,
  caller: RetrievalCaller,
  { refs, tokenizer, viewer }: ChunksRequest,
): Promise<ChunksReply> {
  if (refs.length === 0) return { chunks: [], queries: 0 };
  const { workspace } = caller;
  const parameters = new StatementParameters();
  const statement = buildStatement(parameters, { workspace, refs, viewers: listViewers(caller, viewer) });
  const rows = await sql.read<RequestedChunkRow>(statement, parameters.list);
  const format = { workspace, tokenizer, authors: new AuthorTable() };
  const replies = new Map<number, ChunkReply>();
  for (const row of rows) {
    if (row.erased) replies.set(row.n, { erased: true });
    else if (!row.missing) replies.set(row.n, toReply(row, format));
  }
  const present = rows.filter(({ erased }) => !erased);
  for (const { n, reply } of await renderMissing(sql, present, format)) replies.set(n, reply);
  return { chunks: refs.map((_, at) => replies.get(at + 1) ?? null), queries: 1 };
}
