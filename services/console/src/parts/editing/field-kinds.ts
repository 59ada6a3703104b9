/** What a field of a form is about, and how it is typed in. */
export interface FieldSpec {
  readonly pointer: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'number' | 'choice' | 'yes-no' | 'lines' | 'json';
  readonly hint?: string | undefined;
  /** What holds where nothing is said. */
  readonly otherwise?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly rows?: number | undefined;
  readonly fixed?: boolean | undefined;
}

type Kind = FieldSpec['kind'];

interface Writing {
  readonly toText: (value: unknown) => string;
  readonly fromText: (text: string) => unknown;
}

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const plain = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Text that is no JSON yet stays a text: the schema says that something else belongs there. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function readNumber(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' ? undefined : Number.isNaN(number) ? text : number;
}

function readYesNo(text: string): unknown {
  return text === '' ? undefined : text === 'true';
}

function readLines(text: string): unknown {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}

const text: Writing = { toText: plain, fromText: orNothing };

/** How a value becomes text and comes back. */
export const writings: Readonly<Record<Kind, Writing>> = {
  text,
  long: text,
  choice: text,
  number: { toText: plain, fromText: readNumber },
  'yes-no': { toText: plain, fromText: readYesNo },
  lines: { toText: (value) => (Array.isArray(value) ? value.join('\n') : plain(value)), fromText: readLines },
  json: {
    toText: (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
    fromText: readJson,
  },
};
