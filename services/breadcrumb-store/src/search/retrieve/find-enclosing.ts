import type { EnclosingBlocks } from '@crumbtrail/contracts';
import { readEnclosing } from '@crumbtrail/hints';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import type { ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql } from '../filter/chunk-filter.sql';
import type { TextChunk } from '../session-cache/text-chunk';
import { buildEarlierTextsStatement, MOST_EARLIER, type EarlierTextsRow } from './earlier-texts-statement';

/** The most texts, best first, whose earlier chunks are read from the database for one request. */
const MOST_READ = 64;

const versionKey = ({ id, version }: { readonly id: string; readonly version: number }): string => `${id}@${version}`;

/** The blocks that each of the chunks of a text begins inside of, and those after the last one. */
function listEnclosing(texts: readonly string[]): (EnclosingBlocks | undefined)[] {
  const blocks: (EnclosingBlocks | undefined)[] = [undefined];
  for (const text of texts) blocks.push(readEnclosing(text, blocks.at(-1)));
  return blocks;
}

/** Notes on the chunks of one text, which are complete and in their order, what each begins inside of. */
export function markEnclosing(chunks: readonly TextChunk[]): void {
  const near = chunks.slice(0, MOST_EARLIER + 1);
  const blocks = listEnclosing(near.map(({ row }) => row.text));
  near.forEach((chunk, at) => {
    chunk.enclosing = blocks[at] ?? null;
  });
}

/** Groups chunks by the version of their crumb. */
function groupByVersion(chunks: readonly TextChunk[], among?: ReadonlyMap<string, unknown>): Map<string, TextChunk[]> {
  const groups = new Map<string, TextChunk[]>();
  for (const chunk of chunks) {
    if (chunk.row.chunks === 1) continue;
    const key = versionKey(chunk.row);
    if (among && !among.has(key)) continue;
    const group = groups.get(key);
    if (group) group.push(chunk);
    else groups.set(key, [chunk]);
  }
  return groups;
}

/** Marks the texts all of whose chunks are in memory. */
function markCached(wanted: readonly TextChunk[], cached: readonly TextChunk[]): void {
  for (const group of groupByVersion(cached, groupByVersion(wanted)).values()) {
    const inOrder = group.toSorted((a, b) => a.ordinal - b.ordinal);
    if (inOrder.every(({ ordinal }, at) => ordinal === at)) markEnclosing(inOrder);
  }
}

const isUnmarked = ({ enclosing, ordinal, row }: TextChunk): boolean =>
  enclosing === undefined && ordinal > 0 && ordinal <= MOST_EARLIER && row.text !== '';

/**
 * Reads the chunks before these from the database, and notes on each the blocks that it begins inside of. Returns the number of queries.
 * @param access builds the condition over `chunk k` that permits the request to read a chunk
 */
export async function readEnclosingBlocks(
  sql: SqlReader,
  chunks: readonly TextChunk[],
  access: (parameters: StatementParameters) => string,
): Promise<number> {
  const wanted = chunks.filter(isUnmarked);
  if (wanted.length === 0) return 0;
  const parameters = new StatementParameters();
  const statement = buildEarlierTextsStatement(parameters, wanted, access(parameters));
  const rows = await sql.read<EarlierTextsRow>(statement, parameters.list);
  const blocks = new Map(rows.map((row) => [versionKey(row), listEnclosing(row.texts)]));
  for (const chunk of wanted) chunk.enclosing = blocks.get(versionKey(chunk.row))?.[chunk.ordinal] ?? null;
  return 1;
}

/** The texts to mark, best first, and those in memory. */
export interface EnclosingRequest {
  readonly texts: readonly TextChunk[];
  readonly cached: readonly TextChunk[];
}

/**
 * Notes on later chunks of texts the blocks that they begin inside of: a code block, a table, a JSON value. In a session that is in memory this is
 * computed once; elsewhere the chunks before the best 64 texts are read, where there are at most 200.
 */
export async function findEnclosing(
  sql: SqlReader,
  scope: ReadScope,
  { texts, cached }: EnclosingRequest,
): Promise<void> {
  const wanted = texts.filter(isUnmarked);
  if (wanted.length === 0) return;
  if (cached.length > 0) markCached(wanted, cached);
  const best = new Set([...groupByVersion(wanted.filter(isUnmarked)).keys()].slice(0, MOST_READ));
  const read = wanted.filter(({ row }) => best.has(versionKey(row)));
  await readEnclosingBlocks(sql, read, (parameters) => chunkAccessSql(parameters, 'k', scope));
}
