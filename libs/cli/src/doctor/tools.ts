import type { Agent, Crumbtrail } from '@crumbtrail/client';
import { isGranted, ToolConfig, ToolDef, type ToolConfigV1, type ToolDefV1 } from '@crumbtrail/contracts';
import { type Finding, note, ok } from './finding';

/** Names that the store takes without looking them up. */
export interface ToolNames {
  /** Tools that are defined. */
  readonly defined: readonly string[];
  /** Tools that an operator has configured. */
  readonly configured: readonly string[];
  readonly agents: readonly Pick<Agent, 'agent' | 'tools'>[];
}

const PAGE = 200;

async function all<Context>(client: Crumbtrail, schema: string): Promise<Context[]> {
  const found: Context[] = [];
  for await (const { context } of client.all({ schema, limit: PAGE })) found.push(context as Context);
  return found;
}

/** Reads them, by the doors that everybody has. */
export async function readToolNames(client: Crumbtrail): Promise<ToolNames> {
  const [definitions, configs, agents] = await Promise.all([
    all<ToolDefV1>(client, ToolDef.name),
    all<ToolConfigV1>(client, ToolConfig.name),
    client.agents(),
  ]);
  return { defined: definitions.map(({ name }) => name), configured: configs.map(({ tool }) => tool), agents };
}

/** Grants and settings that are for no tool: a name that is misspelt, or of a tool that is not there yet. */
export function checkTools({ defined, configured, agents }: ToolNames): Finding[] {
  const isThere = (granted: string): boolean => defined.some((name) => isGranted({ tools: [granted] }, name));
  const granted = agents.flatMap(({ agent, tools = [] }) =>
    tools
      .filter((name) => !isThere(name))
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
  return granted.length + set.length === 0 ? [ok('tools', `${defined.length} defined`)] : [...granted, ...set];
}
