import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

/** What a command talks to: people by lines, programs by JSON. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly errors: Writable & { readonly isTTY?: boolean };
}

/** Control characters, which could make a terminal do things; line breaks and tabs are kept. */
// eslint-disable-next-line no-control-regex -- these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of others as it may be shown on a terminal. */
export function sanitize(text: string): string {
  return text.replace(CONTROL, '\uFFFD');
}

/** The same on one line. */
export function toOneLine(text: string): string {
  return sanitize(text.replace(/\s+/g, ' ').trim());
}

/** Shortens to a number of characters, with a mark. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
}

/** A line, and how it stands out where somebody looks: colours go to terminals only, and not where NO_COLOR is set. */
export type OutputLine = string | { readonly text: string; readonly style: LineStyle };
export type LineStyle = 'bold' | 'red' | 'dim';

export const lineText = (line: OutputLine): string => (typeof line === 'string' ? line : line.text);

/** The line as it is written: harmless whatever it says, and coloured where the output takes colours. */
export function renderLine(line: OutputLine, hasColours: boolean): string {
  const text = sanitize(lineText(line));
  return typeof line === 'string' || !hasColours ? text : styleText(line.style, text, { validateStream: false });
}
