import { isObject, type AgentDefV1, type SceneV1 } from '@crumbtrail/contracts';
import { checkMacros, escapeMacros, type MacroProblem } from '../macros/check-macros';
import { checkDefinitionMacros } from '../macros/definition-macros';
import { flatten, keepRest, plainField, readFields, restoreFields, textOr, unflatten, wholeOr } from './field-map';
import type { FieldMap, Fields, Kept } from './field-map';
import { exportLorebook, ImportRefused, parseFile, readLorebook, type ImportedLorebook } from './lorebook';
import { translateCard } from './other-programs';
import { keywordOfChunk, readPngChunks, textChunkOf, textOfChunk, writePngChunks } from './png-chunks';

const MAX_TEXT = 65_536;

/** A character card, with its texts as they are written. They are data: nothing in them runs. */
export interface CharacterCard {
  readonly version: 1 | 2 | 3;
  /** Texts of the card: see {@link CARD_TEXTS}. */
  readonly texts: Readonly<Partial<Record<CardText, string>>>;
  /** Greetings: the first, alternatives, and those for groups. */
  readonly greetings: readonly string[];
  readonly groupGreetings: readonly string[];
  readonly tags: readonly string[];
  /** A text at a depth of the conversation. */
  readonly note: {
    readonly text: string;
    readonly depth: number;
    readonly role: 'system' | 'user' | 'assistant';
  } | null;
  readonly book: ImportedLorebook | null;
  /** What an export needs besides. */
  readonly kept: { readonly outer: Fields; readonly data: Kept };
}

const CARD_TEXTS = [
  'name',
  'nickname',
  'description',
  'personality',
  'scenario',
  'mes_example',
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'creator',
  'character_version',
] as const;

/** A text of a card, by its name in the file. */
export type CardText = (typeof CARD_TEXTS)[number];

const isTexts = (raw: unknown): raw is string[] => Array.isArray(raw) && raw.every((one) => typeof one === 'string');
const textList = { is: isTexts, otherwise: [] };

const NOTE_PATH = 'extensions/depth_prompt';
const ROLES = ['system', 'user', 'assistant'] as const;

/** The note of a card, `{prompt, depth, role}` in its extensions. */
const noteField: FieldMap = {
  path: NOTE_PATH,
  read(raw) {
    if (!isObject(raw) || typeof raw['prompt'] !== 'string' || raw['prompt'] === '') return {};
    const depth = wholeOr(4, 0, 1_000).is(raw['depth']) ? raw['depth'] : 4;
    return { note: { text: raw['prompt'], depth, role: ROLES.find((role) => role === raw['role']) ?? 'system' } };
  },
  write({ note }) {
    const { text = '', depth = 4, role = 'system' } = (note ?? {}) as Partial<NonNullable<CharacterCard['note']>>;
    return { prompt: text, depth, role };
  },
};

const CARD_FIELDS: readonly FieldMap[] = [
  ...CARD_TEXTS.map((name) => plainField(name, name, textOr('', MAX_TEXT))),
  plainField('first_mes', 'first_mes', textOr('', MAX_TEXT)),
  plainField('alternate_greetings', 'alternate_greetings', textList),
  plainField('group_only_greetings', 'group_only_greetings', textList),
  plainField('tags', 'tags', textList),
  noteField,
];

/** Reads a card as JSON. `bookName` is the name of its book here. Throws {@link ImportRefused}. */
export function importCard(text: string, bookName: string): CharacterCard {
  const file = parseFile(text);
  if (!isObject(file)) throw new ImportRefused('The file is not a character card');
  const version = versionOf(file);
  const { data, ...outer } = version === 1 ? { data: translateCard(file) ?? file } : file;
  if (!isObject(data) || typeof data['name'] !== 'string') {
    throw new ImportRefused(
      'The file is neither a character card, which has a name, nor a lorebook, which has entries',
    );
  }
  if (version === 1 && translateCard(file) === null)
    throw new ImportRefused('The file has a name and no text of a character, such as `description` or `first_mes`');
  const { character_book: book = null, ...rest } = data;
  const flat = flatten(rest);
  const fields = readFields(CARD_FIELDS, flat);
  const read = book === null ? null : readLorebook(book, bookName);
  return { version, ...cardOf(fields), book: read, kept: { outer, data: keepRest(CARD_FIELDS, flat, fields) } };
}

function versionOf({ spec }: Fields): CharacterCard['version'] {
  if (spec === 'chara_card_v3') return 3;
  return spec === 'chara_card_v2' ? 2 : 1;
}

interface ReadFields {
  readonly first_mes?: string;
  readonly alternate_greetings?: readonly string[];
  readonly group_only_greetings?: readonly string[];
  readonly tags?: readonly string[];
  readonly note?: NonNullable<CharacterCard['note']>;
}

