import { findUnfaithful } from '@crumbtrail/contracts/find-unfaithful';
import { jsonrepair } from 'jsonrepair';
import type { ParsedObject } from '../../parsed-object';
import { keepsWords } from './keeps-words';

/** A JSON object found in a model's text, and the text around it without code fence marks. */
export interface FoundObject {
  readonly value: ParsedObject;
  /** The unchanged source text. */
  readonly written: string;
  readonly before: string;
  readonly after: string;
  /** The object is the whole text, or the whole of a code fence. */
  readonly alone: boolean;
}

export type ScanResult =
  | { readonly kind: 'object'; readonly found: FoundObject }
  /** The text contains no object that was meant as the reply. */
  | { readonly kind: 'prose' }
  /** The text was meant as an object but cannot be parsed; `why` is written for the model. */
  | { readonly kind: 'broken'; readonly why: string };

/** Maximum length of a text that is repaired: jsonrepair looks ahead at every quotation mark. */
const MAX_MENDED = 32 * 1024;
/** Maximum number of braces that are tried as the beginning of an object. */
const MAX_STARTS = 64;

// A model may write endless blanks: no two of these patterns match the same ones, so that a reply cannot cause backtracking.
const OPENING_FENCE = /```(?:[ \t]*json[c5]?)?\s*$/i;
const CLOSING_FENCE = /^\s*```/;
const LAST_FENCE = /```\s*$/;
/** A brace that a member may follow. */
const OPENING = /^\{\s*(?:["'“”`/}]|[\w$]+\s*:)/;
const ATTEMPT = /^\s*(?:```(?:[ \t]*json[c5]?)?\s*)?[{[]/i;

/** Where a text that starts with a brace ends. */
interface Stretch {
  readonly end: number;
  readonly closed: boolean;
  /** The text ends inside quotation marks, so some of it is missing. */
  readonly cut: boolean;
}

/**
 * The index behind the closing quotation mark of a string whose content begins at `start`; undefined when the mark is
 * missing.
 */
function endOfText(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

function stretchFrom(text: string, start: number): Stretch {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (sign === '"') {
      const end = endOfText(text, at + 1);
      if (end === undefined) return { end: text.length, closed: false, cut: true };
      at = end - 1;
    }
    if ('{['.includes(sign)) depth += 1;
    if (!'}]'.includes(sign)) continue;
    depth -= 1;
    if (depth === 0) return { end: at + 1, closed: true, cut: false };
  }
  return { end: text.length, closed: false, cut: false };
}

function parseObject(text: string): ParsedObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ParsedObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Repairs small damage: missing or extra commas and brackets, other quotation marks, comments, line ends in strings. jsonrepair guesses what is ambiguous, such
 * as an apostrophe in single quotation marks; where a word is then another one, nothing is repaired.
 */
function repairObject(text: string): ParsedObject | undefined {
  if (text.length > MAX_MENDED) return undefined;
  try {
    const value = parseObject(jsonrepair(text));
    return value && keepsWords(text, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function complaint(text: string): string {
  try {
    JSON.parse(text);
    return 'it is not the object that was asked for';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Searches a text for objects that `isMeant` accepts. */
class Scan {
  readonly found: FoundObject[] = [];
  why: string | undefined;

  constructor(
    private readonly text: string,
    private readonly isMeant: (value: ParsedObject) => boolean,
    private readonly key: RegExp,
  ) {}

  run(): void {
    let at = this.text.indexOf('{');
    for (let starts = 0; at >= 0 && starts < MAX_STARTS; starts += 1) at = this.text.indexOf('{', this.take(at));
  }

  /** Takes the candidate that begins here, and returns where to continue. */
  private take(start: number): number {
    const stretch = stretchFrom(this.text, start);
    const written = this.text.slice(start, stretch.end).replace(LAST_FENCE, '').trimEnd();
    const whole = stretch.closed ? parseObject(written) : undefined;
    const value = whole ?? (stretch.cut ? undefined : repairObject(written));
    if (value && this.isMeant(value)) {
      const changed = whole ? findUnfaithful(written) : null;
      if (changed === null) return this.keep({ value, written }, start, stretch.end);
      this.why ??= changed;
      return stretch.end;
    }
    return whole ? stretch.end : this.damaged(written, start, stretch);
  }

  private damaged(written: string, start: number, { end, closed, cut }: Stretch): number {
    if (!OPENING.test(written)) return start + 1;
    if (!this.key.test(written)) return closed ? end : start + 1;
    this.why ??= cut ? 'it breaks off in the middle of a text' : complaint(written);
    return end;
  }

  private keep(object: Pick<FoundObject, 'value' | 'written'>, start: number, end: number): number {
    const [before, after] = [this.text.slice(0, start), this.text.slice(end)];
    const fenced = OPENING_FENCE.test(before) && (CLOSING_FENCE.test(after) || after.trim() === '');
    const around = { before: before.replace(OPENING_FENCE, '').trim(), after: after.replace(CLOSING_FENCE, '').trim() };
    this.found.push({ ...object, ...around, alone: fenced || (around.before === '' && around.after === '') });
    return end;
  }
}

/**
 * Finds the one object that a model meant as its reply: in a code fence, in prose, or slightly damaged. The object has
 * at least one of `keys` or `otherKeys`, which errors do not name; without `keys` any object counts. Text that broke
 * off in the middle of a string is never repaired, because its end is unknown.
 */
export function findObject(text: string, keys?: readonly string[], otherKeys: readonly string[] = []): ScanResult {
  const all = keys && [...keys, ...otherKeys];
  const key = all ? new RegExp(`(?:${all.join('|')})["'“”]?\\s*:`) : /:/;
  const scan = new Scan(text, (value) => all?.some((name) => Object.hasOwn(value, name)) ?? true, key);
  scan.run();
  const different = new Map(scan.found.map((one) => [one.written, one]));
  const [found] = different.values();
  if (different.size > 1) return { kind: 'broken', why: `it holds ${different.size} objects where one was asked for` };
  if (found) return { kind: 'object', found };
  if (scan.why !== undefined) return { kind: 'broken', why: scan.why };
  if (!ATTEMPT.test(text)) return { kind: 'prose' };
  return { kind: 'broken', why: `it is not an object${keys ? ` with ${keys.join(' or ')}` : ''}` };
}
