import type { EnclosingBlocks, JsonPlace } from '@crumbtrail/contracts';
import {
  countTokens,
  cutTokens,
  defuse,
  isRowOfDashes,
  readEnclosing,
  readFence,
  scopesAround,
} from '@crumbtrail/hints';
import type { TextRange } from './blocks';
import { CUT_MARK, markAfter, markBefore, seamBetween, type ExcerptPlace } from './excerpt-text';

/** The most tokens (o200k) of what a lead shows. */
const MOST_TOKENS = 60;
/** The most tokens of the line that opens a code block: a longer one is cut. */
const MOST_OF_FENCE = 16;
type Code = NonNullable<EnclosingBlocks['code']>;
type Table = NonNullable<EnclosingBlocks['table']>;

const PLAIN_KEY = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** What a passage is inside of. */
interface Lead {
  /** What says it, on lines of its own, without the mark before it. */
  readonly shows: string;
  /** What of that must be in a text that says it already. */
  readonly core: string;
  /** Whether lines are missing between it and the passage. */
  readonly gap: boolean;
  /** The mark of the fence, where it opens a code block. */
  readonly fence?: string;
}

const sizeOf = (text: string): number => countTokens(text, 'o200k_base');

/** The beginning of a line, made safe, with an ellipsis where it is cut. */
function cutLine(line: string, most: number): string {
  const { text, isCut } = cutTokens(defuse(line), most);
  return isCut ? `${text.trimEnd()}…` : text;
}

/** A path as in `servers[3].tls`, from its end back where it is long; empty for the outermost level. */
function formatPath(path: JsonPlace['path']): string {
  let shown = '';
  for (const step of path.toReversed()) {
    if (step === null) continue;
    const isPlain = typeof step === 'string' && PLAIN_KEY.test(step);
    const part = isPlain ? `.${step}` : `[${JSON.stringify(step)}]`;
    if (sizeOf(part + shown) > MOST_TOKENS - MOST_OF_FENCE) return `…${shown}`;
    shown = part + shown;
  }
  return defuse(shown.replace(/^\./, ''));
}

/** The heading row, with the row of dashes where both fit; the beginning of the heading row where it is too long itself. */
function tableLead({ heading, dashes, more }: Table, line: string): Lead | undefined {
  const isWithin = line.includes('|') && (dashes !== undefined || /^\s*\|/.test(line));
  if (!isWithin) return undefined;
  const row = cutLine(heading.trim(), MOST_TOKENS);
  if (dashes === undefined) return { shows: row, core: row, gap: more === true && !isRowOfDashes(line) };
  const both = `${row}\n${dashes.trim()}`;
  const fits = sizeOf(both) <= MOST_TOKENS;
  return { shows: fits ? both : row, core: row, gap: more === true || !fits };
}

/** The mark of the code block that a line is in; undefined where it is the fence that ends it. */
function markOf(fence: string, line: string): string | undefined {
  const mark = readFence(fence)?.mark;
  return mark === undefined || readFence(line)?.mark.startsWith(mark) ? undefined : mark;
}

/** The line in which a passage begins. */
interface PassageLine {
  readonly line: string;
  /** Is it the first of a later piece, without the spaces before it? */
  readonly isCut: boolean;
}

/** The lines of the functions, sections or keys that a line is in, without those that are shown anyway; from the innermost one outwards as many as fit. */
function scopeLines({ scopes = [], first }: Code, { line, isCut }: PassageLine, most: number): string[] {
  let [shown, left]: [string[], number] = [[], most];
  for (const scope of scopesAround(scopes, line, isCut).toReversed()) {
    const cut = cutLine(scope, left);
    left -= sizeOf(cut) + 1;
    if (scope === first || left < 0) break;
    shown = [cut, ...shown];
  }
  return shown;
}

/** The fence, and the path of the JSON value where that is the code, else the first line and what the passage is in. */
function codeLead(code: Code, path: string, passage: PassageLine): Lead | undefined {
  const { fence, first, more } = code;
  const mark = markOf(fence, passage.line);
  if (mark === undefined) return undefined;
  const opening = cutLine(fence.trim(), MOST_OF_FENCE);
  const second = path !== '' ? `${CUT_MARK} ${path}:` : first && cutLine(first, MOST_TOKENS - MOST_OF_FENCE);
  const core = second === undefined ? opening : `${opening}\n${second}`;
  const scopes = path === '' ? scopeLines(code, passage, MOST_TOKENS - sizeOf(core)) : [];
  const shows = scopes.length === 0 ? core : [core, CUT_MARK, ...scopes].join('\n');
  return { shows, core, gap: path === '' && more === true, fence: mark };
}

/** What a passage that begins in this line is inside of. */
function findLead({ code, table, json }: EnclosingBlocks, passage: PassageLine): Lead | undefined {
  const path = json ? formatPath(json.path) : '';
  if (code) return codeLead(code, path, passage);
  const shows = `${CUT_MARK} ${path}:`;
  if (path !== '') return { shows, core: shows, gap: false };
  return table && tableLead(table, passage.line);
}

const isPath = ({ shows }: Lead): boolean => shows.startsWith(CUT_MARK);

