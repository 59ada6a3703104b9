import { LRUCache } from 'lru-cache';
import { MAX_OUTPUT } from '../limits';
import { isObject, type Plain } from '../plain';
import { isRecordName, noSuchName, type RecordView } from '../record-view';
import { checkTarget, selectAll } from './extract';

type Part = { readonly text: string } | { readonly name: string };

/** Escapes, a placeholder, a brace that is none of these, or text. */
const TOKENS = /\{\{|\}\}|\\[{}\\]|\{([^{}]*)\}|[{}]|[^{}\\]+|\\/gy;
const MEMBERS = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;
const compiled = new LRUCache<string, readonly Part[]>({ max: 500 });

function checkName(name: string): void {
  if (name.startsWith('$')) return checkTarget(name);
  if (name.startsWith('@')) {
    if (!isRecordName(name.slice(1))) throw new SyntaxError(noSuchName(name.slice(1)));
    return;
  }
  if (!MEMBERS.test(name))
    throw new SyntaxError(`{${name}} names nothing: write {a.b}, {@title} or {$.a[0]}, and {{ for a brace`);
}

function partOf(token: string, name: string | undefined): Part {
  if (name !== undefined) {
    checkName(name.trim());
    return { name: name.trim() };
  }
  if (token === '{' || token === '}') throw new SyntaxError(`a lone ${token} is written ${token}${token}`);
  const isEscape = token === '{{' || token === '}}' || (token.length === 2 && token.startsWith('\\'));
  return { text: isEscape ? (token[1] as string) : token };
}

/** The parts of a format. Throws a SyntaxError that says what is wrong with it. */
export function compileFormat(format: string): readonly Part[] {
  const known = compiled.get(format);
  if (known) return known;
  const parts = [...format.matchAll(TOKENS)].map(([token, name]) => partOf(token, name));
  compiled.set(format, parts);
  return parts;
}

function member(value: Plain | undefined, key: string): Plain | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return value !== undefined && isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function valueOf(name: string, data: Plain, record: RecordView): Plain {
  if (name.startsWith('$')) return selectAll(name, data, record)[0] ?? null;
  if (name.startsWith('@')) return record[name.slice(1) as keyof RecordView];
  return name.split('.').reduce<Plain | undefined>(member, data) ?? null;
}

function shown(value: Plain, name: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => shown(item, name)).join(', ');
  if (isObject(value)) throw new TypeError(`{${name}} is an object: name one of its members`);
  return String(value);
}

/** The format with each `{a.b}` replaced by the value there: nothing where there is none, never an object. */
export function formatText(format: string, data: Plain, record: RecordView): string {
  let text = '';
  for (const part of compileFormat(format)) {
    text += 'text' in part ? part.text : shown(valueOf(part.name, data, record), part.name);
    if (text.length > MAX_OUTPUT) throw new RangeError(`the format writes more than ${MAX_OUTPUT} characters`);
  }
  return text;
}
