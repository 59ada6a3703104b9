import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

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
  /** False: it does not name its conversation, because versions that named conversations by their first messages did not read it. @default true */
  readonly isNaming?: false;
}

/** Messages of a conversation in their order. A long conversation, or one that was recorded turn by turn, comes in several parts. */
export interface ConversationPart {
  /** The id of the conversation in its export. */
  readonly conversation: string;
  readonly title?: string;
  readonly messages: readonly ExportedMessage[];
  /** Messages that are not imported, a few words for each: `system message`. With `messages` they are all messages of the export. */
  readonly leftOut: readonly string[];
  /** What is not imported of messages that are, a few words for each part: `picture`. */
  readonly partsLeftOut: readonly string[];
  /**
   * Names for the conversation if `conversation` is that of another one: an export without ids is known by how it begins, and each further name takes
   * one more message into account.
   */
  readonly longerIds?: readonly string[];
}

/** What was read of one or more messages of an export. */
export type ReadMessages = Pick<ConversationPart, 'messages' | 'leftOut' | 'partsLeftOut'>;

/** One message of an export that is not imported, and why. */
export const leaveOut = (reason: string): ReadMessages => ({ messages: [], leftOut: [reason], partsLeftOut: [] });

/** Why a message is left out that holds nothing but such parts. */
export function reasonOfParts(parts: readonly string[]): string {
  const kinds = [...new Set(parts)];
  if (kinds.length === 0) return 'empty message';
  return kinds.length === 1 ? (kinds[0] as string) : `message of only: ${kinds.join(', ')}`;
}

/** What was read of several messages, together. */
export const joinRead = (read: readonly ReadMessages[]): ReadMessages => ({
  messages: read.flatMap(({ messages }) => messages),
  leftOut: read.flatMap(({ leftOut }) => leftOut),
  partsLeftOut: read.flatMap(({ partsLeftOut }) => partsLeftOut),
});

/** The reason, once for each of some messages. */
export const countReason = (count: number, reason: string): string[] => Array.from({ length: count }, () => reason);

/** A short name for a content: equal ones have the same. */
export const hashOf = (content: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(content)))).slice(0, 12);

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

/** A time of an export in milliseconds since 1970. */
export function millisIn(value: unknown): number | undefined {
  const time = timeIn(value);
  return time === undefined ? undefined : Date.parse(time);
}

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

/** The value if it is a list, else an empty one. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The value if it is an object of JSON, else an empty one. */
export const itemIn = (value: unknown): JsonItem => (isItem(value) ? value : {});