function cardOf(fields: ReadFields): Omit<CharacterCard, 'version' | 'book' | 'kept'> {
  const { first_mes: first = '', alternate_greetings: others = [], group_only_greetings: groupGreetings = [] } = fields;
  const texts = Object.fromEntries(Object.entries(fields).filter((field) => isCardText(field[0])));
  return { texts, greetings: [first, ...others], groupGreetings, tags: fields.tags ?? [], note: fields.note ?? null };
}

const isCardText = (name: string): boolean => CARD_TEXTS.some((text) => text === name);

/** Writes a card as JSON: field by field as it was imported, except for what has been changed since. */
export function exportCard(card: CharacterCard): Record<string, unknown> {
  const { version, kept, book } = card;
  const flat = restoreFields(CARD_FIELDS, fieldsOf(card), kept.data);
  const data = { ...unflatten(flat), ...(book && { character_book: exportLorebook(book, 'character_book') }) };
  return version === 1 ? data : { spec: `chara_card_v${version}`, spec_version: `${version}.0`, ...kept.outer, data };
}

function fieldsOf({ texts, greetings, groupGreetings, tags, note, kept }: CharacterCard): Fields {
  const [first = '', ...others] = greetings;
  const lists = { alternate_greetings: others, group_only_greetings: groupGreetings, tags };
  const entries: (readonly [string, readonly string[]])[] = Object.entries(lists);
  const listed = entries.filter((entry) => entry[1].length > 0 || !kept.data.absent.includes(entry[0]));
  return { ...texts, ...(first !== '' && { first_mes: first }), ...Object.fromEntries(listed), ...(note && { note }) };
}

const PNG_KEYWORDS = ['ccv3', 'chara'];

/** Reads the card in a PNG picture; of two, the newer version. Throws {@link ImportRefused}. */
export function importCardPng(file: Uint8Array, bookName: string): CharacterCard {
  const chunks = new Map(readPngChunks(file).map((chunk) => [keywordOfChunk(chunk)?.toLowerCase(), chunk]));
  const found = PNG_KEYWORDS.map((keyword) => chunks.get(keyword)).find((chunk) => chunk !== undefined);
  if (found === undefined) throw new ImportRefused('The picture holds no character card');
  return importCard(Buffer.from(textOfChunk(found), 'base64').toString('utf8'), bookName);
}

/** What a picture holds of a card, by keyword. Programs that know only version 2 read `chara`, and those that know version 3 `ccv3`. */
function pictureTexts(card: CharacterCard): readonly (readonly [keyword: string, content: Record<string, unknown>])[] {
  const content = exportCard(card);
  if (card.version !== 3) return [['chara', content]];
  const older = { ...content, spec: 'chara_card_v2', spec_version: '2.0' };
  return [
    ['chara', older],
    ['ccv3', content],
  ];
}

/** The picture with the card in place of any that it holds. */
export function exportCardPng(file: Uint8Array, card: CharacterCard): Buffer {
  const isCard = (keyword: string | undefined): boolean => PNG_KEYWORDS.includes(keyword?.toLowerCase() ?? '');
  const others = readPngChunks(file).filter((chunk) => !isCard(keywordOfChunk(chunk)));
  const added = pictureTexts(card).map(([keyword, content]) =>
    textChunkOf(keyword, Buffer.from(JSON.stringify(content), 'utf8').toString('base64')),
  );
  return writePngChunks([...others.slice(0, -1), ...added, ...others.slice(-1)]);
}

/** The prompt of an agent whose card has none. */
const DEFAULT_CARD_PROMPT = 'You are {{char}}. Write the next reply of {{char}}.';

const withoutOriginal = (text: string): string => text.replaceAll(/\{\{original\}\}/gi, '');

/** A text that a card becomes, and the macros in it that could not be expanded there: they are escaped. */
interface TranslatedText {
  readonly text: string;
  readonly refused: readonly MacroProblem[];
}

function escapeRefused(text: string, check: (text: string) => readonly MacroProblem[]): TranslatedText {
  const refused = check(text);
  return { text: escapeMacros(text, refused), refused };
}

/**
 * A text of a card as a definition has it: `{{random}}` becomes `{{pick}}`, because draws stay the same in a session, and `{{original}}` is removed,
 * because there is no other prompt that it could insert.
 */
