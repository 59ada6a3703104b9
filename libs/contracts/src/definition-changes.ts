import type { AgentDefV1, ContextConfigV1 } from './generated/types';

/** Changes of an agent's definition, to be tried or saved. What is absent stays. */
export interface DefinitionChanges {
  readonly prompt?: string | undefined;
  /** The name of the model. */
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
  /** Names of tools, or prefixes that end in `*`; empty: none. */
  readonly tools?: readonly string[] | undefined;
  /** A whole definition in place of the one that is changed. */
  readonly definition?: AgentDefV1 | undefined;
}

/** Changes of a definition and of the settings that its contexts are built with. */
export interface RerunChanges extends DefinitionChanges {
  readonly budget?: { readonly max_tokens: number } | undefined;
  readonly config?: Omit<ContextConfigV1, 'consumer'> | undefined;
}

/** The names of what can be changed, in the order in which it is shown. */
export const CHANGEABLE = ['prompt', 'model', 'temperature', 'tools', 'budget', 'config'] as const;

/** The name of what can be changed. */
export type ChangeName = (typeof CHANGEABLE)[number];

/** What changes the agent itself; budget and config are settings of the trial until somebody chooses to save them. */
export const CHANGES_OF_AGENT: readonly ChangeName[] = ['prompt', 'model', 'temperature', 'tools'];

/** The names of what these changes change. */
export function listChanged(changes: RerunChanges): ChangeName[] {
  return CHANGEABLE.filter((name) => changes[name] !== undefined);
}

/** The prices of a definition are those of its model, so another model does not keep them. */
function changeModel(
  before: NonNullable<AgentDefV1['model']> = {},
  { model, temperature }: DefinitionChanges,
): NonNullable<AgentDefV1['model']> {
  const { prices, ...others } = before;
  const keepsModel = model === undefined || model === before.name;
  return {
    ...others,
    ...(keepsModel && prices && { prices }),
    ...(model !== undefined && { name: model }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** The definition with these changes. */
export function changeDefinition(recorded: AgentDefV1, changes: DefinitionChanges): AgentDefV1 {
  const { prompt, model, temperature, tools, definition = recorded } = changes;
  return {
    ...definition,
    ...(prompt !== undefined && { prompt }),
    ...((model !== undefined || temperature !== undefined) && { model: changeModel(definition.model, changes) }),
    ...(tools !== undefined && { tools: [...tools] }),
  };
}

/** Those of the changes that have these names. */
export function pickChanges(changes: RerunChanges, names: readonly ChangeName[]): RerunChanges {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.some((one) => one === name)));
}

/** The definition with these changes and, in its own settings of contexts, with the changed budget and config. */
export function definitionToSave(definition: AgentDefV1, { budget, config, ...changes }: RerunChanges): AgentDefV1 {
  const changed = changeDefinition(definition, changes);
  if (budget === undefined && config === undefined) return changed;
  return { ...changed, context: { ...definition.context, ...config, ...(budget && { budget }) } };
}
