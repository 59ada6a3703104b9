import type { Command } from 'commander';
import type { McpServerBody, McpServerView } from '@crumbtrail/contracts/http/mcp-servers';
import { CliError } from '../cli-error';
import { requireConfirmed } from '../confirm';
import { declareListed } from '../listed-commands';
import { nameColumn } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface AddOptions {
  readonly header?: readonly string[];
  readonly timeoutMs?: string;
  readonly disabled?: true;
}

const addressOf = ({ url, command, args = [] }: McpServerView): string =>
  url ?? (command === undefined ? 'MCP_SERVERS of the environment' : [command, ...args].join(' '));

const toolCount = (tools: number): string => `${tools} ${tools === 1 ? 'tool' : 'tools'}`;

async function list(shell: Shell): Promise<void> {
  const state = await shell.client().mcpServers();
  const rows = state.servers.map((server) => [
    server.name,
    server.state,
    toolCount(server.tools.length),
    addressOf(server),
    server.trouble ?? '',
  ]);
  shell.printListing(state, {
    columns: [nameColumn('name'), 'state', 'tools', { heading: 'address', optional: true }, 'problem'],
    rows,
    empty: 'No MCP servers. crumb mcp add <name> <url> adds one.',
  });
}

async function requireServer(shell: Shell, name: string): Promise<McpServerView> {
  const { servers } = await shell.client().mcpServers();
  const server = servers.find((one) => one.name === name);
  if (server) return server;
  throw new CliError(`There is no MCP server ${name}. See crumb mcp list.`);
}

async function show(shell: Shell, name: string): Promise<void> {
  const server = await requireServer(shell, name);
  const history = server.from === 'settings' ? await shell.client().mcpServerHistory(name) : [];
  shell.print({ ...server, history }, () => [
    `${server.name}: ${server.state}, ${addressOf(server)}`,
    ...(server.trouble === undefined ? [] : [`Problem: ${server.trouble}`]),
    ...(server.last_error ? [`Last error at ${server.last_error.at}: ${server.last_error.message}`] : []),
    ...server.tools.map((tool) => `  ${tool.name}: ${tool.description}`),
    ...history.map(({ at, by, changes }) => `${at} ${by.kind}:${by.id}: ${changes.join('; ') || 'saved'}`),
  ]);
}

function headerOf(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split(':');
  if (value.length > 0) return [name.trim(), value.join(':').trim()];
  throw new CliError(`${text} is not a header: write it as "Name: value".`, 2);
}

function parseMs(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CliError(`Invalid time limit "${text}". It is a number of milliseconds, such as 60000.`, 2);
}

const HTTP = /^https?:/;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

function toBody(given: readonly string[], { header = [], timeoutMs, disabled }: AddOptions): McpServerBody {
  const [address = '', ...args] = given;
  if (!HTTP.test(address) && OTHER_SCHEME.test(address))
    throw new CliError(`Cannot use ${address}: an MCP server has an address that begins with http:// or https://.`, 2);
  const headers = Object.fromEntries(header.map(headerOf));
  return {
    ...(HTTP.test(address) ? { url: address } : { command: address }),
    ...(header.length > 0 && { headers }),
    ...(args.length > 0 && { args }),
    ...(timeoutMs !== undefined && { timeout_ms: parseMs(timeoutMs) }),
    ...(disabled && { disabled }),
  };
}

async function add(
  shell: Shell,
  name: string,
  { address, options }: { readonly address: readonly string[]; readonly options: AddOptions },
): Promise<void> {
  const saved = await shell.client().saveMcpServer(name, toBody(address, options));
  shell.print(saved, () => [
    `${saved.version === 1 ? 'Added' : 'Changed'} ${name}, which is being connected: crumb mcp list shows whether that worked, and its tools are called ${name}__….`,
  ]);
}

async function remove(shell: Shell, name: string, isConfirmed?: boolean): Promise<void> {
  await requireConfirmed(shell, `Remove the MCP server ${name}? Its tools are offered to no agent then.`, isConfirmed);
  const removed = await shell.client().removeMcpServer(name);
  shell.print(removed, () => [`Removed ${name}.`]);
}

/** What was saved of a server. */
const bodyOf = ({ url, headers, command, args = [], timeout_ms }: McpServerView): McpServerBody => ({
  ...(url !== undefined && { url }),
  ...(headers && { headers }),
  ...(command !== undefined && { command }),
  ...(args.length > 0 && { args: [...args] }),
  ...(timeout_ms !== undefined && { timeout_ms }),
});

async function test(shell: Shell, name: string): Promise<void> {
  const server = await requireServer(shell, name);
  if (server.from === 'environment')
    throw new CliError(`${name} is configured by the environment: crumb mcp show ${name} shows how it is.`);
  const trial = await shell.client().testMcpServer(name, bodyOf(server));
  shell.print(trial, () => [
    `${trial.ok ? 'Connected' : 'Not connected'} after ${trial.latency_ms} ms: ${trial.message}`,
    ...trial.tools.map((tool) => `  ${tool.name}: ${tool.description}`),
  ]);
  if (!trial.ok) throw new CliError(`${name} cannot be used.`);
}

const collect = (one: string, before: readonly string[] = []): readonly string[] => [...before, one];

function addChanges(mcp: Command, createShell: ShellFactory): void {
  const adding = mcp
    .command('add')
    .description('add an MCP server, or change the one of this name; it is connected at once')
    .argument('<name>', 'with what the names of its tools begin, such as issues')
    .argument(
      '<address...>',
      'its URL (Streamable HTTP); or, after --, a command that the tool-runner starts, if it may',
    )
    .option('--header <header>', '"Authorization: Bearer {{secret NAME}}"; repeat for more', collect)
    .option('--timeout-ms <ms>', 'how long one call of a tool may take; default: 30000')
    .option('--disabled', 'keep it without connecting it');
  withCommonOptions(adding).action((name: string, address: readonly string[], options: AddOptions) =>
    add(createShell(adding), name, { address, options }),
  );
  const removing = mcp
    .command('remove')
    .description('remove an MCP server')
    .argument('<name>')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(removing).action((name: string, { yes }: { readonly yes?: boolean }) =>
    remove(createShell(removing), name, yes),
  );
}

/** Adds `crumb mcp`, which lists, adds, removes and tests the MCP servers whose tools agents can be granted. */
export function addMcp(program: Command, createShell: ShellFactory): void {
  const mcp = declareListed(program, 'mcp');
  withCommonOptions(mcp).action(() => list(createShell(mcp)));
  const listing = mcp.command('list').description('list MCP servers and how they are');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const showing = mcp
    .command('show')
    .description('show a server with its tools, its last error and who changed it')
    .argument('<name>');
  withCommonOptions(showing).action((name: string) => show(createShell(showing), name));
  const testing = mcp
    .command('test')
    .description('connect once to a saved server and list its tools; exit code 1 if that fails')
    .argument('<name>');
  withCommonOptions(testing).action((name: string) => test(createShell(testing), name));
  addChanges(mcp, createShell);
}
