import { hashOf } from '@crumbtrail/chat-imports';
import { decodeText } from '@crumbtrail/platform/decode-text';
import { AgentCard, AgentDef, LoreBook, LoreEntry, Scene, UserMessage, isObject } from '@crumbtrail/contracts';
import {
  agentOfCard,
  cardFile,
  importCard,
  importCardPng,
  importLorebook,
  ImportRefused,
  sceneOfCard,
  warningsOfCard,
  type CharacterCard,
  type ImportedLorebook,
} from '@crumbtrail/lore';
import { basename, extname } from 'node:path';
import { CliError } from '../../cli-error';
import { readBytes } from '../../load-text';
import { readCharx } from './read-charx';

/** A record that an import writes, unless it is there already. */
export interface ImportedRecord {
  readonly schema_name: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Names it to people, and among the records of its schema: `entry harbour/dragon`. */
  readonly label: string;
}

/** What a file holds, as records in the order in which they are written. */
export interface ReadImport {
  readonly records: readonly ImportedRecord[];
  /** The name of its book, if it holds one. */
  readonly book: string | null;
  /** The agent that a card describes. */
  readonly agent: string | null;
  readonly greetings: readonly string[];
  readonly warnings: readonly string[];
}

/** The names that a command line gives. */
export interface ImportNames {
  readonly book?: string;
  readonly agent?: string;
}

/** What a lorebook of its own says that it is (specification of character cards, version 3): its entries are in `data`. */
const LOREBOOK_V3 = 'lorebook_v3';
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
/** The longest name of a book or an agent. */
const MAX_NAME = 64;

const HASH_CHARS = 12;

/**
 * A text as the name of a book or an agent, of a-z, 0-9, dot, dash and underscore. A text that has other letters or is longer ends in its hash,
 * so that two texts that differ in those have two names; `otherwise` stands before it where no character is left.
 */
export function toName(text: string, otherwise: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<=[a-z])\p{M}/gu, '');
  const name = plain.replaceAll(/[^a-z0-9._-]+/g, '-').replaceAll(/^[^a-z0-9]+|-+$/g, '');
  const isWhole = name !== '' && name.length <= MAX_NAME && !/(?![a-z0-9])[\p{L}\p{N}\p{M}]/u.test(plain);
  if (isWhole || text.trim() === '') return name || otherwise;
  const kept = name.slice(0, MAX_NAME - HASH_CHARS - 1) || otherwise;
  return `${kept}-${hashOf(text.normalize('NFC'))}`;
}

/** The label of a record: its kind and what its id is derived from. */
export function labelOf(schemaName: string, context: Readonly<Record<string, unknown>>): string {
  if (schemaName === LoreBook.name) return `book ${String(context['name'])}`;
  if (schemaName === LoreEntry.name) return `entry ${String(context['book'])}/${String(context['id'])}`;
  if (schemaName === AgentDef.name) return `agent ${String(context['agent'])}`;
  if (schemaName === AgentCard.name) return `card of ${String(context['agent'])}`;
  const { session, agent } = context;
  return [
    'scene',
    ...(session ? [`of session ${String(session)}`] : []),
    ...(agent ? [`of ${String(agent)}`] : []),
  ].join(' ');
}

export function toRecord(schema_name: string, value: object): ImportedRecord {
  const context = value as Record<string, unknown>;
  return { schema_name, context, label: labelOf(schema_name, context) };
}

const bookRecords = ({ book, entries }: ImportedLorebook): ImportedRecord[] => [
  toRecord(LoreBook.name, book),
  ...entries.map((entry) => toRecord(LoreEntry.name, entry)),
];

function cardRecords(card: CharacterCard, agent: string): ImportedRecord[] {
  const { persona, ...definition } = agentOfCard(card, agent);
  const book = card.book?.book.name;
  return [
    ...(card.book ? bookRecords(card.book) : []),
    toRecord(AgentDef.name, {
      ...definition,
      subscriptions: [{ schema: UserMessage.name }],
      ...(persona ? { persona } : {}),
    }),
    toRecord(Scene.name, sceneOfCard(card, agent)),
    toRecord(AgentCard.name, { agent, ...(book === undefined ? {} : { book }), card: cardFile(card) }),
  ];
}

/** Reads a card: the bytes of a picture, or a text. */
function readCard(file: Buffer | string, names: ImportNames): ReadImport {
  const parse = (bookName: string): CharacterCard =>
    typeof file === 'string' ? importCard(file, bookName) : importCardPng(file, bookName);
  const { texts } = parse('book');
  const agent = names.agent ?? toName(texts.name ?? '', 'character');
  const card = parse(names.book ?? agent);
  return {
    records: cardRecords(card, agent),
    book: card.book?.book.name ?? null,
    agent,
    greetings: card.greetings.filter((greeting) => greeting !== ''),
    warnings: [...warningsOfCard(card), ...(card.book?.warnings ?? [])],
  };
}

const withWarnings = (read: ReadImport, more: readonly string[]): ReadImport => ({
  ...read,
  warnings: [...more, ...read.warnings],
});

function readLorebook(text: string, file: string, { book, agent }: ImportNames): ReadImport {
  const name = book ?? toName(basename(file, extname(file)), 'book');
  const imported = importLorebook(text, name);
  const scene = agent === undefined ? [] : [toRecord(Scene.name, { agent, lore: { books: [name] } })];
  const records = [...bookRecords(imported), ...scene];
  return { records, book: name, agent: null, greetings: [], warnings: imported.warnings };
}

/** Whether a text is a lorebook, and not a card: it has entries at its top. What is not JSON is left to the import, which says why. */
function isLorebook(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return !isObject(value) || 'entries' in value || value['spec'] === LOREBOOK_V3;
  } catch {
    return true;
  }
}

/** Reads a lorebook of SillyTavern as JSON, or a character card as JSON, PNG or CHARX. Throws CliError. */
export function readImport(file: string, names: ImportNames): ReadImport {
  if (names.agent !== undefined && !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(names.agent))
    throw new CliError(`--agent is an id, such as ${toName(names.agent, 'character')} (got "${names.agent}").`, 2);
  const bytes = readBytes(file);
  const isPicture = bytes.subarray(0, PNG_START.length).equals(PNG_START);
  try {
    if (isPicture) return readCard(bytes, names);
    const archive = readCharx(bytes);
    if (archive) return withWarnings(readCard(archive.card, names), archive.warnings);
    const text = decodeText(bytes);
    return isLorebook(text) ? readLorebook(text, file, names) : readCard(text, names);
  } catch (error) {
    if (error instanceof ImportRefused) throw new CliError(`${file}: ${error.message}. Nothing was imported.`);
    throw error;
  }
}
