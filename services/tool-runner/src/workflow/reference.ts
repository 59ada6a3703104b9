/** A reference into the output of a step: `${step.path[0]}`. */
export interface Reference {
  readonly source: string;
  readonly step: string;
  readonly path: readonly string[];
}

/** A text split into literal text and references. */
export type TextPiece = string | Reference;

/** Why a text cannot be parsed. */
export class BadReference extends Error {
  override readonly name = 'BadReference';
}

const OPENING = /(\\*)\$\{/g;
const STEP = /\s*([A-Za-z_][A-Za-z0-9_-]{0,63})/y;
const SEGMENT = /\.([^.[\]{}"'\s]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]/y;
const CLOSING = /\s*\}/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const unquote = (quoted: string): string => quoted.replace(/\\(.)/gs, '$1');

const keyOf = ([, name, index, double, single]: RegExpExecArray): string =>
  name ?? index ?? unquote((double ?? single) as string);

function bad(text: string, at: number): BadReference {
  const shown = text.slice(at, at + 60);
  return new BadReference(
    `${shown} is not a valid reference: write \${step} or \${step.path[0]}, and \\\${ for these characters themselves`,
  );
}

/** Parses the reference whose `${` begins at `at`; `end` is the index behind it. */
function readReference(text: string, at: number): { reference: Reference; end: number } {
  const step = match(STEP, text, at + 2);
  if (!step) throw bad(text, at);
  let end = STEP.lastIndex;
  const path: string[] = [];
  for (let found = match(SEGMENT, text, end); found; found = match(SEGMENT, text, end)) {
    path.push(keyOf(found));
    end = SEGMENT.lastIndex;
  }
  if (!match(CLOSING, text, end)) throw bad(text, at);
  end = CLOSING.lastIndex;
  return { reference: { source: text.slice(at, end), step: String(step[1]), path }, end };
}

/**
 * Splits a text. `\${` means these two characters, `\\` before a reference one backslash, and every other character
 * itself. Throws BadReference for a `${` that does not start a valid reference.
 */
export function splitReferences(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let literal = '';
  let at = 0;
  for (let found = match(OPENING, text, at); found; found = match(OPENING, text, at)) {
    const slashes = String(found[1]).length;
    literal += text.slice(at, found.index) + '\\'.repeat(slashes >> 1);
    at = found.index + slashes;
    if (slashes % 2 === 1) {
      literal += '${';
      at += 2;
      continue;
    }
    const { reference, end } = readReference(text, at);
    if (literal !== '') pieces.push(literal);
    pieces.push(reference);
    literal = '';
    at = end;
  }
  literal += text.slice(at);
  return literal === '' ? pieces : [...pieces, literal];
}

/** Escapes a text so that it contains no references. */
export const escapeReferences = (text: string): string => text.replace(/(\\*)\$\{/g, '$1$1\\${');

const asJson = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** All references in a value, at any depth. Throws BadReference, also for a reference in a property name. */
export function referencesIn(value: unknown): Reference[] {
  if (typeof value === 'string') return splitReferences(value).filter((piece) => typeof piece !== 'string');
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!asJson(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (splitReferences(key).some((piece) => typeof piece !== 'string'))
      throw new BadReference(`${key} is a property name, where references are not resolved`);
    return referencesIn(inner);
  });
}
