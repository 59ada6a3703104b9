import { RE2JS } from 're2js';
import { MAX_INSTRUCTIONS, MAX_PATTERN } from '../limits';

/** A key written as /pattern/flags. */
export interface RegexKey {
  readonly pattern: string;
  readonly flags: string;
}

const WRITTEN = /^\/(.+)\/([a-z]*)$/s;
const JAVASCRIPT_FLAGS = /^[dgimsuvy]*$/;
const MEANING: Readonly<Record<string, number>> = {
  g: 0,
  u: 0,
  v: 0,
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** The regular expression that a key is written as; null: the key is plain text. */
export function parseRegexKey(key: string): RegexKey | null {
  const [, pattern, flags] = WRITTEN.exec(key) ?? [];
  if (pattern === undefined || flags === undefined || !JAVASCRIPT_FLAGS.test(flags)) return null;
  return { pattern, flags };
}

/** Thrown for a regular expression that cannot be matched in time linear in the text. */
export class RegexRefused extends Error {
  override readonly name = 'RegexRefused';
}

/** A compiled regular expression and its size in instructions. Throws {@link RegexRefused} with the reason. */
export function compileRegex({ pattern, flags }: RegexKey): RE2JS {
  if (pattern.length > MAX_PATTERN) throw new RegexRefused(`is longer than ${MAX_PATTERN} characters`);
  const unknown = [...flags].find((flag) => MEANING[flag] === undefined);
  if (unknown !== undefined) throw new RegexRefused(`has the flag ${unknown}; the flags are g, i, m, s, u and v`);
  if (flags.includes('v') && SETS.test(pattern)) throw new RegexRefused('has sets in sets, which are not supported');
  const compiled = compileLinear(pattern, flags);
  const size = compiled.programSize();
  if (size > MAX_INSTRUCTIONS) {
    throw new RegexRefused(`has ${size} instructions when expanded; the most is ${MAX_INSTRUCTIONS}`);
  }
  return compiled;
}

function compileLinear(pattern: string, flags: string): RE2JS {
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (MEANING[flag] as number), 0);
    return RE2JS.compile(RE2JS.translateRegExp(withRe2Classes(pattern)), bits);
  } catch (error) {
    throw new RegexRefused(mistakeIn(pattern) ?? `cannot be matched in linear time (RE2): ${(error as Error).message}`);
  }
}

/** Names of categories of characters, as JavaScript may write them and RE2 does not. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
};
/** What `\s` finds in JavaScript besides ASCII. */
const MORE_SPACE = String.raw`\v\p{Z}\x{FEFF}`;
/** A property of characters, another escape, or a bracket. */
const ELEMENTS = /\\([pP])\{(?:([A-Za-z_]+)=)?(\w+)\}|\\[\s\S]|[[\]]/g;

/** A property of characters as RE2 writes it; null where it is one that RE2 does not know. */
function propertyOf(property: string, kind: string | undefined, value: string): string | null {
  if (kind !== undefined && !/^(?:sc|Script|gc|General_Category)$/.test(kind)) return null;
  return `\\${property}{${CATEGORIES[value] ?? value}}`;
}

/** `\s` and `\S` as JavaScript means them; other elements as they are. */
function spaceOf(element: string, isInClass: boolean): string {
  if (element === String.raw`\s`) return isInClass ? String.raw`\s${MORE_SPACE}` : String.raw`[\s${MORE_SPACE}]`;
  return element === String.raw`\S` && !isInClass ? String.raw`[^\s${MORE_SPACE}]` : element;
}

/** The properties and spaces of a pattern as RE2 writes them. */
function withRe2Classes(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(ELEMENTS, (element: string, property?: string, kind?: string, value = '') => {
    if (property !== undefined) return propertyOf(property, kind, value) ?? element;
    if (element === '[' || element === ']') isInClass = element === '[';
    return spaceOf(element, isInClass);
  });
}

/** Sets in sets, and strings in them, which only the flag `v` knows. */
const SETS = /\[(?:[^\]\\]|\\.)*(?:\[|--|&&|\\q\{)/;

/** Why it is no regular expression for JavaScript either; null where it is one. It is compiled and never matched. */
function mistakeIn(pattern: string): string | null {
  try {
    new RegExp(pattern);
    return null;
  } catch (error) {
    const [, reason] = /^.*: ([^:]+)$/s.exec((error as Error).message) ?? [];
    return `is not a regular expression: ${reason ?? (error as Error).message}`;
  }
}