/** The lines before a passage: a mark, what it is inside of, and a mark where lines are missing between. */
const linesOf = (lead: Lead): string =>
  `${isPath(lead) ? '' : `${CUT_MARK}\n`}${lead.shows}\n${lead.gap ? `${CUT_MARK}\n` : ''}`;

/** A text with what its passages are inside of. */
export interface LeadText {
  readonly text: string;
  /** The lines before the first passage; empty where only a later one has some. */
  readonly prefix: string;
  /** What of them must be in a text that says it already. */
  readonly core: string;
  /** The text without the end of the code block that its last passage is in; absent where that is in none. */
  readonly unclosed?: string;
}

/** The line in which a passage begins, with the spaces before it. */
function firstLine(text: string, { from, to }: TextRange): PassageLine {
  const end = text.indexOf('\n', from);
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const space = text.slice(start, from);
  const line = text.slice(from, end < 0 ? to : Math.min(to, end));
  return { line: /^[ \t]*$/.test(space) ? space + line : line, isCut: start === 0 };
}

/** Where a passage begins, after brackets that close: what follows them is no longer in these levels of a JSON value. */
const contentStart = (text: string, { from, to }: TextRange): number =>
  from + (/^[\s\]},]*/.exec(text.slice(from, to))?.[0].length ?? 0);

/** Puts passages together, with their leads. */
class LeadWriter {
  text: string;
  /** Whether anything was written that is not of the passages. */
  hasLead: boolean;
  /** The mark of the code block that the text is in. */
  fence: string | undefined;

  /** @param mark what stands before the first passage where it has no lead */
  constructor(lead: Lead | undefined, mark: string) {
    this.text = lead ? linesOf(lead) : mark;
    this.hasLead = lead !== undefined;
  }

  /** Writes a passage, at the end of which this code block is open. */
  writePassage(passage: string, code: EnclosingBlocks['code']): void {
    this.text += passage;
    this.fence = code && readFence(code.fence)?.mark;
  }

  /** Writes what stands between two passages: the seam, or the lead of the second one where the text does not say it yet. */
  separate(seam: string, lead: Lead | undefined): void {
    const isNew = lead !== undefined && !this.shows(lead);
    if (this.fence !== undefined && (isNew || lead?.fence === undefined)) this.closeCode();
    this.text += isNew ? `\n${linesOf(lead)}` : seam;
    if (isNew) this.hasLead = true;
  }

  private shows({ core, fence }: Lead): boolean {
    return (fence === undefined || this.fence !== undefined) && this.text.includes(core);
  }

  private closeCode(): void {
    this.text += `\n${this.fence ?? ''}`;
    this.hasLead = true;
  }
}

/** The text with the end of a code block that is open, and the mark after the last passage. */
function finishText({ text, fence }: LeadWriter, lead: Lead | undefined, mark: string): LeadText {
  const start = { prefix: lead ? linesOf(lead) : '', core: lead?.core ?? '' };
  const unclosed = `${text}${mark}`;
  return fence === undefined ? { ...start, text: unclosed } : { ...start, text: `${text}\n${fence}${mark}`, unclosed };
}

/** Where passages stand. */
interface LeadPlace extends ExcerptPlace {
  readonly enclosing: EnclosingBlocks | undefined;
  /** Whether leads are those of earlier versions. Default: false. */
  readonly isEarlier?: boolean;
}

/** Whether a text can have a lead: its beginning is inside of a block, or one may begin in it. */
const mayHaveLead = (text: string, enclosing: EnclosingBlocks | undefined): boolean =>
  enclosing !== undefined || /[{[|]|```|~~~/.test(text);

/** What earlier versions did not know of a block: functions, sections and keys of code, and JSON with comments. */
function asEarlier({ code, json, ...others }: EnclosingBlocks): EnclosingBlocks {
  const { scopes: _, ...known } = code ?? { fence: '' };
  return { ...others, ...(code && { code: known }), ...(json && json.loose !== true && { json }) };
}

/**
 * The passages of a text as `excerptAt` gives them, with what each is inside of: the heading row of a table, the fence, the first line of a code
 * block and the function it is in, the path of a JSON value. It has at most 60 tokens and is not repeated; a code block that is left out from somewhere on is closed. Undefined
 * where the passages need nothing of this.
 */
export function excerptWithLeads(
  text: string,
  ranges: readonly TextRange[],
  { enclosing, isEarlier = false, ...place }: LeadPlace,
): LeadText | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || !mayHaveLead(text, enclosing)) return undefined;
  const blocksAt = (at: number): EnclosingBlocks => {
    const blocks = readEnclosing(text.slice(0, at), enclosing) ?? {};
    return isEarlier ? asEarlier(blocks) : blocks;
  };
  const leads = ranges.map((range) => findLead(blocksAt(contentStart(text, range)), firstLine(text, range)));
  const [lead] = leads;
  const writer = new LeadWriter(lead, markBefore(text, first, place));
  ranges.forEach((range, at) => {
    const before = ranges[at - 1];
    if (before) writer.separate(seamBetween(text, before, range), leads[at]);
    writer.writePassage(text.slice(range.from, range.to), blocksAt(range.to).code);
  });
  const isPlain = !writer.hasLead && writer.fence === undefined;
  return isPlain ? undefined : finishText(writer, lead, markAfter(text, last, place));
}
