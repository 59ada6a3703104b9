import type { LoreBookV1, LoreEntryV1 } from '@crumbtrail/contracts';
import {
  activate,
  compileLore,
  wordVerdict,
  type LoreInput,
  type LoreMessage,
  type LoreResult,
  type LoreSource,
} from '../src/index';

/** An entry whose content is its id, unless it says otherwise. */
export const entryOf = (id: string, fields: Partial<LoreEntryV1> = {}): LoreEntryV1 => ({
  book: 'book',
  id,
  content: id.toUpperCase(),
  ...fields,
});

/** A book that applies everywhere, unless it says otherwise. */
export const bookOf = (entries: readonly LoreEntryV1[], fields: Partial<LoreBookV1> = {}): LoreSource => {
  const book = { name: 'book', ...fields };
  return { book, stratum: 'workspace', entries: entries.map((entry) => ({ ...entry, book: book.name })) };
};

/** Messages from texts, the newest first: `Bob: hello` is from Bob, anything else from Ann. */
export const said = (...texts: readonly string[]): LoreMessage[] =>
  texts.map((text, index) => {
    const [, name, rest] = /^(\w+): (.*)$/s.exec(text) ?? [];
    return { id: `m${texts.length - index}`, name: name ?? 'Ann', role: 'user', text: rest ?? text };
  });

/** An input with defaults that no limit gets in the way of. A token is a character. */
export const inputOf = (fields: Partial<LoreInput> = {}): LoreInput => ({
  messages: [],
  agent: { id: 'lola' },
  contextTokens: 1_000_000,
  seed: { session: 's', turn: 't' },
  countTokens: (text) => text.length,
  ...fields,
});

/** Activates the entries of one book on messages. */
export const run = (
  entries: readonly LoreEntryV1[],
  fields: Partial<LoreInput> = {},
  sources: readonly LoreSource[] = [bookOf(entries)],
): LoreResult => activate(compileLore(sources), inputOf(fields));

/** Ids of the active entries. */
export const activeIds = ({ verdicts }: LoreResult): string[] =>
  verdicts.filter(({ verdict }) => verdict === 'active').map(({ id }) => id);

/** The verdict on an entry in words. */
export const wordsOn = ({ verdicts }: LoreResult, id: string): string => {
  const verdict = verdicts.find((one) => one.id === id);
  if (!verdict) throw new Error(`There is no verdict on ${id}`);
  return wordVerdict(verdict);
};
