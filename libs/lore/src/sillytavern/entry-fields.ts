import { isObject } from '@crumbtrail/contracts';
import { parseRegexKey } from '../keys/linear-regex';
import { enumField, flagOr, numberOr, plainField, textOr, wholeOr, type FieldMap, type Fields } from './field-map';

const MOST = 1_000_000;
const MAX_KEYS = 64;
/** Characters of a key. */
export const MAX_KEY = 512;

const isText = (value: unknown): value is string => typeof value === 'string';
const textsOf = (raw: unknown): string[] =>
  Array.isArray(raw) ? raw.filter(isText).filter((text) => text !== '') : [];

/** Extensions that SillyTavern writes. It sets `use_regex` for every entry, and still takes as a regular expression only a key between slashes. */
const SILLYTAVERN = ['extensions/display_index', 'extensions/selectiveLogic', 'extensions/position'];

/** A key as a regular expression that finds its very characters. */
const literal = (key: string): string => key.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');

/** The keys of an entry of a card, by its `use_regex` (version 3 of the card specification): a regular expression is written between slashes here. */
function readRegexKeys(keys: readonly string[], flat: Fields): readonly string[] {
  const { use_regex: isRegex, case_sensitive: isExact } = flat;
  if (typeof isRegex !== 'boolean' || (isRegex && SILLYTAVERN.some((path) => path in flat))) return keys;
  const flags = isExact === true ? '' : 'i';
  return keys.map((key) => {
    const isWritten = parseRegexKey(key) !== null;
    if (isRegex) return isWritten ? key : `/${key}/${flags}`;
    return isWritten ? `/${literal(key)}/${flags}` : key;
  });
}

const keysField = (path: string, name: string): FieldMap => ({
  path,
  read(raw, flat) {
    const keys = readRegexKeys(textsOf(raw), flat);
    return keys.length > 0 && keys.length <= MAX_KEYS && keys.every((key) => key.length <= MAX_KEY)
      ? { [name]: keys }
      : {};
  },
  write: (ours) => ours[name] ?? [],
});

const groupsField = (path: string): FieldMap => ({
  path,
  read(raw) {
    const groups = isText(raw)
      ? [
          ...new Set(
            raw
              .split(',')
              .map((group) => group.trim())
              .filter((group) => group !== ''),
          ),
        ]
      : [];
    return groups.length > 0 && groups.length <= 16 && groups.every((group) => group.length <= 80) ? { groups } : {};
  },
  write: ({ groups }) => (Array.isArray(groups) ? groups.join(',') : ''),
});

/** A switch in some versions, a level in others. */
const delayLevelField = (path: string): FieldMap => ({
  path,
  read: (raw) => (wholeOr(0, 0, 1_000).is(Number(raw ?? Number.NaN)) ? { delay_until_recursion: Number(raw) } : {}),
  write: ({ delay_until_recursion: level = 0 }) => level,
});

const TRIGGERS = ['normal', 'continue', 'impersonate', 'swipe', 'regenerate', 'quiet'];

const triggersField = (path: string): FieldMap => ({
  path,
  read(raw) {
    const triggers = [...new Set(textsOf(raw))];
    return triggers.length > 0 && triggers.every((trigger) => TRIGGERS.includes(trigger)) ? { triggers } : {};
  },
  write: ({ triggers }) => triggers ?? [],
});

const filterField = (path: string): FieldMap => ({
  path,
  read(raw) {
    if (!isObject(raw)) return {};
    const names = textsOf(raw['names']);
    const tags = textsOf(raw['tags']);
    return names.length + tags.length > 0 ? { agents: { names, tags, exclude: raw['isExclude'] === true } } : {};
  },
  write({ agents }) {
    const {
      names = [],
      tags = [],
      exclude = false,
    } = (agents ?? {}) as { names?: string[]; tags?: string[]; exclude?: boolean };
    return { isExclude: exclude, names, tags };
  },
});

/** The fields of ours that stand for a list of switches: which cards' fields are searched. */
const MATCH_FIELDS = {
  persona: ['matchPersonaDescription', 'match_persona_description'],
  description: ['matchCharacterDescription', 'match_character_description'],
  personality: ['matchCharacterPersonality', 'match_character_personality'],
  depth_prompt: ['matchCharacterDepthPrompt', 'match_character_depth_prompt'],
  scenario: ['matchScenario', 'match_scenario'],
  creator_notes: ['matchCreatorNotes', 'match_creator_notes'],
} as const;

/** Our list as one flag for each of its values. */
export function spreadMatchFields({ match_fields, ...rest }: Fields): Fields {
  const listed = Array.isArray(match_fields) ? match_fields : [];
  return { ...rest, ...Object.fromEntries(listed.map((field) => [`match ${String(field)}`, true])) };
}

/** The reverse of {@link spreadMatchFields}. */
export function gatherMatchFields(fields: Fields): Fields {
  const names = Object.keys(MATCH_FIELDS);
  const listed = names.filter((name) => fields[`match ${name}`] === true);
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('match ')));
  return listed.length > 0 ? { ...rest, match_fields: listed } : rest;
}

