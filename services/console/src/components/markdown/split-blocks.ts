/** A part of a Markdown text that is rendered by itself, so that a text that grows is not parsed again from its start. */
export interface TextBlock {
  /** `plain`: shown as it is, because it is too long or too deeply nested to be parsed. */
  readonly kind: 'markdown' | 'code' | 'plain';
  /** Of code, without its fences. */
  readonly text: string;
  /** The first word after the opening fence of code; empty if there is none. */
  readonly language: string;
  /** False for code whose closing fence is missing, as while a reply is written. */
  readonly isComplete: boolean;
}

/** The blocks of a text, and its definitions of links, which any block may use. */
export interface SplitText {
  readonly blocks: readonly TextBlock[];
  readonly definitions: string;
}

/** Characters. A parser of Markdown needs time that grows with the square of some texts. */
const MAX_PARSED = 4_000;
/** Characters that may begin markup, in one block. */
const MAX_MARKS = 400;
const MARK = /[*_`~<[&@!]/g;
const MAX_DEFINITIONS = 4_000;
const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,200}\]:[ \t]*\S/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** A line that opens more than sixteen quotes and lists. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){17}/m;

interface Fence {
  readonly mark: string;
  readonly indent: number;
  /** Inside of a list, whose block it does not end. */
  readonly isNested: boolean;
}

/** A text that is shown as it is. */
export const toPlainBlock = (text: string): TextBlock => ({ kind: 'plain', text, language: '', isComplete: true });

const countMarks = (text: string): number => text.match(MARK)?.length ?? 0;

const parsedOrPlain = (text: string): TextBlock => ({
  ...toPlainBlock(text),
  kind: text.length <= MAX_PARSED && !DEEP.test(text) && countMarks(text) <= MAX_MARKS ? 'markdown' : 'plain',
});

const closes = (line: string, { mark }: Fence): boolean => {
  const end = line.trim();
  return end.length >= mark.length && end === mark.charAt(0).repeat(end.length) && /^ {0,3}\S/.test(line);
};

/** Takes a text line by line. */
class Splitter {
  private readonly blocks: TextBlock[] = [];
  private readonly definitions: string[] = [];
  private lines: string[] = [];
  private length = 0;
  private language = '';
  private fence: Fence | undefined;
  private isAfterBlank = false;

  add(line: string): void {
    if (this.fence) return this.addToFence(line, this.fence);
    const opening = FENCE.exec(line);
    if (opening) return this.openFence(line, opening);
    if (DEFINITION.test(line)) this.definitions.push(line.trim());
    else this.addText(line);
  }

  finish(): SplitText {
    if (this.fence && !this.fence.isNested) this.endCode(false);
    else this.endText();
    return { blocks: this.blocks, definitions: this.definitions.join('\n').slice(0, MAX_DEFINITIONS) };
  }

  private push(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
  }

  private take(): string {
    const text = this.lines.join('\n');
    this.lines = [];
    this.length = 0;
    return text;
  }

  private get isList(): boolean {
    return LIST_ITEM.test(this.lines[0] ?? '');
  }

  private openFence(line: string, [, indent = '', mark = '', info = '']: RegExpExecArray): void {
    const isNested = this.isList && indent !== '';
    this.fence = { mark, indent: indent.length, isNested };
    if (isNested) return this.push(line);
    this.endText();
    this.language = info.trim().split(/\s/, 1)[0] ?? '';
  }

  private addToFence(line: string, fence: Fence): void {
    const isEnd = closes(fence.isNested ? line.trim() : line, fence);
    if (isEnd) this.fence = undefined;
    if (fence.isNested) this.push(line);
    else if (isEnd) this.endCode(true);
    else this.push(line.replace(new RegExp(`^ {0,${fence.indent}}`), ''));
  }

  private endCode(isComplete: boolean): void {
    this.blocks.push({ kind: 'code', text: this.take(), language: this.language, isComplete });
    this.fence = undefined;
    this.isAfterBlank = false;
  }

  private addText(line: string): void {
    const isBlank = line.trim() === '';
    if (!isBlank && this.beginsBlock(line)) this.endText();
    this.isAfterBlank = isBlank;
    this.push(line);
  }

  /** A list is one block, unless it is long. */
  private beginsBlock(line: string): boolean {
    if (/^\s/.test(line)) return false;
    const isNextItem = this.isList && LIST_ITEM.test(line);
    if (isNextItem) return this.length > MAX_PARSED / 2;
    return this.isAfterBlank;
  }

  private endText(): void {
    const text = this.take().replace(/^(?:[ \t]*\n)+|\s+$/g, '');
    if (text !== '') this.blocks.push(parsedOrPlain(text));
    this.isAfterBlank = false;
  }
}

/** Splits a Markdown text into blocks, in one pass over its lines. */
export function splitBlocks(text: string): SplitText {
  const splitter = new Splitter();
  for (const line of text.split(/\r\n?|\n/)) splitter.add(line);
  const split = splitter.finish();
  // A text of definitions alone would show nothing.
  return split.blocks.length === 0 && text.trim() !== '' ? { ...split, blocks: [toPlainBlock(text)] } : split;
}