const toDefinitionText = (text: string): TranslatedText =>
  escapeRefused(withoutOriginal(text).replaceAll(/\{\{random(?=[:\s])/gi, '{{pick'), checkDefinitionMacros);

const toSceneText = (text: string): TranslatedText => escapeRefused(withoutOriginal(text), checkMacros);

/** The texts of a card as its definition and scene have them. */
function translateTexts({
  texts,
  note,
}: CharacterCard): Readonly<Record<'prompt' | 'persona' | 'scenario' | 'note' | 'closing', TranslatedText>> {
  const persona = [texts.description, texts.personality, texts.mes_example].filter((text) => text !== undefined);
  return {
    prompt: toDefinitionText(texts.system_prompt ?? ''),
    persona: toDefinitionText(persona.join('\n\n')),
    scenario: escapeRefused(texts.scenario ?? '', checkMacros),
    note: escapeRefused(note?.text ?? '', checkMacros),
    closing: toSceneText(texts.post_history_instructions ?? ''),
  };
}

/** What of the texts of a card has no effect: macros that cannot be expanded where they stand. */
export const warningsOfCard = (card: CharacterCard): readonly string[] =>
  Object.entries(translateTexts(card)).flatMap(([part, { refused }]) =>
    refused.map(({ macro, message }) => `${part}: ${macro} stands there as it is written. ${message}`),
  );

/** The definition of an agent that a card describes, besides what it subscribes to. */
export function agentOfCard(
  card: CharacterCard,
  agent: string,
): Pick<AgentDefV1, 'agent' | 'name' | 'prompt' | 'persona'> {
  const { name = agent, nickname = name } = card.texts;
  const { prompt, persona } = translateTexts(card);
  const shown = nickname.replaceAll(/[\n\r]+/g, ' ').slice(0, 80);
  return {
    agent,
    name: shown,
    prompt: prompt.text.trim() || DEFAULT_CARD_PROMPT,
    persona: persona.text,
  };
}

/** Ids of the injections that a card becomes. */
const DEPTH_PROMPT = 'depth-prompt';
const POST_HISTORY = 'post-history';

/** The scene of that agent: its scenario, its note, what follows the conversation, and its book. */
export function sceneOfCard(card: CharacterCard, agent: string): SceneV1 {
  const { note, book } = card;
  const translated = translateTexts(card);
  const closing = translated.closing.text.trim();
  const injections = [
    ...(note
      ? [
          {
            id: DEPTH_PROMPT,
            text: translated.note.text,
            depth: note.depth,
            role: note.role,
            position: 'at_depth' as const,
          },
        ]
      : []),
    ...(closing
      ? [{ id: POST_HISTORY, text: closing, depth: 0, role: 'system' as const, position: 'at_depth' as const }]
      : []),
  ];
  return {
    agent,
    ...(translated.scenario.text && { scenario: translated.scenario.text }),
    ...(injections.length > 0 && { injections }),
    ...(book && { lore: { books: [book.book.name] } }),
  };
}

/** The card as it is stored beside its definition, scene and book: the file without the book. */
export const cardFile = (card: CharacterCard): Record<string, unknown> => exportCard({ ...card, book: null });

/** The records that a card became, as they are now. */
export interface CardChanges {
  readonly definition: Pick<AgentDefV1, 'agent' | 'name' | 'prompt' | 'persona'>;
  readonly scene: SceneV1;
  readonly book: CharacterCard['book'];
}

const injectionText = ({ injections = [] }: SceneV1, id: string): string =>
  injections.find((one) => one.id === id)?.text ?? '';

/** The note of a card whose scene has the text `now`, and had the text `before`. */
function noteOf(note: CharacterCard['note'], now: string, before: string): CharacterCard['note'] {
  if (now === before) return note;
  return now === '' ? null : { depth: 4, role: 'system', ...note, text: now };
}

/** The card with the changes since it was imported: its texts, note and book. A changed persona becomes the description, and `personality` and `mes_example` are emptied. */
export function updateCard(card: CharacterCard, { definition, scene, book }: CardChanges): CharacterCard {
  const { agent, name = agent, prompt, persona = '' } = definition;
  const before = agentOfCard(card, agent);
  const sceneBefore = sceneOfCard(card, agent);
  const closing = injectionText(scene, POST_HISTORY);
  const changed: Partial<Record<CardText, string>> = {
    ...(name === before.name ? {} : { name, nickname: '' }),
    ...(prompt === before.prompt ? {} : { system_prompt: prompt }),
    ...(persona === before.persona ? {} : { description: persona, personality: '', mes_example: '' }),
    ...(scene.scenario === sceneBefore.scenario ? {} : { scenario: scene.scenario ?? '' }),
    ...(closing === injectionText(sceneBefore, POST_HISTORY) ? {} : { post_history_instructions: closing }),
  };
  const texts = Object.fromEntries(Object.entries({ ...card.texts, ...changed }).filter(([, text]) => text !== ''));
  return {
    ...card,
    texts,
    note: noteOf(card.note, injectionText(scene, DEPTH_PROMPT), injectionText(sceneBefore, DEPTH_PROMPT)),
    book,
  };
}
