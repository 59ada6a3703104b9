import { isJsonObject } from './json-pointer';

/** A form field: the property it edits and how. */
export interface FieldSpec {
  readonly pointer: string;
  readonly label: string;
  /** `lines`: a list with lines or commas between its items; `whole-lines`: with lines only, so that an item may hold commas; `on-off`: an object, which is empty when it is turned on. */
  readonly kind: 'text' | 'long' | 'number' | 'choice' | 'yes-no' | 'lines' | 'whole-lines' | 'json' | 'on-off';
  readonly hint?: string | undefined;
  /** The default that applies when the field is empty. */
  readonly defaultText?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly rows?: number | undefined;
  readonly disabled?: boolean | undefined;
}

type FieldKind = FieldSpec['kind'];

interface FieldCodec {
  readonly toText: (value: unknown) => string;
  readonly fromText: (text: string) => unknown;
}

const undefinedIfEmpty = (text: string): string | undefined => (text === '' ? undefined : text);
const toPlainText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const toLines = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : toPlainText(value));

/** Incomplete JSON stays a string, so that schema validation reports it. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function parseNumber(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' ? undefined : Number.isNaN(number) ? text : number;
}

function parseYesNo(text: string): unknown {
  return text === '' ? undefined : text === 'true';
}

const parseOnOff = (text: string): unknown => (text === 'on' ? {} : undefinedIfEmpty(text));

function parseItems(text: string, separator: RegExp): unknown {
  const lines = text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}

const text: FieldCodec = { toText: toPlainText, fromText: undefinedIfEmpty };

/** Converts between values and the text of a field. */
export const fieldCodecs: Readonly<Record<FieldKind, FieldCodec>> = {
  text,
  long: text,
  choice: text,
  number: { toText: toPlainText, fromText: parseNumber },
  'yes-no': { toText: toPlainText, fromText: parseYesNo },
  'on-off': { toText: (value) => (isJsonObject(value) ? 'on' : toPlainText(value)), fromText: parseOnOff },
  lines: { toText: toLines, fromText: (typed) => parseItems(typed, /[\n,]/) },
  'whole-lines': { toText: toLines, fromText: (typed) => parseItems(typed, /\n/) },
  json: {
    toText: (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
    fromText: parseJson,
  },
};
