import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

/** The streams of a command: standard input, output and error. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly errors: Writable & { readonly isTTY?: boolean };
}

/** Control characters, which could control the terminal; line breaks and tabs are allowed. */
// eslint-disable-next-line no-control-regex -- these are the characters to replace
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Replaces control characters, so that untrusted text is safe on a terminal. */
export function sanitize(text: string): string {
  return text.replace(CONTROL, '\uFFFD');
}

/** Sanitizes a text and collapses white space, so that it fits on one line. */
export function toOneLine(text: string): string {
  return sanitize(text.replace(/\s+/g, ' ').trim());
}

/** Truncates to a number of characters, ending in an ellipsis. */
export function truncateText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
}

/** A line of output, with an optional style that is used on terminals unless NO_COLOR is set. */
export type OutputLine = string | { readonly text: string; readonly style: LineStyle };
export type LineStyle = 'bold' | 'red' | 'dim';

/** The text of a line without its style. */
export const lineText = (line: OutputLine): string => (typeof line === 'string' ? line : line.text);

/** The line as written to the output: sanitized, and styled if colours are allowed. */
export function renderLine(line: OutputLine, hasColours: boolean): string {
  const text = sanitize(lineText(line));
  return typeof line === 'string' || !hasColours ? text : styleText(line.style, text, { validateStream: false });
}
