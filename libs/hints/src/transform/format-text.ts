import { MAX_OUTPUT } from '../limits';
import { isPayloadName, isPlainObject, type Plain } from '../plain';
import { isRecordName, unknownRecordName, type RecordView } from '../record-view';
import type { RenderContext } from '../render-context';
import { checkTarget, selectAll } from './extract';

type FormatPart = { readonly text: string } | { readonly name: string };

/** An escape, a placeholder, any other brace, or text. */
const TOKENS = /\{\{|\}\}|\\[{}\\]|\{([^{}]*)\}|[{}]|[^{}\\]+|\\/gy;
const MEMBERS = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

function checkName(name: string): void {
  if (name.startsWith('$')) return checkTarget(name);
  if (name.startsWith('@')) {
    if (!isRecordName(name.slice(1))) throw new SyntaxError(unknownRecordName(name.slice(1)));
    return;
  }
  if (!MEMBERS.test(name))
    throw new SyntaxError(`{${name}} is not a placeholder: write {a.b}, {@title} or {$.a[0]}, and {{ for a brace`);
}

function parseToken(token: string, name: string | undefined): FormatPart {
  if (name !== undefined) {
    checkName(name.trim());
    return { name: name.trim() };
  }
  if (token === '{' || token === '}') throw new SyntaxError(`write ${token}${token} for a single ${token}`);
  const isEscape = token === '{{' || token === '}}' || (token.length === 2 && token.startsWith('\\'));
  return { text: isEscape ? (token[1] as string) : token };
}

/** Parses a format. Throws a SyntaxError that names the problem. */
export function compileFormat(format: string): readonly FormatPart[] {
  return [...format.matchAll(TOKENS)].map(([token, name]) => parseToken(token, name));
}

function member(value: Plain | undefined, key: string): Plain | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return value !== undefined && isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function resolvePlaceholder(name: string, data: Plain, rendering: RenderContext): Plain {
  if (name.startsWith('$')) return selectAll(name, data, rendering)[0] ?? null;
  if (name.startsWith('@')) return rendering.record[name.slice(1) as keyof RecordView];
  const names = name.split('.');
  const path = isPayloadName(names[0], data) ? names.slice(1) : names;
  return path.reduce<Plain | undefined>(member, data) ?? null;
}

function writeValue(value: Plain, name: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => writeValue(item, name)).join(', ');
  if (isPlainObject(value)) throw new TypeError(`{${name}} is an object: name one of its members`);
  return String(value);
}

/** Replaces each `{a.b}` by the value there; missing values become empty, objects are an error. */
export function formatText(format: string, data: Plain, rendering: RenderContext): string {
  let text = '';
  for (const part of compileFormat(format)) {
    text += 'text' in part ? part.text : writeValue(resolvePlaceholder(part.name, data, rendering), part.name);
    if (text.length > MAX_OUTPUT) throw new RangeError(`the format writes more than ${MAX_OUTPUT} characters`);
  }
  return text;
}
