/** A macro as it is written. */
export interface WrittenMacro {
  readonly name: string;
  /** What follows the separator; null: nothing does. */
  readonly argument: string | null;
  /** `::` separates arguments from each other, too; `:` or a space, only from the name. */
  readonly separator: '::' | ':' | ' ' | null;
  readonly start: number;
  readonly end: number;
}

/** A part of an authored text: a macro, or text. `end`: the index after it in the authored text, where an escape is longer than what it shows. */
export type MacroPart = { readonly text: string; readonly end: number } | { readonly macro: WrittenMacro };

/** Two braces that begin no macro. */
const ESCAPED = '\\{{';

/** `{{trim}}` takes the line breaks around it with it. */
const WRITTEN = /\\\{\{|(?:\r?\n)*\{\{\s*trim\s*\}\}(?:\r?\n)*|\{\{([^{}]*)\}\}/gi;
const BODY = /^\s*(\/\/|[^\s:]+?)(?:(::|:|\s+)([\s\S]*))?$/;

/** Divides an authored text into macros and the text between them. `\{{` is text: two braces. */
export function parseMacros(text: string): MacroPart[] {
  const parts: MacroPart[] = [];
  let at = 0;
  for (const match of text.matchAll(WRITTEN)) {
    const part = readPart(match);
    if (!part) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), end: match.index });
    parts.push(part);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), end: text.length });
  return parts;
}

function readPart(match: RegExpExecArray): MacroPart | null {
  if (match[0] === ESCAPED) return { text: '{{', end: match.index + ESCAPED.length };
  const macro = readMacro(match);
  return macro && { macro };
}

function readMacro(match: RegExpExecArray): WrittenMacro | null {
  const place = { start: match.index, end: match.index + match[0].length };
  const body = match[1];
  if (body === undefined) return { name: 'trim', argument: null, separator: null, ...place };
  if (body.trimStart().startsWith('//')) return { name: '//', argument: null, separator: null, ...place };
  const [, name, separator, argument] = BODY.exec(body.trimEnd()) ?? [];
  if (name === undefined) return null;
  const kind = separator === '::' || separator === ':' ? separator : ' ';
  return { name, argument: argument ?? null, separator: separator === undefined ? null : kind, ...place };
}

/** The choices of `random` and `pick`: divided by `::`, or after a single colon by commas, of which `\,` is one in a text. */
export function choicesOf({ argument, separator }: WrittenMacro): string[] {
  if (argument === null) return [];
  if (separator === '::') return argument.split('::');
  return argument.split(/(?<!\\),/).map((choice) => choice.replaceAll('\\,', ',').trim());
}
