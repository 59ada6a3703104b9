import type { Envelope, McpConnectionV1 } from '@crumbtrail/contracts';
import type { McpServerView } from '@crumbtrail/contracts/http/mcp-servers';
import type { McpServerState } from '@crumbtrail/contracts/operations/mcp-servers';

type SavedVersion = Envelope<McpConnectionV1>;

/** What the tool-runner knows of a server that the environment configures: its address may hold secrets and is not shown. */
export const environmentView = ({ version: _, ...state }: McpServerState): McpServerView => state;

const nameInTools = (name: string): string => name.replaceAll('.', '_');

/** How a saved server is: what the tool-runner says of this version of it. */
function stateOf(
  { version, context }: SavedVersion,
  states: readonly McpServerState[],
): Pick<McpServerView, 'state' | 'tools'> & Partial<McpServerView> {
  const isSame = ({ name }: McpServerState): boolean => nameInTools(name) === context.name;
  if (states.some((one) => one.from === 'environment' && isSame(one))) return { state: 'overridden', tools: [] };
  if (context.disabled) return { state: 'disabled', tools: [] };
  const known = states.find((one) => one.from === 'settings' && isSame(one) && one.version === version);
  if (!known) return { state: 'connecting', tools: [] };
  const { state, trouble, last_error, revision, tools } = known;
  return {
    state,
    tools,
    ...(trouble !== undefined && { trouble }),
    ...(last_error && { last_error }),
    ...(revision !== undefined && { revision }),
  };
}

/** A saved server as it is shown. */
export function savedView(saved: SavedVersion, states: readonly McpServerState[]): McpServerView {
  const { context, version, updated_at, updated_by, author } = saved;
  const { name, url, headers, command, args, timeout_ms } = context;
  return {
    name,
    from: 'settings',
    kind: command === undefined ? 'http' : 'stdio',
    ...(url !== undefined && { url }),
    ...(headers && { headers }),
    ...(command !== undefined && { command, args: args ?? [] }),
    ...(timeout_ms !== undefined && { timeout_ms }),
    ...stateOf(saved, states),
    version,
    saved_at: updated_at,
    saved_by: updated_by ?? { kind: author.kind, id: author.id },
  };
}
