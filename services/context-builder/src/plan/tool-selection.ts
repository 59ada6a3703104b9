import {
  isGranted,
  toolModeOf,
  type AgentContextV1,
  type AgentDefV1,
  type Ref,
  type ToolConfigV1,
  type ToolDefV1,
} from '@crumbtrail/contracts';
import { stem, words } from '@crumbtrail/hints';
import type { ResultScope } from './plan';

/** A tool as it is defined as of the turn. */
export interface DefinedTool extends Ref {
  readonly def: ToolDefV1;
}

/** Tools that a turn may use and the model is told of. */
export interface SelectedTools {
  readonly tools: NonNullable<AgentContextV1['tools']>;
  /** Granted tools that found no place. */
  readonly beyond: number;
  /** What telling the model of them costs, with all that its mode says of itself. */
  readonly tokens: number;
}

/** Where nothing is granted and nothing else is told. */
export const NO_TOOLS: SelectedTools = { tools: [], beyond: 0, tokens: 0 };

/** What a definition says of tools. */
export type ToolGrants = Pick<AgentDefV1, 'tools' | 'tool_mode' | 'tool_options'>;

/** Tools that the model is told of where the definition does not say. */
const DEFAULT_MAX_TOOLS = 16;
/** One digit chooses among nine; where it chooses a group first, among as many groups. */
const MAX_DIGIT_CHOICES = 9;

function maxTools(toolGrants: ToolGrants): number {
  const { max_tools = DEFAULT_MAX_TOOLS, over_nine } = toolGrants.tool_options ?? {};
  if (toolModeOf(toolGrants) !== 'digit') return max_tools;
  return over_nine === 'groups'
    ? Math.min(
        toolGrants.tool_options?.max_tools ?? MAX_DIGIT_CHOICES * MAX_DIGIT_CHOICES,
        MAX_DIGIT_CHOICES * MAX_DIGIT_CHOICES,
      )
    : MAX_DIGIT_CHOICES;
}

const stems = (text: string): string[] =>
  words(text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')).map(stem);

/** Tools as they are defined, with what an operator's configuration says over it; without those that it switches off. */
export function applyToolConfigs(
  tools: readonly (Ref & { readonly context: ToolDefV1 })[],
  configs: readonly { readonly context: ToolConfigV1 }[],
): DefinedTool[] {
  const byTool = new Map(configs.map(({ context }) => [context.tool, context]));
  return tools.flatMap(({ id, version, context }) => {
    const { enabled = true, persistence = context.persistence } = byTool.get(context.name) ?? {};
    return enabled ? [{ id, version, def: { ...context, ...(persistence ? { persistence } : {}) } }] : [];
  });
}

/** Of the tools there are those that a definition grants. */
export function filterGranted(toolGrants: ToolGrants, defined: readonly DefinedTool[]): DefinedTool[] {
  return defined.filter(({ def }) => isGranted(toolGrants, def.name));
}

/** What a tool is about: its name twice, for it is chosen with care. */
function toolWords({ name, category = '', description, input }: ToolDefV1): ReadonlySet<string>[] {
  const properties = Object.keys((input as { properties?: object }).properties ?? {});
  return [new Set(stems(name)), new Set(stems([name, category, description, ...properties].join(' ')))];
}

/** Best first: words of the message in name and description, a rare word counting more; equals by name. */
function byRelevance(tools: readonly DefinedTool[], message: string): DefinedTool[] {
  const asked = new Set(stems(message));
  const about = new Map(tools.map((tool) => [tool, toolWords(tool.def)]));
  const rarity = (word: string): number => {
    const holders = tools.filter((tool) => about.get(tool)?.[1]?.has(word)).length;
    return holders === 0 ? 0 : Math.log(1 + tools.length / holders);
  };
  const weight = new Map([...asked].map((word) => [word, rarity(word)]));
  const score = (tool: DefinedTool): number =>
    (about.get(tool) ?? []).reduce(
      (sum, has) => sum + [...weight].reduce((part, [word, worth]) => part + (has.has(word) ? worth : 0), 0),
      0,
    );
  const scored = tools.map((tool) => ({ tool, score: score(tool) }));
  return scored.sort((a, b) => b.score - a.score || byName(a.tool, b.tool)).map(({ tool }) => tool);
}

const byName = (a: DefinedTool, b: DefinedTool): number => (a.def.name < b.def.name ? -1 : 1);

/** Where results of these tools may stand that are still of use. */
export function resultScope(granted: readonly DefinedTool[]): ResultScope {
  const classes = new Set(granted.map(({ def }) => def.persistence ?? 'turn'));
  if (classes.has('permanent')) return 'everywhere';
  return classes.has('day') || classes.has('session') ? 'session' : null;
}

/**
 * What a turn may use of the tools that are granted. Where all find a place they stand by name, so that a provider's cache knows them again; of more than the definition wants to tell of, the most relevant to the message.
 */
export function selectTools(
  granted: readonly DefinedTool[],
  to: {
    readonly toolGrants: ToolGrants;
    readonly message: string;
    readonly costOf: (defs: readonly ToolDefV1[]) => number;
  },
): SelectedTools {
  const most = maxTools(to.toolGrants);
  const chosen = granted.length <= most ? [...granted].sort(byName) : byRelevance(granted, to.message).slice(0, most);
  const tools = chosen.map(({ id, version, def }) => ({ id, version, name: def.name }));
  return { tools, beyond: granted.length - tools.length, tokens: to.costOf(chosen.map(({ def }) => def)) };
}
