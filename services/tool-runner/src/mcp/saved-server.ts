import { namesTool, type McpConnectionV1 } from '@crumbtrail/contracts';
import type { SavedMcpServer } from '@crumbtrail/contracts/operations/mcp-servers';
import { createPublicFetch } from '@crumbtrail/platform/public-fetch';
import type { SecretLookup, UsableSecret } from '../sandbox/secret-lookup';
import { hostOf, isAmongHosts, refusal } from '../web/check-url';
import { legalName, type McpServer } from './servers-file';

/** What operators may save, and with what it is read. */
export interface SavedServerRules {
  /** Workspaces whose operators may save an address that is not public; `*`: all. */
  readonly privateWorkspaces: readonly string[];
  /** Workspaces whose operators may save a command, which is a program that this process starts; `*`: all. */
  readonly commandWorkspaces: readonly string[];
  readonly secretOf: SecretLookup;
}

/** A server as it is saved in a workspace. */
type SavedConnection = Pick<SavedMcpServer, 'workspace' | 'connection'>;

const SECRET = /\{\{secret ([A-Z][A-Z0-9_]{0,63})\}\}/g;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

const publicFetch = createPublicFetch();

/** Whether a list of workspaces has this one. */
export const isAmongWorkspaces = (workspace: string, names: readonly string[]): boolean =>
  names.includes(workspace) || names.includes('*');

/** Names of the secrets in these headers. */
function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  const named = Object.values(headers).flatMap((value) => [...value.matchAll(SECRET)].map(([, name]) => name));
  return [...new Set(named as string[])];
}

/** Throws a refusal unless the secret may be sent to this address for the tools of this server. */
function checkSecret(name: string, secret: UsableSecret, { server, url }: { server: string; url: URL }): void {
  const host = hostOf(url);
  const prefix = `${legalName(server)}__`;
  if (!namesTool(secret.tools, prefix))
    throw refusal(`the secret ${name} is not for the tools of ${server}: add ${prefix}* to the tools that may use it`);
  if (!isAmongHosts(host, secret.hosts)) throw refusal(`the secret ${name} may not be sent to ${host}`);
  if (url.protocol !== 'https:' && !LOOPBACK.test(host))
    throw refusal(`the secret ${name} is sent by https only, or to this machine, and not by ${url.protocol}`);
}

/** Reads the secrets of the headers at each request, so that one that was removed ends with the next. */
async function fillHeaders(
  { workspace, connection: { name: server, headers = {} } }: SavedConnection,
  url: URL,
  secretOf: SecretLookup,
): Promise<Record<string, string>> {
  const values = new Map<string, string>();
  for (const name of secretsIn(headers)) {
    const secret = await secretOf(workspace, name);
    checkSecret(name, secret, { server, url });
    values.set(name, secret.value);
  }
  const filled = (value: string): string => value.replace(SECRET, (_whole, name: string) => values.get(name) as string);
  return Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, filled(value)]));
}

/** Sends requests to a saved address: with its headers, and to public addresses only unless its workspace may reach others. */
function createServerFetch(saved: SavedConnection, { privateWorkspaces, secretOf }: SavedServerRules): typeof fetch {
  const send = isAmongWorkspaces(saved.workspace, privateWorkspaces) ? fetch : publicFetch;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const filled = await fillHeaders(saved, url, secretOf);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...filled };
    return send(url, { ...init, headers });
  };
}

/** Why no program may be started for a server of this workspace. */
const refuseCommand = (workspace: string): string =>
  `Commands are not started for the workspace ${workspace}: whoever runs this installation adds it to MCP_COMMAND_WORKSPACES of the tool-runner, or lists the server in the file of MCP_SERVERS.`;

/** The server of a saved setting, or why it may not be used. */
export function toServer(
  saved: SavedConnection,
  rules: SavedServerRules,
): { readonly server: McpServer } | { readonly refused: string; readonly kind: McpServer['kind'] } {
  const { name, url, command, args = [], headers = {}, timeout_ms } = saved.connection;
  const terms = { name, timeoutMs: timeout_ms };
  if (command === undefined) {
    const fetch = createServerFetch(saved, rules);
    return { server: { ...terms, kind: 'http', url: url as string, headers: {}, fetch, secrets: secretsIn(headers) } };
  }
  if (!isAmongWorkspaces(saved.workspace, rules.commandWorkspaces))
    return { refused: refuseCommand(saved.workspace), kind: 'stdio' };
  return { server: { ...terms, kind: 'stdio', command, args, env: {}, cwd: undefined } };
}

/** Whether a saved setting is one that is connected: neither removed nor disabled. */
export const isActive = ({ url, command, disabled }: McpConnectionV1): boolean =>
  disabled !== true && (url !== undefined || command !== undefined);
