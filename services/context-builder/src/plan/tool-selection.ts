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
import { PLAN_TOOL } from '@crumbtrail/prompting';
import type { ResultScope } from './plan';

/** A tool as defined at the position of the turn. */
export interface DefinedTool extends Ref {
  readonly def: ToolDefV1;
}

/** The tools that are described to the model. */
export interface SelectedTools {
  readonly tools: NonNullable<AgentContextV1['tools']>;
  /** Number of granted tools that are not described. */
  readonly beyond: number;
  /** Tokens of their descriptions, the instructions of the tool mode included. */
  readonly tokens: number;
}

/** No tools granted. */
export const NO_TOOLS: SelectedTools = { tools: [], beyond: 0, tokens: 0 };

/** The tool settings of a definition. */
export type ToolGrants = Pick<AgentDefV1, 'tools' | 'tool_mode' | 'tool_options' | 'plan_first'>;

/** Most tools described where the definition does not say. */
const DEFAULT_MAX_TOOLS = 16;
/** In digit mode the model answers with one digit, so it chooses among nine tools, or among nine groups first. */
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

/** Applies the operator's tool configurations to the definitions; tools that are switched off, or that lack a setting, are left out. */
export function applyToolConfigs(
  tools: readonly (Ref & { readonly context: ToolDefV1 })[],
  configs: readonly { readonly context: ToolConfigV1 }[],
): DefinedTool[] {
  const byTool = new Map(configs.map(({ context }) => [context.tool, context]));
  return tools.flatMap(({ id, version, context }) => {
    const { enabled = true, persistence = context.persistence } = byTool.get(context.name) ?? {};
    const isOffered = enabled && context.unavailable === undefined;
    return isOffered ? [{ id, version, def: { ...context, ...(persistence ? { persistence } : {}) } }] : [];
  });
}

/** The defined tools that the definition grants. */
export function filterGranted(toolGrants: ToolGrants, defined: readonly DefinedTool[]): DefinedTool[] {
  return defined.filter(({ def }) => isGranted(toolGrants, def.name));
}

/** The words of a tool, once of its name and once of everything, so that words of the name count twice. */
function toolWords({ name, category = '', description, input }: ToolDefV1): ReadonlySet<string>[] {
  const properties = Object.keys((input as { properties?: object }).properties ?? {});
  return [new Set(stems(name)), new Set(stems([name, category, description, ...properties].join(' ')))];
}

/** Tools ordered by how many words of the message they contain, weighted by rarity; ties by name. */
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

/** Puts the tool first without which an agent that must plan could not speak. */
function offerPlanFirst(tools: readonly DefinedTool[], { plan_first }: ToolGrants): DefinedTool[] {
  const isNeeded = ({ def }: DefinedTool): boolean => plan_first === true && def.name === PLAN_TOOL;
  return [...tools.filter(isNeeded), ...tools.filter((one) => !isNeeded(one))];
}

const byName = (a: DefinedTool, b: DefinedTool): number => (a.def.name < b.def.name ? -1 : 1);

/** Where earlier results of these tools may still be valid. */
export function resultScope(granted: readonly DefinedTool[]): ResultScope {
  const classes = new Set(granted.map(({ def }) => def.persistence ?? 'turn'));
  if (classes.has('permanent')) return 'everywhere';
  return classes.has('day') || classes.has('session') ? 'session' : null;
}

/**
 * Chooses the granted tools that are described to the model. Where all fit they are ordered by name, so that a provider's prompt
 * cache matches; otherwise the most relevant to the message are chosen.
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
  const chosen =
    granted.length <= most
      ? [...granted].sort(byName)
      : offerPlanFirst(byRelevance(granted, to.message), to.toolGrants).slice(0, most);
  const tools = chosen.map(({ id, version, def }) => ({ id, version, name: def.name }));
  return { tools, beyond: granted.length - tools.length, tokens: to.costOf(chosen.map(({ def }) => def)) };
}
