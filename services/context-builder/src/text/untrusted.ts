import { defuse } from '@crumbtrail/hints';

const CONTINUATION = '  ';

/** Lines of untrusted text of which only the first may stand after something of ours; all others are indented, so that none begins at column 0. */
export function indentContinuation(text: string): string {
  return text
    .split('\n')
    .map((line, at) => (line.trim() === '' ? '' : at === 0 ? line : CONTINUATION + line))
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in which no element begins or ends. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] as string);
}

/** A value that no quotation mark, bracket or line end can end. */
export function escapeAttribute(value: string): string {
  return defuse(value)
    .replace(/\s+/g, ' ')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
}

const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} .,'’()&_-]+/gu;
const LONGEST_NAME = 48;

/** A name on one line, with nothing in it that could end it, head a section or format it; empty when nothing is left. */
export function sanitizeName(name: string): string {
  const text = defuse(name.normalize('NFKC')).replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, LONGEST_NAME).join('').trim();
}
