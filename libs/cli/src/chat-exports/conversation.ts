import { createHash } from 'node:crypto';

/** One message of an exported conversation. */
export interface ExportedMessage {
  /** Unlike those of all other messages of its conversation. */
  readonly id: string;
  readonly by: 'person' | 'agent';
  /** The name that the export gives to whoever said it. */
  readonly speaker?: string;
  readonly text: string;
  /** When it was said, ISO 8601; absent where the export does not say. */
  readonly at?: string;
}

/** Messages of a conversation in their order. A long conversation, or one that was recorded turn by turn, comes in several parts. */
export interface ConversationPart {
  /** The id of the conversation in its export. */
  readonly conversation: string;
  readonly title?: string;
  readonly messages: readonly ExportedMessage[];
  /** What is not imported, a few words for each message or part of a message: `system message`, `picture`. */
  readonly leftOut: readonly string[];
}

/** A short name for a content: equal ones have the same. */
export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);

/** The id of the nth message of an export that gives it none: another text at its place is another message. */
export const numberedId = (nth: number, text: string): string => `${nth}-${hashOf(text)}`;

/** An object of JSON, of unknown content. */
export type JsonItem = Readonly<Record<string, unknown>>;

/** Where an item stands in its file. */
export interface ItemPlace {
  /** The name of the file without its folder and extension. */
  readonly file: string;
  /** Counts from 1. */
  readonly nth: number;
  /** The first item of the file. */
  readonly first: JsonItem;
}

/** How a program writes conversations. */
export interface ExportFormat {
  /** Whether an item of a file, the first one, is this program's. */
  recognises(item: JsonItem): boolean;
  /** Reads one item: a conversation, a turn or a message; undefined for what holds nothing that was said. Throws an Error with the reason where it is not as the program writes it. */
  read(item: JsonItem, place: ItemPlace): ConversationPart | undefined;
}

export const isItem = (value: unknown): value is JsonItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as text; undefined where it is none, or only space. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A time of an export as ISO 8601: text, or a number of seconds or milliseconds since 1970; undefined for anything else. */
export function timeIn(value: unknown): string | undefined {
  // Times in seconds have ten digits until the year 2286.
  const ms = typeof value === 'number' ? value * (value < 1e11 ? 1_000 : 1) : Date.parse(textIn(value) ?? '');
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined;
}

/** `{ key: value }` where there is a value, else nothing: for optional fields. */
export const optional = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Readonly<Record<Key, Value>>> =>
  (value === undefined ? {} : { [key]: value }) as Partial<Readonly<Record<Key, Value>>>;

/** The value if it is an object of JSON, else an empty one. */
export const itemIn = (value: unknown): JsonItem => (isItem(value) ? value : {});
