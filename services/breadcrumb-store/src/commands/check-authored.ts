import {
  asPayload,
  LoreEntry,
  Scene,
  SessionOverride,
  type AgentDefV1,
  type ContextConfigV1,
  type Issue,
} from '@crumbtrail/contracts';
import { checkDefinitionMacros, checkLoreEntry, checkMacros, MACROS, type MacroName } from '@crumbtrail/lore';

/** Macros that have a value in other places than scenes and lore, or none yet. */
const WITHOUT_VALUE: readonly MacroName[] = [
  'personality',
  'persona',
  'words',
  'summary',
  'lastCharMessage',
  'lastMessageId',
];
const VALUELESS = new RegExp(`\\{\\{\\s*(${WITHOUT_VALUE.join('|')})\\s*\\}\\}`, 'i');

/** A macro that has no value in a text of a scene or an entry of lore. */
function valueIssues(path: string, text: string): Issue[] {
  const [, name] = VALUELESS.exec(text) ?? [];
  if (name === undefined) return [];
  const known = Object.keys(MACROS).filter((one) => !WITHOUT_VALUE.includes(one as MacroName));
  return [{ path, rule: 'macro', message: `{{${name}}} has no value here; known are ${known.join(', ')}` }];
}

/** Macros that cannot be expanded. */
function macroIssues(path: string, text: string | undefined): Issue[] {
  if (text === undefined) return [];
  return [...checkMacros(text).map(({ message }) => ({ path, rule: 'macro', message })), ...valueIssues(path, text)];
}

/** What is wrong with an entry of lore: keys that cannot be matched in linear time, macros that cannot be expanded. */
export function loreEntryIssues(context: Record<string, unknown>): Issue[] {
  const entry = asPayload(LoreEntry.name, context);
  return [...checkLoreEntry(entry), ...valueIssues('/content', entry.content)];
}

/** Macros that cannot be expanded in the prompt and persona of an agent. */
export function promptIssues({ prompt, persona = '' }: Pick<AgentDefV1, 'prompt' | 'persona'>): Issue[] {
  return Object.entries({ prompt, persona }).flatMap(([field, text]) =>
    checkDefinitionMacros(text).map(({ message }) => ({ path: `/${field}`, rule: 'macro', message })),
  );
}

/** Macros that cannot be expanded in the frame of a configuration. */
export function frameIssues({ frame = {} }: Pick<ContextConfigV1, 'frame'>): Issue[] {
  return [...macroIssues('/frame/opener', frame.opener), ...macroIssues('/frame/closer', frame.closer)];
}

/** Items with the id of an earlier one. */
function repeatedIds(path: string, items: readonly { readonly id: string }[]): Issue[] {
  const ids = items.map(({ id }) => id);
  return ids.flatMap((id, nth) =>
    ids.indexOf(id) === nth ? [] : [{ path: `${path}/${nth}/id`, rule: 'unique', message: `${id} is there twice` }],
  );
}

/** What is wrong with an operator's adjustments: macros that cannot be expanded, two items with one id. */
export function overrideIssues(context: Record<string, unknown>): Issue[] {
  const { overrides } = asPayload(SessionOverride.name, context);
  const texts = overrides.flatMap((item, nth) =>
    'text' in item ? macroIssues(`/overrides/${nth}/text`, item.text) : [],
  );
  return [...texts, ...repeatedIds('/overrides', overrides)];
}

/** What is wrong with a scene: macros that cannot be expanded, two injections with one id. */
export function sceneIssues(context: Record<string, unknown>): Issue[] {
  const { scenario, note, injections = [] } = asPayload(Scene.name, context);
  return [
    ...macroIssues('/scenario', scenario),
    ...macroIssues('/note/text', note?.text),
    ...injections.flatMap(({ text }, nth) => macroIssues(`/injections/${nth}/text`, text)),
    ...repeatedIds('/injections', injections),
  ];
}