const matchFields = (place: (names: readonly string[]) => string): FieldMap[] =>
  Object.entries(MATCH_FIELDS).map(([field, names]) => ({
    path: place(names),
    read: (raw) => (raw === true ? { [`match ${field}`]: true } : {}),
    write: (ours) => ours[`match ${field}`] === true,
  }));

const LOGICS = new Map<unknown, string>([
  [0, 'and_any'],
  [1, 'not_all'],
  [2, 'not_any'],
  [3, 'and_all'],
]);
const POSITIONS = new Map<unknown, string>([
  [0, 'before'],
  [1, 'after'],
  [2, 'note_top'],
  [3, 'note_bottom'],
  [4, 'at_depth'],
  [5, 'examples_top'],
  [6, 'examples_bottom'],
  [7, 'outlet'],
]);
const ROLES = new Map<unknown, string>([
  [0, 'system'],
  [1, 'user'],
  [2, 'assistant'],
]);
const CARD_POSITIONS = new Map<unknown, string>([
  ['before_char', 'before'],
  ['after_char', 'after'],
]);

/** Fields that both formats have, under names of their own. */
const sharedFields = (name: (worldInfo: string, card: string) => string): FieldMap[] => [
  plainField(name('vectorized', 'vectorized'), 'vectorized', flagOr(false)),
  enumField(name('selectiveLogic', 'selectiveLogic'), 'logic', LOGICS, 0),
  enumField(name('position', 'position'), 'position', POSITIONS, 0),
  plainField(name('depth', 'depth'), 'depth', wholeOr(4, 0, 1_000)),
  enumField(name('role', 'role'), 'role', ROLES, 0),
  plainField(name('outletName', 'outlet_name'), 'outlet', textOr('', 80)),
  plainField(name('probability', 'probability'), 'probability', numberOr(100, 0, 100)),
  plainField(name('useProbability', 'useProbability'), 'use_probability', flagOr(true)),
  groupsField(name('group', 'group')),
  plainField(name('groupOverride', 'group_override'), 'group_override', flagOr(false)),
  plainField(name('groupWeight', 'group_weight'), 'group_weight', numberOr(100, 0, MOST)),
  plainField(name('useGroupScoring', 'use_group_scoring'), 'use_group_scoring', flagOr(null)),
  plainField(name('scanDepth', 'scan_depth'), 'scan_depth', wholeOr(null, 0, 1_000)),
  plainField(name('caseSensitive', 'case_sensitive'), 'case_sensitive', flagOr(null)),
  plainField(name('matchWholeWords', 'match_whole_words'), 'match_whole_words', flagOr(null)),
  plainField(name('excludeRecursion', 'exclude_recursion'), 'exclude_recursion', flagOr(false)),
  plainField(name('preventRecursion', 'prevent_recursion'), 'prevent_recursion', flagOr(false)),
  delayLevelField(name('delayUntilRecursion', 'delay_until_recursion')),
  plainField(name('sticky', 'sticky'), 'sticky', wholeOr(null, 0, MOST)),
  plainField(name('cooldown', 'cooldown'), 'cooldown', wholeOr(null, 0, MOST)),
  plainField(name('delay', 'delay'), 'delay', wholeOr(null, 0, MOST)),
  plainField(name('ignoreBudget', 'ignore_budget'), 'ignore_budget', flagOr(false)),
  triggersField(name('triggers', 'triggers')),
  plainField(name('automationId', 'automation_id'), 'automation_id', textOr('', 200)),
];

/** Fields of an entry of a world info file. */
export const WORLD_INFO_FIELDS: readonly FieldMap[] = [
  keysField('key', 'keys'),
  keysField('keysecondary', 'secondary_keys'),
  plainField('comment', 'comment', textOr('', 1_000)),
  plainField('content', 'content', textOr('', 65_536)),
  plainField('constant', 'constant', flagOr(false)),
  plainField('selective', 'selective', flagOr(true)),
  plainField('order', 'order', wholeOr(100, -MOST, MOST)),
  enumField(
    'disable',
    'disabled',
    new Map<unknown, string>([
      [true, 'disabled'],
      [false, 'enabled'],
    ]),
    false,
  ),
  filterField('characterFilter'),
  ...matchFields(([worldInfo]) => worldInfo as string),
  ...sharedFields((worldInfo) => worldInfo),
];

/** Fields of an entry of a card's book. Its extensions say more exactly what the entry itself says, so they are read last. */
export const CARD_BOOK_FIELDS: readonly FieldMap[] = [
  keysField('keys', 'keys'),
  keysField('secondary_keys', 'secondary_keys'),
  plainField('comment', 'comment', textOr('', 1_000)),
  plainField('content', 'content', textOr('', 65_536)),
  plainField('constant', 'constant', flagOr(false)),
  plainField('selective', 'selective', flagOr(true)),
  plainField('insertion_order', 'order', wholeOr(100, -MOST, MOST)),
  enumField(
    'enabled',
    'disabled',
    new Map<unknown, string>([
      [false, 'disabled'],
      [true, 'enabled'],
    ]),
    true,
  ),
  enumField('position', 'position', CARD_POSITIONS, 'before_char'),
  plainField('case_sensitive', 'case_sensitive', flagOr(null)),
  ...matchFields(([, card]) => `extensions/${card}`),
  ...sharedFields((_, card) => `extensions/${card}`),
];
