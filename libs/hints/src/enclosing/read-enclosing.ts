import type { EnclosingBlocks, JsonPlace } from '@crumbtrail/contracts';
import { JsonReader, startsJson } from './json-reader';
import { scopesAfter } from './code-scope';
import { LINE_START, readFence, type FenceLine } from './read-fence';

type Code = NonNullable<EnclosingBlocks['code']>;
type Table = NonNullable<EnclosingBlocks['table']>;

const DASHES = /^[\s|:-]*-[\s|:-]*$/;
const BEGINS_WITH_BAR = /^\s*\|/;

/** Whether a line is the row of dashes under the heading row of a table. */
export const isRowOfDashes = (line: string): boolean => DASHES.test(line);

const isEmpty = (line: string): boolean => line.trim() === '';
const beginningOf = (line: string): string => line.slice(0, LINE_START).trimEnd();

/** Whether the row of dashes has been read, or all rows begin with a bar, so that it is a table. */
const isTable = ({ heading, dashes }: Table): boolean => dashes !== undefined || BEGINS_WITH_BAR.test(heading);

/** The table after one more row; undefined where a line is no row. */
function addRow(table: Table | undefined, line: string): Table | undefined {
  if (!line.includes('|')) return undefined;
  const row = beginningOf(line);
  if (table === undefined) return { heading: row };
  if (table.dashes === undefined && !table.more && isRowOfDashes(row)) return { ...table, dashes: row };
  const continues = table.dashes !== undefined || (BEGINS_WITH_BAR.test(table.heading) && BEGINS_WITH_BAR.test(row));
  return continues ? { ...table, more: true } : { heading: row };
}

/** Follows the lines of a text, and knows which blocks the next one is in. */
class BlockReader {
  private code: Code | undefined;
  private table: Table | undefined;
  private json: JsonReader | undefined;
  /** Of JSON, a string may go on from one piece of a text to the next, but not from line to line. */
  private isFirst = true;
  /** Is the line the first of a later piece? */
  private isCut = false;

  constructor({ code, table, json }: EnclosingBlocks) {
    this.code = code;
    this.table = table;
    this.json = json && new JsonReader(json);
  }

  get blocks(): EnclosingBlocks | undefined {
    const json: JsonPlace | undefined = this.json?.place;
    const table = this.table && isTable(this.table) ? this.table : undefined;
    if (!this.code && !table && !json) return undefined;
    return { ...(this.code && { code: this.code }), ...(table && { table }), ...(json && { json }) };
  }

  readLine(line: string): void {
    if (this.json?.isInString && !this.isFirst) this.json = undefined;
    this.isCut = this.isFirst && this.code !== undefined;
    this.isFirst = false;
    const fence = readFence(line.slice(0, LINE_START));
    if (this.code) this.readCode(this.code, line, fence);
    else if (fence) this.open(line);
    else {
      this.table = addRow(this.table, line);
      this.readJson(line, true);
    }
  }

  private open(line: string): void {
    this.code = { fence: beginningOf(line) };
    this.table = undefined;
    this.json = undefined;
  }

  private readCode(code: Code, line: string, fence: FenceLine | null): void {
    const mark = readFence(code.fence)?.mark ?? '';
    if (fence && !fence.opens && fence.mark.startsWith(mark)) {
      this.code = undefined;
      this.json = undefined;
    } else if (code.first === undefined) {
      if (isEmpty(line)) return;
      this.code = this.withScopes({ ...code, first: beginningOf(line) }, line);
      this.readJson(line, true);
    } else {
      this.code = this.withScopes({ ...code, more: true }, line);
      this.readJson(line, false);
    }
  }

  private withScopes({ scopes: before = [], ...code }: Code, line: string): Code {
    const scopes = scopesAfter(before, beginningOf(line), this.isCut);
    return scopes.length === 0 ? code : { ...code, scopes };
  }

  private readJson(line: string, mayStart: boolean): void {
    if (!this.json && mayStart && startsJson(line)) this.json = new JsonReader();
    if (this.json && !this.json.readLine(line)) this.json = undefined;
  }
}

/**
 * The blocks that a text ends inside of: a code block between fences, a table of rows with bars, a JSON object or array (alone, or from the first
 * line of a code block on); undefined where it is none. Takes linear time.
 * @param text a text, or the next piece of one: it may end in the middle of a line
 * @param before what this returned for the pieces before it; default: it is the first
 */
export function readEnclosing(text: string, before: EnclosingBlocks = {}): EnclosingBlocks | undefined {
  const reader = new BlockReader(before);
  const lines = text.split('\n');
  if (isEmpty(lines.at(-1) ?? '')) lines.pop();
  for (const line of lines) reader.readLine(line);
  return reader.blocks;
}
