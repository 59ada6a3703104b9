import type { HelperDelegate, HelperOptions } from 'handlebars';
import { meter } from './meter';

/** Blocks that a template may open. */
export const BLOCKS: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    throw new TypeError('the template wants an object or list as text: name its members, or use {{#each}}');
  return meter().handle(String(value));
};

const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * What a value looks like in the text. Every `{{value}}` is turned into a call of this: Handlebars without escaping adds
 * neighbouring numbers up, and would show objects as `[object Object]`.
 */
const show = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : text(value));

/** The name under which templates are compiled to call {@link show}; no template can write it. */
export const SHOW = 'show value';

const given = (values: unknown[]): unknown[] => values.slice(0, -1);

function cutAt(value: string, length: number): string {
  if (value.length <= length) return value;
  const end = /[\uD800-\uDBFF]/.test(value.charAt(length - 1)) ? length - 1 : length;
  return `${value.slice(0, end)}…`;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [text(a), text(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function same(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && (typeof a === 'string' ? text(a) === text(b) : a === b);
}

interface Round {
  readonly options: HelperOptions;
  readonly items: readonly (readonly [key: string | number, item: unknown])[];
}

function turns({ options, items }: Round): string {
  let out = '';
  items.forEach(([key, item], index) => {
    meter().repeat();
    const data = {
      ...(options.data as object),
      _parent: options.data as object,
      key,
      index,
      first: index === 0,
      last: index === items.length - 1,
    };
    out = meter().output(out + options.fn(item, { data, blockParams: [item, key] }));
  });
  return out;
}

/** `each` over a list or an object, metered: a nest of them stops at the same place on every machine. */
function each(this: unknown, value: unknown, options: HelperOptions): string {
  if (typeof value !== 'object' || value === null) return options.inverse(this);
  const items = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.keys(value).map((key) => [key, (value as Record<string, unknown>)[key]] as const);
  return items.length === 0 ? options.inverse(this) : turns({ options, items });
}

/** Helpers that a template may call, beside Handlebars' own if, unless and with. */
const HELPERS: Readonly<Record<string, HelperDelegate>> = {
  each,
  eq: (a: unknown, b: unknown) => same(a, b),
  ne: (a: unknown, b: unknown) => !same(a, b),
  gt: (a: unknown, b: unknown) => compare(a, b) > 0,
  gte: (a: unknown, b: unknown) => compare(a, b) >= 0,
  lt: (a: unknown, b: unknown) => compare(a, b) < 0,
  lte: (a: unknown, b: unknown) => compare(a, b) <= 0,
  and: (...values: unknown[]) => given(values).every((one) => !empty(one)),
  or: (...values: unknown[]) => given(values).some((one) => !empty(one)),
  not: (value: unknown) => empty(value),
  default: (value: unknown, otherwise: unknown) => (empty(value) ? text(otherwise) : value),
  join: (value: unknown, separator: unknown) =>
    Array.isArray(value) ? value.map(text).join(typeof separator === 'string' ? text(separator) : ', ') : text(value),
  truncate: (value: unknown, length: unknown) => cutAt(text(value), Math.max(0, Math.floor(Number(length)) || 0)),
  upper: (value: unknown) => text(value).toUpperCase(),
  lower: (value: unknown) => text(value).toLowerCase(),
  trim: (value: unknown) => text(value).trim(),
  dateOf: (value: unknown) => /^\d{4}-\d{2}-\d{2}/.exec(text(value))?.[0] ?? '',
  length: (value: unknown) => (Array.isArray(value) ? value.length : text(value).length),
};

/** Every name that may stand where a helper is called. */
export const ALLOWED: ReadonlySet<string> = new Set([...BLOCKS, ...Object.keys(HELPERS)]);

/** All of the above by name, for Handlebars. */
export const REGISTERED: Readonly<Record<string, HelperDelegate>> = { ...HELPERS, [SHOW]: show };
