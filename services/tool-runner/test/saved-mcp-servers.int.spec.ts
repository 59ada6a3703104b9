import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateWorkspace, McpConnection, singletonId, ToolCatalog, ToolDef, ToolSecret } from '@crumbtrail/contracts';
import { secretPlace } from '@crumbtrail/contracts/http/secrets';
import {
  ReadMcpServers,
  TryMcpServer,
  type McpServerState,
  type McpServerTrial,
} from '@crumbtrail/contracts/operations/mcp-servers';
import type { Bus, WorkspaceStore } from '@crumbtrail/bus';
import { sealSecret } from '@crumbtrail/platform';
import { EVERYTHING_OVER_STDIO, eventually, everythingServer, type EverythingServer } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

const OTHER = 'other';
const KEY = Buffer.alloc(32, 7);
const TOKEN = 'token-of-the-server';

let world: RunnersUnderTest;
let web: EverythingServer;
let gateway: Bus;
let operator: { readonly [workspace: string]: WorkspaceStore };
/** Accepts connections and answers nothing. */
let silent: Server;
const silentUrl = (): string => `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;

beforeAll(async () => {
  web = await everythingServer();
  await web.start();
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  world = await RunnersUnderTest.start();
  const { secret } = await world.all.gateway.request(CreateWorkspace, { name: OTHER });
  operator = { default: world.all.gateway, [OTHER]: await world.as('gateway', secret, OTHER) };
  const settings = { SETTINGS_KEY: KEY.toString('base64'), MCP_COMMAND_WORKSPACES: OTHER };
  await Promise.all([world.runner([], settings), world.runner([], settings)]);
  gateway = await world.bus('gateway');
}, 90_000);
afterAll(async () => {
  await world?.stop();
  await web?.kill();
  silent?.closeAllConnections();
  silent?.close();
});

/** Saves a server as the gateway does; without an address it is removed. */
async function save(name: string, setting: object, workspace = 'default'): Promise<void> {
  const store = operator[workspace] as WorkspaceStore;
  const context = { name, ...setting };
  const id = singletonId(workspace, 'mcp_connection', name);
  const known = await store.readOne(McpConnection, id);
  await store.commit({
    writes: [
      known
        ? { op: 'update', id, if_match: known.version, patch: { context } }
        : { op: 'create', draft: { schema_name: McpConnection.name, audience: ['user:operator'], context } },
    ],
  });
}

const remove = (name: string, workspace?: string): Promise<void> => save(name, {}, workspace);

async function stateOf(name: string, workspace = 'default'): Promise<McpServerState | undefined> {
  const { servers } = await gateway.request(ReadMcpServers, workspace, { workspace });
  return servers.find((one) => one.name === name);
}

const whenConnected = (name: string, workspace?: string): Promise<McpServerState | null> =>
  eventually(async () => {
    const state = await stateOf(name, workspace);
    return state?.state === 'connected' ? state : null;
  });

const whenUnavailable = (name: string, workspace?: string): Promise<McpServerState | null> =>
  eventually(async () => {
    const state = await stateOf(name, workspace);
    return state?.state === 'unavailable' ? state : null;
  });

const definition = (tool: string, workspace = 'default') =>
  (operator[workspace] as WorkspaceStore).readOne(ToolDef, singletonId(workspace, 'tool', tool));

const whenOffered = (tool: string, workspace?: string) =>
  eventually(async () => {
    const found = await definition(tool, workspace);
    return found && found.context.unavailable === undefined ? found : null;
  });

const tryServer = (connection: object, workspace = 'default'): Promise<McpServerTrial> =>
  gateway.request(
    TryMcpServer,
    workspace,
    { workspace, connection: { name: 'tried', ...connection }, timeout_ms: 20_000 },
    { timeoutMs: 25_000 },
  );

describe('an MCP server that an operator saves', () => {
  it('is connected without a restart, and its tools are those of its workspace alone', async () => {
    await save('saved', { url: web.url });
    await whenOffered('saved__get-sum');
    const state = await whenConnected('saved');
    expect(state).toMatchObject({ from: 'settings', kind: 'http', version: 1 });
    expect(state?.tools).toContainEqual({ name: 'saved__echo', description: expect.stringMatching(/\w/) as string });
    await world.agent('abe', ['saved__*']);
    const { context } = await world.run('saved__get-sum', { a: 20, b: 22 });
    expect(JSON.stringify(context)).toContain('42');
    expect(await stateOf('saved', OTHER)).toBeUndefined();
    expect(await definition('saved__get-sum', OTHER)).toBeNull();
  });

  it('that answers nothing does not hold up another one, and says what is wrong', async () => {
    await save('silent', { url: silentUrl() });
    await save('refusing', { url: 'http://127.0.0.1:4/mcp' });
    await save('beside', { url: web.url });
    await whenOffered('beside__echo');
    const state = await whenUnavailable('refusing');
    expect(state).toMatchObject({
      trouble: expect.stringContaining('ECONNREFUSED') as string,
      last_error: { at: expect.any(String) as string },
    });
    expect((await stateOf('silent'))?.state).not.toBe('connected');
    const servers = await eventually(async () => {
      const id = singletonId('default', 'catalog', 'default');
      const { servers: listed = [] } = (await operator['default']?.readOne(ToolCatalog, id))?.context ?? {};
      return listed.filter(({ name }) => ['refusing', 'beside'].includes(name)).length === 2 ? listed : null;
    });
    expect(servers).toContainEqual(expect.objectContaining({ name: 'beside', available: true }));
    await Promise.all(['silent', 'refusing', 'beside'].map((name) => remove(name)));
  });

  it('that is changed, disabled, removed and saved again has its tools withdrawn and offered accordingly', async () => {
    await save('moved', { url: web.url });
    await whenOffered('moved__echo');
    await save('moved', { url: web.url, disabled: true });
    const disabled = await eventually(async () => (await definition('moved__echo'))?.context.unavailable ?? null);
    expect(disabled).toBe('The MCP server moved was disabled in Settings.');
    await save('moved', { url: web.url });
    await whenOffered('moved__echo');
    await remove('moved');
    const removed = await eventually(async () => (await definition('moved__echo'))?.context.unavailable ?? null);
    expect(removed).toBe('The MCP server moved was removed in Settings.');
    expect(await stateOf('moved')).toBeUndefined();
  });

  it('is connected again by a tool-runner that starts later', async () => {
    await save('kept', { url: web.url });
    await whenOffered('kept__echo');
    await world.haltRunners();
    await world.runner([], { SETTINGS_KEY: KEY.toString('base64'), MCP_COMMAND_WORKSPACES: OTHER });
    await whenConnected('kept');
    await remove('kept');
  });
});

describe('what a workspace may save', () => {
  it('is a command only where the environment says so, whatever route the record was written by', async () => {
    const { command, args } = EVERYTHING_OVER_STDIO;
    await save('program', { command, args });
    expect(await whenUnavailable('program')).toMatchObject({
      kind: 'stdio',
      trouble: expect.stringContaining('MCP_COMMAND_WORKSPACES') as string,
    });
    expect(await tryServer({ command, args })).toMatchObject({
      ok: false,
      message: expect.stringContaining('MCP_COMMAND_WORKSPACES') as string,
    });
    await save('program', { command, args }, OTHER);
    await whenOffered('program__echo', OTHER);
    expect(await whenConnected('program', OTHER)).toMatchObject({ kind: 'stdio' });
    await Promise.all([remove('program'), remove('program', OTHER)]);
  });

  it('is an address inside the network only in workspaces that may', async () => {
    await save('inside', { url: web.url }, OTHER);
    expect(await whenUnavailable('inside', OTHER)).toMatchObject({
      trouble: expect.stringContaining('not a public address') as string,
    });
    expect(await tryServer({ url: web.url }, OTHER)).toMatchObject({ ok: false, tools: [] });
    expect((await tryServer({ url: web.url })).ok).toBe(true);
    await remove('inside', OTHER);
  });
});

describe('a trial of an MCP server', () => {
  it('lists its tools and stores nothing', async () => {
    const trial = await tryServer({ url: web.url });
    expect(trial).toMatchObject({ ok: true, message: expect.stringMatching(/everything.*revision/) as string });
    expect(trial.tools.map(({ name }) => name)).toContain('tried__get-sum');
    expect(await definition('tried__get-sum')).toBeNull();
  });

  it('says in words why it failed', async () => {
    expect(await tryServer({ url: 'http://127.0.0.1:4/mcp' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('ECONNREFUSED') as string,
      tools: [],
    });
  });
});

describe('a secret in a header of a server', () => {
  const received: (string | undefined)[] = [];
  let server: Server;
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      received.push(headers['authorization']);
      response.writeHead(401).end('no');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => void (received.length = 0));
  afterAll(() => void server.close());

  async function saveSecret(name: string, tools: readonly string[], hosts: readonly string[]): Promise<void> {
    const sealed_value = sealSecret(TOKEN, KEY, secretPlace('default', { name, hosts: [...hosts] }));
    await world.leave(ToolSecret.name, { name, hosts, tools, sealed_value }, { audience: ['user:operator'] });
  }

  const tryWith = (secret: string): Promise<McpServerTrial> =>
    tryServer({ url: url(), headers: { Authorization: `Bearer {{secret ${secret}}}` } });

  it('is sent to a host that it is for, and is in no answer', async () => {
    await saveSecret('TRIED_TOKEN', ['tried__*'], ['127.0.0.1']);
    const trial = await tryWith('TRIED_TOKEN');
    expect(received).toContain(`Bearer ${TOKEN}`);
    expect(JSON.stringify(trial)).not.toContain(TOKEN);
  });

  it.each([
    [
      'of other tools',
      'OTHER_TOKEN',
      { tools: ['weather'], hosts: ['127.0.0.1'] },
      /is not for the tools of tried: add tried__\*/,
    ],
    [
      'of other hosts',
      'HOST_TOKEN',
      { tools: ['tried__*'], hosts: ['mcp.example.com'] },
      /may not be sent to 127\.0\.0\.1/,
    ],
    ['that nobody has saved', 'NO_TOKEN', null, /nobody has saved the secret NO_TOKEN/],
  ])('%s is not sent, and the trial says so', async (_, name, use, reason) => {
    if (use) await saveSecret(name, use.tools, use.hosts);
    expect((await tryWith(name)).message).toMatch(reason);
    expect(received).toEqual([]);
  });
});
