import { Injectable } from '@nestjs/common';
import {
  Commit,
  History,
  List,
  McpConnection,
  participantName,
  Read,
  refuse,
  singletonId,
  toJsonObject,
  type Envelope,
  type McpConnectionV1,
  type Write,
} from '@crumbtrail/contracts';
import type {
  McpServerBody,
  McpServerChanges,
  McpServerList,
  McpServerView,
} from '@crumbtrail/contracts/http/mcp-servers';
import {
  ReadMcpServers,
  TryMcpServer,
  type McpServersState,
  type McpServerTrial,
} from '@crumbtrail/contracts/operations/mcp-servers';
import { refusePrivateUrl } from '@crumbtrail/platform/public-fetch';
import type { LocatedIdentity } from '../cells/cell-directory';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { isPresent, toServerChanges } from './server-history';
import { environmentView, savedView } from './to-server-view';

type SavedVersion = Envelope<McpConnectionV1>;

/** Most servers that a workspace has saved. */
const MOST_SERVERS = 32;
const PAGE = 200;
/** How long a trial may take: a program that is started with `npx` may have to be downloaded. */
const TRIAL_WITHIN_MS = 30_000;
/** How much longer the answer of the tool-runner may take than the trial. */
const GRACE_MS = 5_000;

const NO_ADDRESS = 'Addresses that are not public are for the workspaces in MCP_PRIVATE_WORKSPACES of the tool-runner.';

/** The MCP servers that operators save in a workspace. The tool-runner connects them, and checks again what may be connected. */
@Injectable()
export class SavedMcpServers {
  constructor(private readonly requests: ServiceRequests) {}

  async list(caller: Caller): Promise<McpServerList> {
    const identity = await this.requireOperator(caller);
    const [saved, state] = await Promise.all([this.readSaved(caller), this.readState(identity)]);
    const { servers: states, allows_commands, allows_private } = state;
    const ofEnvironment = states.filter(({ from }) => from === 'environment').map(environmentView);
    const ofSettings = saved.filter(({ context }) => isPresent(context)).map((one) => savedView(one, states));
    const servers = [...ofEnvironment, ...ofSettings].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { servers, allows_commands, allows_private };
  }

  async save(caller: Caller, name: string, body: McpServerBody): Promise<McpServerView> {
    const identity = await this.requireOperator(caller);
    const state = await this.readState(identity);
    checkAllowed(body, state);
    const all = await this.readSaved(caller);
    const saved = all.find(({ context }) => context.name === name) ?? (await this.readOne(caller, identity, name));
    const others = all.filter(({ context }) => isPresent(context) && context.name !== name);
    if (others.length >= MOST_SERVERS)
      throw refuse('invalid_payload', `A workspace saves at most ${MOST_SERVERS} MCP servers: remove one first.`);
    await this.write(caller, identity, { saved, context: { name, ...body } });
    return savedView(await this.requirePresent(caller, identity, name), state.servers);
  }

  async remove(caller: Caller, name: string): Promise<McpServerView> {
    const identity = await this.requireOperator(caller);
    const saved = await this.requirePresent(caller, identity, name);
    const { servers } = await this.readState(identity);
    await this.write(caller, identity, { saved, context: { name } });
    return savedView(saved, servers);
  }

  async history(caller: Caller, name: string): Promise<{ readonly history: McpServerChanges }> {
    const identity = await this.requireOperator(caller);
    const saved = await this.readOne(caller, identity, name);
    if (!saved) throw refuse('not_found', `There is no MCP server ${name} in the settings.`);
    const { versions } = await this.requests.request(History, caller, { id: saved.id });
    return { history: toServerChanges(versions as unknown as SavedVersion[]) };
  }

  async test(caller: Caller, name: string, body: McpServerBody): Promise<McpServerTrial> {
    const { workspace, cell } = await this.requireOperator(caller);
    return this.requests.requestAsGateway(
      TryMcpServer,
      { workspace, connection: { name, ...body } as McpConnectionV1, timeout_ms: TRIAL_WITHIN_MS },
      { timeoutMs: TRIAL_WITHIN_MS + GRACE_MS, cell },
    );
  }

  private requireOperator(caller: Caller): Promise<LocatedIdentity> {
    return this.requests.requireOperator(caller, 'see and change MCP servers');
  }

  private readState({ workspace, cell }: LocatedIdentity): Promise<McpServersState> {
    return this.requests.requestAsGateway(ReadMcpServers, { workspace }, { cell });
  }

  private async readSaved(caller: Caller): Promise<SavedVersion[]> {
    const found: SavedVersion[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
      const page = { schema: McpConnection.name, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { crumbs, next_cursor } = await this.requests.request(List, caller, page);
      found.push(...(crumbs as unknown as SavedVersion[]));
      cursor = next_cursor;
    }
    return found;
  }

  private async readOne(
    caller: Caller,
    { workspace }: LocatedIdentity,
    name: string,
  ): Promise<SavedVersion | undefined> {
    const refs = [{ id: singletonId(workspace, 'mcp_connection', name) }];
    const [found] = (await this.requests.request(Read, caller, { refs })).crumbs;
    if (!found) return undefined;
    if ('erased' in found) throw refuse('erased', `The MCP server ${name} was erased: save it under another name.`);
    return found as unknown as SavedVersion;
  }

  private async requirePresent(caller: Caller, identity: LocatedIdentity, name: string): Promise<SavedVersion> {
    const saved = await this.readOne(caller, identity, name);
    if (saved && isPresent(saved.context)) return saved;
    throw refuse('not_found', `There is no MCP server ${name} in the settings.`);
  }

  /** Only operators may read it, whatever readers of definitions may. */
  private async write(
    caller: Caller,
    { participant }: LocatedIdentity,
    { saved, context }: { readonly saved: SavedVersion | undefined; readonly context: object },
  ): Promise<void> {
    const audience = [participantName(participant)];
    const write: Write = saved
      ? { op: 'update', id: saved.id, if_match: saved.version, patch: { context: toJsonObject(context) } }
      : { op: 'create', draft: { schema_name: McpConnection.name, audience, context: toJsonObject(context) } };
    await this.requests.request(Commit, caller, { writes: [write] });
  }
}

/** Refuses what the tool-runner would not connect, so that whoever saves it is told. */
function checkAllowed({ command, url }: McpServerBody, { allows_commands, allows_private }: McpServersState): void {
  if (command !== undefined && !allows_commands)
    throw refuse(
      'forbidden',
      'A command starts a program on the server, which the environment has to allow: whoever runs this installation adds the workspace to MCP_COMMAND_WORKSPACES of the tool-runner, or lists the server in the file of MCP_SERVERS.',
    );
  const isPrivate = url !== undefined && refusePrivateUrl(url) !== undefined;
  if (isPrivate && !allows_private) throw refuse('forbidden', NO_ADDRESS);
}
