import type { Agent, Crumbtrail } from '@crumbtrail/client';
import {
  isGranted,
  ToolConfig,
  ToolDef,
  asPayload,
  type PayloadName,
  type PayloadTypes,
  type ToolDefV1,
} from '@crumbtrail/contracts';
import { type Finding, note, ok } from './finding';

/** Tool names in definitions, operator settings and agents; the store does not check that they match. */
export interface ToolNames {
  /** Names of the defined tools. */
  readonly defined: readonly string[];
  /** Names of tools with operator settings. */
  readonly configured: readonly string[];
  readonly agents: readonly Pick<Agent, 'agent' | 'tools'>[];
  /** The defined tools that cannot be run, with the reasons. Default: none. */
  readonly unavailable?: readonly Pick<ToolDefV1, 'name' | 'unavailable'>[];
}

const PAGE = 200;

/** Loads every payload of a schema. */
export async function loadAll<Name extends PayloadName>(
  client: Crumbtrail,
  schema: Name,
): Promise<PayloadTypes[Name][]> {
  const found: PayloadTypes[Name][] = [];
  for await (const { context } of client.all({ schema, limit: PAGE })) found.push(asPayload(schema, context));
  return found;
}

/** Loads the tool names through the public API. */
export async function readToolNames(client: Crumbtrail): Promise<ToolNames> {
  const [definitions, configs, agents] = await Promise.all([
    loadAll(client, ToolDef.name),
    loadAll(client, ToolConfig.name),
    client.agents(),
  ]);
  return {
    defined: definitions.map(({ name }) => name),
    configured: configs.map(({ tool }) => tool),
    agents,
    unavailable: definitions.filter((one) => one.unavailable !== undefined),
  };
}

/** Reports tools that an agent is granted by name and that cannot be run. */
function unavailableTools({ agents, unavailable = [] }: ToolNames): Finding[] {
  return unavailable.flatMap(({ name, unavailable: why = '' }) => {
    const granted = agents.filter(({ tools = [] }) => tools.includes(name)).map(({ agent }) => agent);
    return granted.length === 0 ? [] : [note('tools', `${name}, granted to ${granted.join(', ')}, cannot be run`, why)];
  });
}

/** Reports grants and settings for tools that do not exist, such as misspelt names, and granted tools that cannot be run. */
export function checkTools(names: ToolNames): Finding[] {
  const { defined, configured, agents } = names;
  const exists = (granted: string): boolean => defined.some((name) => isGranted({ tools: [granted] }, name));
  const granted = agents.flatMap(({ agent, tools = [] }) =>
    tools
      .filter((name) => !exists(name))
      .map((name) => note('tools', `${agent} is granted ${name}, which does not exist`, 'See `crumb tools`.')),
  );
  const set = configured
    .filter((name) => !defined.includes(name))
    .map((name) =>
      note(
        'tools',
        `a tool.config.v1 configures ${name}, which does not exist`,
        'It has no effect. See `crumb tools`.',
      ),
    );
  const found = [...granted, ...set, ...unavailableTools(names)];
  return found.length === 0 ? [ok('tools', `${defined.length} defined`)] : found;
}
