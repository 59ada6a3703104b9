/** How often the value of a macro may change: with a definition, with who takes part in the session, or with every turn. */
export type MacroChange = 'definition' | 'session' | 'turn';

/** Macros whose text the caller gives. A missing text is empty. */
export const TEXT_MACROS = {
  char: 'definition',
  description: 'definition',
  personality: 'definition',
  scenario: 'session',
  persona: 'session',
  user: 'session',
  users: 'session',
  group: 'session',
  groupNotMuted: 'session',
  notChar: 'session',
  charIfNotGroup: 'session',
  words: 'definition',
  summary: 'turn',
  lastMessage: 'turn',
  lastUserMessage: 'turn',
  lastCharMessage: 'turn',
  lastMessageId: 'turn',
} as const satisfies Record<string, MacroChange>;

/** The name of a macro whose text the caller gives. */
export type TextMacro = keyof typeof TEXT_MACROS;

/** Macros that are computed here. */
export const COMPUTED_MACROS = {
  time: 'turn',
  date: 'turn',
  weekday: 'turn',
  isodate: 'turn',
  isotime: 'turn',
  datetimeformat: 'turn',
  idle_duration: 'turn',
  random: 'turn',
  roll: 'turn',
  pick: 'session',
  outlet: 'turn',
  newline: 'definition',
  trim: 'definition',
  '//': 'definition',
} as const satisfies Record<string, MacroChange>;

/** The name of a macro that is computed here. */
export type ComputedMacro = keyof typeof COMPUTED_MACROS;

/** The name of any macro, as it is listed. */
export type MacroName = TextMacro | ComputedMacro;

/** Every macro, and how often its value may change. */
export const MACROS: Readonly<Record<MacroName, MacroChange>> = { ...TEXT_MACROS, ...COMPUTED_MACROS };

const BY_LOWER_CASE: ReadonlyMap<string, MacroName> = new Map([
  ...(Object.keys(MACROS) as MacroName[]).map((name) => [name.toLowerCase(), name] as const),
  ['idleduration', 'idle_duration'],
]);

/** The macro that a name in any case means; undefined: none. */
export const macroNamed = (name: string): MacroName | undefined => BY_LOWER_CASE.get(name.toLowerCase());

const VARIABLES = 'variables change while a text is expanded, so that the same turn could not be built again';
const BRANCHES = 'conditions are not part of macros: use an entry of a lorebook';
const TEXTS_OF_OTHERS = 'it inserts what the surface of another program holds';

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^(set|get|add|inc|dec|delete|has|flush)(global)?var$/i, VARIABLES],
  [/^(if|else|endif|\/if)$/i, BRANCHES],
  [
    /^(input|model|original|mesexamples|mesexamplesraw|charprompt|charjailbreak|maxprompt|lastgenerationtype)$/i,
    TEXTS_OF_OTHERS,
  ],
  [
    /^(banned|bias|reverse|timediff|time_utc.*|currentswipeid|lastswipeid|firstincludedmessageid)$/i,
    'there is nothing here that it could mean',
  ],
];

/** Why a macro of other programs is not supported; null: it is not known at all. */
export const unsupportedReason = (name: string): string | null =>
  UNSUPPORTED.find(([pattern]) => pattern.test(name))?.[1] ?? null;
