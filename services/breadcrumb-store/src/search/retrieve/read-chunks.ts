import type { Candidate, ChunksReply, ChunksRequest } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { renderStored } from '../sources/render-stored';
import { AuthorTable, toCandidate } from './candidate';
import { buildChunksStatement, type RequestedChunkRow } from './chunks-statement';
import { listViewers, type RetrievalCaller } from './viewers';

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
  const statement = buildChunksStatement(parameters, { workspace, refs, viewers: listViewers(caller, viewer) });
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
