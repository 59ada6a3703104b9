import { defuse, escapeMarkup } from '@crumbtrail/hints';

const INDENT = '  ';

/** Indents every line but the first by two spaces, so that no line of untrusted text starts at column 0. */
export function indentContinuation(text: string): string {
  if (!text.includes('\n')) return text.trim() === '' ? '' : text;
  return text
    .split('\n')
    .map((line, at) => (line.trim() === '' ? '' : at === 0 ? line : INDENT + line))
    .join('\n');
}

/** Makes a value safe inside a quoted attribute: one line, with quotation marks and brackets escaped. */
export function escapeAttribute(value: string): string {
  return escapeMarkup(defuse(value).replace(/\s+/g, ' ')).replaceAll('"', '&quot;');
}
