import {
  isGranted,
  ToolCatalog,
  ToolConfig,
  ToolDef,
  asPayload,
  type PayloadName,
  type PayloadTypes,
} from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { describeAway, listServers } from '../doctor/servers';
import { toolLines, type ToolDetails } from '../output/tool';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { addDefineTool } from './define-tool';
import { addTryTool } from './try-tool';
import { nameColumn } from '../output/listing';

const RUNNER = 'tool-runner';
const PAGE = 200;

async function loadPayloads<Name extends PayloadName>(
  shell: Shell,
  schema: Name,
): Promise<readonly PayloadTypes[Name][]> {
  const found: PayloadTypes[Name][] = [];
  for await (const { context } of shell.client().all({ schema, limit: PAGE })) found.push(asPayload(schema, context));
  return found;
}

/** A line for each MCP server that is unavailable. */
async function awayLines(shell: Shell): Promise<string[]> {
  const away = listServers(await loadPayloads(shell, ToolCatalog.name)).filter(({ available }) => !available);
  return away.length === 0 ? [] : ['', ...away.map((server) => `${describeAway(server)}.`)];
}

/** Loads every defined tool, sorted by name, with its availability, operator settings and the agents it is granted to. */
async function loadTools(shell: Shell): Promise<ToolDetails[]> {
  const definitions = shell.client().all({ schema: ToolDef.name, limit: PAGE });
  const [catalogs, configs, agents] = await Promise.all([
    loadPayloads(shell, ToolCatalog.name),
    loadPayloads(shell, ToolConfig.name),
    shell.client().agents(),
  ]);
  const entries = new Map(catalogs.flatMap(({ tools = [] }) => tools).map((entry) => [entry.name, entry]));
  const tools: ToolDetails[] = [];
  for await (const { version, context } of definitions) {
    const definition = asPayload(ToolDef.name, context);
    tools.push({
      version,
      definition,
      available: entries.get(definition.name)?.available,
      config: configs.find(({ tool }) => tool === definition.name),
      granted: agents.filter((agent) => isGranted(agent, definition.name)).map(({ agent }) => agent),
    });
  }
  return tools.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
}

/** `?`: the tool is not in the catalog yet. */
const availability = ({ available, config, definition }: ToolDetails): string => {
  if (config?.enabled === false) return 'off';
  if (definition.unavailable !== undefined) return 'no';
  return available === undefined ? '?' : available ? 'yes' : 'no';
};

async function list(shell: Shell): Promise<void> {
  const [tools, away] = await Promise.all([loadTools(shell), awayLines(shell)]);
  const rows = tools.map((tool) => {
    const { name, source = '', runner = RUNNER, effect = 'repeatable' } = { ...tool.definition, ...tool.config };
    return [name, availability(tool), source, runner, effect, tool.granted.join(', ')];
  });
  shell.printListing(
    { tools },
    {
      columns: [
        nameColumn('tool'),
        'available',
        { heading: 'source', optional: true },
        { heading: 'runner', optional: true },
        'effect',
        'granted to',
      ],
      rows,
      empty: 'No tools defined. Is the tool-runner running?',
    },
  );
  if (!shell.printsData) shell.printLines(away);
}

async function show(shell: Shell, name: string): Promise<void> {
  const tools = await loadTools(shell);
  const tool = tools.find(({ definition }) => definition.name === name);
  if (!tool) throw new CliError(`Tool "${name}" not found. List tools with \`crumb tools\`.`);
  shell.print({ tool }, () =>
    toolLines(tool, [availability(tool), tool.definition.unavailable].filter(Boolean).join(': ')),
  );
}

/** Adds `crumb tools`, which lists, shows and tries tools. */
export function addTools(program: Command, createShell: ShellFactory): void {
  const tools = declareListed(program, 'tools');
  withCommonOptions(tools).action(() => list(createShell(tools)));
  const showing = tools.command('show').description("show a tool's details").argument('<name>');
  withCommonOptions(showing).action((name: string) => show(createShell(showing), name));
  addDefineTool(tools, createShell);
  addTryTool(tools, createShell);
}
