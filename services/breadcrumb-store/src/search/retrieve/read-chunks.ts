import type { Candidate, ChunksReply, ChunksRequest, Viewer } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { mayReadSql } from '../../identity/visibility/access-filter.sql';
import { TextChunk } from '../session-cache/text-chunk';
import { renderStored } from '../sources/render-stored';
import { AuthorTable, toCandidate } from './candidate';
import { buildChunksStatement, type RequestedChunkRow } from './chunks-statement';
import { markEnclosing, readEnclosingBlocks } from './find-enclosing';
import { listViewers, type RetrievalCaller } from './viewers';

type ChunkReply = ChunksReply['chunks'][number];

interface ChunkFormat {
  readonly workspace: string;
  readonly tokenizer: ChunksRequest['tokenizer'];
  readonly authors: AuthorTable;
}

function toReply(text: TextChunk, { workspace, tokenizer, authors }: ChunkFormat): Candidate {
  const content = { information: 0, enclosing: text.enclosing };
  return toCandidate(workspace, { text, score: 0, scores: {} }, { rank: 0, tokenizer, authors, content });
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
    const texts = pieces.map((piece) => TextChunk.from(piece));
    markEnclosing(texts);
    const text = texts[row.ordinal];
    return { n: row.n, reply: text ? toReply(text, format) : null };
  });
}

interface IndexedTexts {
  /** By the number of the reference. */
  readonly texts: ReadonlyMap<number, TextChunk>;
  readonly queries: number;
}

/** The chunks that are indexed, with the blocks that they begin inside of. */
async function readIndexed(
  sql: SqlReader,
  rows: readonly RequestedChunkRow[],
  { workspace, viewers }: { readonly workspace: string; readonly viewers: readonly Viewer[] },
): Promise<IndexedTexts> {
  const indexed = rows.filter(({ erased, missing }) => !erased && !missing);
  const texts = new Map(indexed.map((row) => [row.n, TextChunk.from(row)]));
  const queries = await readEnclosingBlocks(sql, [...texts.values()], (parameters) =>
    [
      `k.workspace = ${parameters.add(workspace, 'text')}`,
      ...viewers.map((viewer) => mayReadSql(parameters, 'k', viewer)).filter((one) => one !== null),
    ].join(' and '),
  );
  return { texts, queries };
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
  const viewers = listViewers(caller, viewer);
  const statement = buildChunksStatement(parameters, { workspace, refs, viewers });
  const rows = await sql.read<RequestedChunkRow>(statement, parameters.list);
  const format = { workspace, tokenizer, authors: new AuthorTable() };
  const replies = new Map<number, ChunkReply>();
  const { texts, queries } = await readIndexed(sql, rows, { workspace, viewers });
  for (const [n, text] of texts) replies.set(n, toReply(text, format));
  for (const { n, erased } of rows) if (erased) replies.set(n, { erased: true });
  const present = rows.filter(({ erased }) => !erased);
  for (const { n, reply } of await renderMissing(sql, present, format)) replies.set(n, reply);
  return { chunks: refs.map((_, at) => replies.get(at + 1) ?? null), queries: 1 + queries };
}
