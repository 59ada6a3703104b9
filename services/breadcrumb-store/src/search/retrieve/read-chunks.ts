import type { Candidate, ChunksReply, ChunksRequest, Viewer } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import { toCandidate } from './candidate';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { listViewers, type RetrievalCaller } from './viewers';
import { renderStored, type StoredRow } from '../sources/render-stored';
import { mayReadSql, prepared, StatementParameters } from '../filter/chunk-filter.sql';

type RequestedChunkRow = Omit<StoredRow, 'context'> & {
  /** Which of the request, from 1. */
  readonly n: number;
  readonly erased: boolean;
  /** No row of the index is left. */
  readonly lacking: boolean;
  readonly context: Record<string, unknown> | null;
};

/** What a crumb and its version say, where the index no longer does. */
const COLUMNS = `c.id, r.version, r.ordinal, coalesce(k.chunks, 1) as chunks, coalesce(k.position, v.position) as position,
  k.superseded_position, c.session, c.schema_name, c.author_kind, c.author_id, c.audience, coalesce(k.tags, v.tags) as tags,
  c.imported, c.occurred_at, coalesce(k.expires_at, v.expires_at) as expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, '' as tsv`;

function buildStatement(
  values: StatementParameters,
  workspace: string,
  { refs, eyes }: { refs: ChunksRequest['refs']; eyes: readonly Viewer[] },
) {
  const at = values.add(workspace, 'text');
  const ids = values.add(
    refs.map(({ id }) => id),
    'uuid[]',
  );
  const versions = values.add(
    refs.map(({ version }) => version),
    'int[]',
  );
  const ordinals = values.add(
    refs.map(({ chunk }) => chunk),
    'int[]',
  );
  const wall = eyes.map((viewer) => mayReadSql(values, 'c', viewer)).filter((one) => one !== null);
  const there = '(c.erased_at is not null or c.expires_at is null or c.expires_at > now())';
  return prepared(`
    select r.n::int as n, c.erased_at is not null as erased, k.crumb_id is null as lacking, c.created_at, v.title, v.context,
      v.llm_hints, v.content_hash, ${COLUMNS}
    from unnest(${ids}, ${versions}, ${ordinals}) with ordinality r (id, version, ordinal, n)
    join crumb c on c.workspace = ${at} and c.id = r.id
    left join chunk k on k.workspace = ${at} and k.crumb_id = r.id and k.version = r.version and k.ordinal = r.ordinal
    left join crumb_version v on v.workspace = ${at} and v.id = r.id and v.version = r.version and k.crumb_id is null
    where ${[...wall, there].join(' and ')}`);
}

type ChunkReply = ChunksReply['chunks'][number];

interface ChunkFormat {
  readonly workspace: string;
  readonly tokenizer: ChunksRequest['tokenizer'];
}

function toReply(piece: ChunkRow, { workspace, tokenizer }: ChunkFormat): Candidate {
  const found = { text: TextChunk.from(piece), score: 0, scores: {} };
  return toCandidate(workspace, found, { rank: 0, tokenizer, words: { information: 0 } });
}

/** What the index no longer has, as it would be indexed now; null where there is no such piece. */
async function renderMissing(
  sql: Sql,
  rows: readonly RequestedChunkRow[],
  answering: ChunkFormat,
): Promise<[number, ChunkReply][]> {
  const lacking = rows.flatMap((row) =>
    row.lacking && row.context !== null ? [{ ...row, context: row.context }] : [],
  );
  const rendered = await renderStored(sql, answering.workspace, lacking);
  return rendered.map(({ row, pieces }) => {
    const piece = pieces[row.ordinal];
    return [row.n, piece ? toReply(piece, answering) : null];
  });
}

/** Pieces of text as they were indexed, superseded versions too, for formatting a context again. */
export async function readChunks(sql: Sql, asker: RetrievalCaller, request: ChunksRequest): Promise<ChunksReply> {
  const { refs, tokenizer } = request;
  if (refs.length === 0) return { chunks: [], queries: 0 };
  const values = new StatementParameters();
  const text = buildStatement(values, asker.workspace, { refs, eyes: listViewers(asker, request.viewer) });
  const rows = await sql.query<RequestedChunkRow>(text, values.list);
  const answering = { workspace: asker.workspace, tokenizer };
  const there = rows.filter(({ erased }) => !erased);
  const answers = new Map<number, ChunkReply>([
    ...rows.filter(({ erased }) => erased).map(({ n }): [number, ChunkReply] => [n, { erased: true }]),
    ...there.filter(({ lacking }) => !lacking).map((row): [number, ChunkReply] => [row.n, toReply(row, answering)]),
    ...(await renderMissing(sql, there, answering)),
  ]);
  return { chunks: refs.map((_, at) => answers.get(at + 1) ?? null), queries: 1 };
}
