import type { Tool as RemoteTool } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { findUnsafe, sha256, type ToolDefV1 } from '@crumbtrail/contracts';
import { legalName, type McpServer } from './servers-file';
import { truncateUntrusted, softSchema } from './lenient-schema';
import { readListed } from './read-listed';

/** A tool of a server: our definition and the server's name for it. */
export interface Lent {
  readonly remote: string;
  readonly definition: ToolDefV1;
}

/** The usable tools of a server, and messages about tools that were renamed or left out. */
export interface ServerTools {
  readonly lent: readonly Lent[];
  readonly told: readonly string[];
}

/** Maximum number of tools of one server. */
export const MOST_TOOLS = 256;
const LONGEST_NAME = 64;
const MOST_DESCRIPTION = 2_000;

const mark = (name: string): string =>
  sha256(name)
    .replace(/^sha256:/, '')
    .slice(0, 6);

/** Truncated, with a hash that distinguishes it from others with the same beginning. */
const nameWithHash = (name: string, remote: string): string => `${name.slice(0, LONGEST_NAME - 7)}_${mark(remote)}`;

/** The name of a server's tool in a workspace: `<server>__<tool>` with valid characters, and with a hash where another tool has that name. */
export function toolNameFor(server: string, remote: string, taken: ReadonlySet<string>): string {
  const name = `${legalName(server)}__${remote.replace(/[^A-Za-z0-9_-]/g, '_')}`;
  return name.length > LONGEST_NAME || taken.has(name) ? nameWithHash(name, remote) : name;
}

/** A tool is repeatable if it declares to be read-only or idempotent; otherwise it runs at most once. */
const effectOf = ({ annotations }: RemoteTool): ToolDefV1['effect'] =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true ? 'repeatable' : 'at_most_once';

const titleOf = ({ title, annotations }: RemoteTool): string | undefined => {
  const given = truncateUntrusted(title ?? annotations?.title ?? '', 80).trim();
  return given === '' ? undefined : given;
};

function definitionOf(server: McpServer, tool: RemoteTool, name: string): ToolDefV1 {
  const title = titleOf(tool);
  const description = truncateUntrusted(tool.description ?? '', MOST_DESCRIPTION).trim();
  return {
    name,
    ...(title === undefined ? {} : { title }),
    category: server.name,
    description:
      description === ''
        ? (title ?? `${truncateUntrusted(tool.name, 80)}, of the server ${server.name}.`)
        : description,
    input: { ...softSchema(tool.inputSchema), type: 'object' },
    ...(tool.outputSchema === undefined ? {} : { output: softSchema(tool.outputSchema) }),
    ...(server.timeoutMs === undefined ? {} : { timeout_ms: server.timeoutMs }),
    effect: effectOf(tool),
    source: `mcp:${server.name}`,
  };
}

const isLegal = (name: string): boolean => /^[A-Za-z0-9_-]+$/.test(name);

/** Tools that keep their own name come first, so that the names do not depend on the order of the list. */
function inOrder(tools: readonly RemoteTool[]): RemoteTool[] {
  const byName = new Map([...tools].reverse().map((tool) => [tool.name, tool]));
  const rank = ({ name }: RemoteTool): string => `${isLegal(name) ? 0 : 1} ${name}`;
  return [...byName.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Can the tool only be run as a task, which calls from here are not? */
const needsTask = ({ execution }: RemoteTool): boolean => execution?.taskSupport === 'required';

/**
 * Builds the definitions of a server's tools, deterministically: named `<server>__<tool>` with valid characters, with
 * bounded texts and schemas. A server's texts are untrusted data.
 */
export function lendingOf(server: McpServer, listed: readonly unknown[]): ServerTools {
  const read = listed.map(readListed);
  const tools = read.flatMap((one) => ('tool' in one ? [one.tool] : []));
  const notes = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const taken = new Set<string>();
  const ordered = inOrder(tools.filter((tool) => !needsTask(tool)));
  for (const { name } of tools.filter(needsTask))
    notes.push(`${truncateUntrusted(name, 200)} is left out: it runs as a task only, which is not supported`);
  const lent = ordered.slice(0, MOST_TOOLS).flatMap((tool): Lent[] => {
    const name = toolNameFor(server.name, tool.name, taken);
    const definition = definitionOf(server, tool, name);
    const unsafe = findUnsafe(definition);
    if (unsafe) notes.push(`${truncateUntrusted(tool.name, 200)} is left out: its definition ${unsafe.message}`);
    else if (name !== `${legalName(server.name)}__${tool.name}`)
      notes.push(`${truncateUntrusted(tool.name, 200)} is called ${name}`);
    taken.add(name);
    return unsafe ? [] : [{ remote: tool.name, definition }];
  });
  const repeated = tools.length - tools.filter(needsTask).length - ordered.length;
  if (repeated > 0) notes.push(`${repeated} tools are listed twice; the first of each is lent`);
  if (ordered.length > MOST_TOOLS)
    notes.push(`${ordered.length - MOST_TOOLS} tools beyond the first ${MOST_TOOLS} are left out`);
  return { lent, told: notes };
}
