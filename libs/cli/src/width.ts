import stringWidth from 'string-width';
import { givenColumns } from './config';
import { sanitize, type Terminal } from './terminal';

/** The maximum line length: the width of the terminal, else that of COLUMNS, else no limit. */
export function outputWidth({ terminal }: { readonly terminal: Terminal }): number {
  const { columns } = terminal.output as { columns?: number };
  if (terminal.output.isTTY && columns) return columns;
  return givenColumns() ?? Number.MAX_SAFE_INTEGER;
}

const graphemes = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Cuts a text to a width in columns of the terminal, ending in an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  for (const one of graphemes(text)) {
    if (stringWidth(cut + one) > width - 1) break;
    cut += one;
  }
  return `${cut.trimEnd()}…`;
}

/** Cuts a text in its middle to a width in columns of the terminal: names that begin alike still differ at their ends. */
export function cutMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const all = graphemes(text);
  let end = '';
  while (stringWidth(end) < Math.floor(width / 2)) end = (all.pop() as string) + end;
  return cutToWidth(all.join(''), width - stringWidth(end)) + end;
}

/** Appends spaces up to a width in columns of the terminal. */
export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Splits a word that is wider than the terminal, such as a sentence of Japanese; an address stays whole, so that it can be opened. */
function splitWord(word: string, width: number): string[] {
  if (stringWidth(word) <= width || word.includes('://')) return [word];
  const parts: string[] = [''];
  for (const one of graphemes(word)) {
    const last = parts.at(-1) as string;
    if (stringWidth(last + one) > width) parts.push(one);
    else parts[parts.length - 1] = last + one;
  }
  return parts;
}

/** Wraps a line at words. The lines after the first are indented as it is. */
function wrapLine(line: string, width: number): string[] {
  if (stringWidth(line) <= width) return [line];
  const indent = ' '.repeat(Math.min(line.length - line.trimStart().length, Math.floor(width / 2)));
  const words = line
    .trimStart()
    .split(/(?<=\s)(?=\S)/)
    .flatMap((word) => splitWord(word, width - indent.length));
  const lines: string[] = [indent];
  for (const word of words) {
    const last = lines.at(-1) as string;
    if (last !== indent && stringWidth((last + word).trimEnd()) > width) lines.push(indent + word);
    else lines[lines.length - 1] = last + word;
  }
  return lines.map((one) => one.trimEnd());
}

/** Wraps a text of one or more lines at words, so that no line is wider. */
export const wrapText = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, width));

/** Writes a remark to standard error; on a terminal, wrapped at words. */
export function writeNote({ errors }: Pick<Terminal, 'errors'>, text: string): void {
  const { columns } = errors as { readonly columns?: number };
  const safe = sanitize(text);
  const lines = errors.isTTY && columns ? wrapText(safe, columns) : [safe];
  errors.write(`${lines.join('\n')}\n`);
}
