import { isObject } from '@crumbtrail/contracts';
import type { Fields } from './field-map';

/** The two formats of SillyTavern: files of their own, and the books in cards. */
export type LorebookFormat = 'world_info' | 'character_book';

/** A lorebook in a format of SillyTavern. */
export interface TranslatedLorebook {
  readonly format: LorebookFormat;
  readonly file: Fields;
  readonly warnings: readonly string[];
}

const objectsOf = (entries: unknown): readonly Fields[] =>
  Object.values(entries as Fields).filter((entry): entry is Fields => isObject(entry));

const omitMissing = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** An entry of NovelAI (`lorebookVersion` in the file) as an entry of a card. */
function fromNovelAi(entry: Fields): Fields {
  const { text, displayName, keys, enabled, forceActivation, contextConfig } = entry;
  const order = isObject(contextConfig) ? contextConfig['budgetPriority'] : undefined;
  return omitMissing({
    keys,
    content: text,
    comment: displayName,
    enabled,
    constant: forceActivation,
    insertion_order: order,
  });
}

/** An entry of a memory book of Agnai (`kind: memory` in the file) as an entry of a card. */
function fromAgnai({ name, entry, keywords, enabled, weight }: Fields): Fields {
  return omitMissing({ keys: keywords, content: entry, comment: name, enabled, insertion_order: weight });
}

const PROGRAMS: readonly (readonly [
  program: string,
  isFile: (file: Fields) => boolean,
  translate: (entry: Fields) => Fields,
])[] = [
  ['NovelAI', (file) => 'lorebookVersion' in file, fromNovelAi],
  ['Agnai', (file) => file['kind'] === 'memory', fromAgnai],
];

/** The format of the entries by their fields: `key` in files of their own, `keys` in cards; of entries with neither, by whether they are a list. */
function formatOf(entries: unknown): LorebookFormat {
  const has = (name: string): boolean => objectsOf(entries).some((entry) => name in entry);
  if (has('key') !== has('keys')) return has('key') ? 'world_info' : 'character_book';
  return Array.isArray(entries) ? 'character_book' : 'world_info';
}

/** A lorebook of this or another program, whose `entries` are a list or an object, in a format of SillyTavern. */
export function translateLorebook(file: Fields): TranslatedLorebook {
  const { entries, ...rest } = file;
  const [program, , translate] = PROGRAMS.find(([, isFile]) => isFile(file)) ?? [];
  if (program === undefined || translate === undefined) return { format: formatOf(entries), file, warnings: [] };
  const note = `the lorebook is one of ${program}: keys, text, name, order and switches of its entries were read, its other settings were left out`;
  const { name, description } = rest;
  const translated = omitMissing({ name, description, entries: objectsOf(entries).map(translate) });
  return { format: 'character_book', file: translated, warnings: [note] };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string' && text !== '') : [];

/** The persona of a card of Agnai: a text, or attributes with their values. */
function personaOf(persona: unknown): string | undefined {
  if (typeof persona === 'string') return persona;
  const attributes = isObject(persona) && isObject(persona['attributes']) ? persona['attributes'] : {};
  const lines = Object.entries(attributes).map(([name, values]) =>
    name === 'text' ? textsOf(values).join('\n') : `${name}: ${textsOf(values).join(', ')}`,
  );
  return lines.join('\n') || undefined;
}

/** Texts by which a file is known as a card of version 1. */
const CARD_TEXTS = ['description', 'personality', 'scenario', 'first_mes', 'mes_example'];

/**
 * A card of version 1, also from the texts that Agnai (`persona`, `greeting`, `sampleChat`) and text-generation-webui (`context`, `greeting`) write.
 * Null: the file has a name and no text of a character.
 */
export function translateCard(file: Fields): Fields | null {
  if (CARD_TEXTS.some((name) => name !== 'scenario' && name in file)) return file;
  const { persona, context, greeting, sampleChat, ...rest } = file;
  const description = personaOf(persona) ?? (typeof context === 'string' ? context : undefined);
  const card = omitMissing({ ...rest, description, first_mes: greeting, mes_example: sampleChat });
  return CARD_TEXTS.some((name) => name in card) ? card : null;
}
