import type { HelperDelegate, HelperOptions } from 'handlebars';
import type { RenderMeter } from './meter';

/** Blocks that a template may open. */
export const BLOCKS: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

/** The key of a rendering's meter in Handlebars' `data`. A template cannot name it. */
export const METER = 'render meter';

/** A helper with the meter of the rendering that calls it. */
type MeteredHelper = (this: unknown, meter: RenderMeter, ...args: unknown[]) => unknown;

function toText(value: unknown, meter: RenderMeter): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    throw new TypeError('the template uses an object or list as text: name its members, or use {{#each}}');
  return meter.countText(String(value));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const joinTexts = (values: readonly unknown[], meter: RenderMeter, separator = ', '): string =>
  values.map((value) => toText(value, meter)).join(separator);

/**
 * How a value is written. Every `{{value}}` is compiled to a call of this helper, because without escaping Handlebars would add up
 * neighbouring numbers, and would write objects as `[object Object]`.
 */
const show: MeteredHelper = (meter, value) =>
  Array.isArray(value) ? joinTexts(value as unknown[], meter) : toText(value, meter);

/** The name under which templates are compiled to call the helper that writes values; a template cannot name it. */
export const SHOW = 'show value';

/** The arguments without Handlebars' options, which always come last. */
const withoutOptions = (args: readonly unknown[]): readonly unknown[] => args.slice(0, -1);

function truncate(value: string, length: number): string {
  if (value.length <= length) return value;
  const end = /[\uD800-\uDBFF]/.test(value.charAt(length - 1)) ? length - 1 : length;
  return `${value.slice(0, end)}…`;
}

function compare(meter: RenderMeter, a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [toText(a, meter), toText(b, meter)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isEqual(meter: RenderMeter, a: unknown, b: unknown): boolean {
  return typeof a === typeof b && (typeof a === 'string' ? toText(a, meter) === toText(b, meter) : a === b);
}

interface Loop {
  readonly options: HelperOptions;
  readonly items: readonly (readonly [key: string | number, item: unknown])[];
}

function runLoop({ options, items }: Loop, meter: RenderMeter): string {
  let out = '';
  items.forEach(([key, item], index) => {
    meter.countRun();
    const data = {
      ...(options.data as object),
      _parent: options.data as object,
      key,
      index,
      first: index === 0,
      last: index === items.length - 1,
    };
    out = meter.checkOutput(out + options.fn(item, { data, blockParams: [item, key] }));
  });
  return out;
}

/** `each` over a list or an object. It is metered, so that nested loops stop at the same place on every machine. */
const each: MeteredHelper = function (this: unknown, meter, value, last) {
  const options = last as HelperOptions;
  if (typeof value !== 'object' || value === null) return options.inverse(this);
  const items = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.keys(value).map((key) => [key, (value as Record<string, unknown>)[key]] as const);
  return items.length === 0 ? options.inverse(this) : runLoop({ options, items }, meter);
};

/** Helpers that a template may call, besides Handlebars' own `if`, `unless` and `with`. */
const HELPERS: Readonly<Record<string, MeteredHelper>> = {
  each,
  eq: (meter, a, b) => isEqual(meter, a, b),
  ne: (meter, a, b) => !isEqual(meter, a, b),
  gt: (meter, a, b) => compare(meter, a, b) > 0,
  gte: (meter, a, b) => compare(meter, a, b) >= 0,
  lt: (meter, a, b) => compare(meter, a, b) < 0,
  lte: (meter, a, b) => compare(meter, a, b) <= 0,
  and: (_meter, ...args) => withoutOptions(args).every((one) => !isEmpty(one)),
  or: (_meter, ...args) => withoutOptions(args).some((one) => !isEmpty(one)),
  not: (_meter, value) => isEmpty(value),
  default: (meter, value, otherwise) => (isEmpty(value) ? toText(otherwise, meter) : value),
  join: (meter, value, separator) =>
    Array.isArray(value)
      ? joinTexts(value as unknown[], meter, typeof separator === 'string' ? toText(separator, meter) : ', ')
      : toText(value, meter),
  truncate: (meter, value, length) => truncate(toText(value, meter), Math.max(0, Math.floor(Number(length)) || 0)),
  upper: (meter, value) => toText(value, meter).toUpperCase(),
  lower: (meter, value) => toText(value, meter).toLowerCase(),
  trim: (meter, value) => toText(value, meter).trim(),
  dateOf: (meter, value) => /^\d{4}-\d{2}-\d{2}/.exec(toText(value, meter))?.[0] ?? '',
  length: (meter, value) => (Array.isArray(value) ? value.length : toText(value, meter).length),
};

/** Every name that may be called as a helper. */
export const ALLOWED: ReadonlySet<string> = new Set([...BLOCKS, ...Object.keys(HELPERS)]);

const meterIn = (options: unknown): RenderMeter =>
  (options as { readonly data: Readonly<Record<string, RenderMeter>> }).data[METER] as RenderMeter;

/**
 * Gives a helper its meter. Handlebars passes its options, which hold the data of the rendering, as the last argument. Calls with
 * at most one value avoid the spread, because templates make one for every value they show.
 */
function toDelegate(helper: MeteredHelper): HelperDelegate {
  return function (this: unknown, a?: unknown, b?: unknown, ...rest: unknown[]): unknown {
    if (rest.length === 0)
      return b === undefined ? helper.call(this, meterIn(a), a) : helper.call(this, meterIn(b), a, b);
    return helper.call(this, meterIn(rest.at(-1)), a, b, ...rest);
  };
}

/** All helpers by name, for Handlebars. */
export const REGISTERED: Readonly<Record<string, HelperDelegate>> = Object.fromEntries(
  Object.entries({ ...HELPERS, [SHOW]: show }).map(([name, helper]) => [name, toDelegate(helper)]),
);
