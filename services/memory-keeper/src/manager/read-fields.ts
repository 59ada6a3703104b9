const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list that a model wrote. */
export const readObjects = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A text that is not blank, cut at `most` characters; undefined for anything else. */
export function readShortText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, most).toWellFormed().trim();
  return text === '' ? undefined : text;
}

export const readNumbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** A time as ISO; undefined for what is none. */
export function readTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) || Math.abs(time) > 253_402_300_799_000 ? undefined : new Date(time).toISOString();
}
