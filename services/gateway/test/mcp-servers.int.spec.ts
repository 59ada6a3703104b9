import { Commit, History, List, Read, type CommitReply } from '@crumbtrail/contracts';
import { ReadMcpServers, TryMcpServer, type McpServersState } from '@crumbtrail/contracts/operations/mcp-servers';
import { crumb, found, ID } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const PATH = '/v1/mcp-servers/issues';
const body = { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer {{secret ISSUES_TOKEN}}' } };
const written: CommitReply = { results: [{ id: ID, version: 1, position: 5, existed: false }] };
const saved = (context: object = body) =>
  crumb({ schema_name: 'mcp.connection.v1', context: { name: 'issues', ...context } });

describe('the MCP servers of a workspace', () => {
  let gateway: GatewayUnderTest;
  let state: McpServersState;
  const tried: unknown[] = [];
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.fake.runner.respond(ReadMcpServers, async () => state);
    await gateway.fake.runner.respond(TryMcpServer, async (request) => {
      tried.push(request);
      return { ok: true, latency_ms: 1, message: 'issues 1', tools: [] };
    });
  });
  beforeEach(() => {
    state = { servers: [], allows_commands: false, allows_private: false };
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => saved())));
    gateway.fake.say(List, () => ({ crumbs: [saved()], position: 9 }));
    gateway.fake.say(History, () => ({ versions: [saved()] }));
    gateway.fake.say(Commit, () => written);
  });
  afterEach(() => {
    gateway.fake.forget();
    tried.length = 0;
  });
  afterAll(() => gateway.stop());

  const list = async (): Promise<unknown> =>
    (await gateway.fetch('/v1/mcp-servers', { headers: { authorization: 'Bearer operator-key' } })).json();

  test('are listed with how they are; those of the environment without their address', async () => {
    const tools = [{ name: 'issues__search', description: 'Searches.' }];
    const version = saved().version;
    state = {
      ...state,
      servers: [
        { name: 'issues', from: 'settings', version, kind: 'http', state: 'connected', tools },
        { name: 'files', from: 'environment', kind: 'stdio', state: 'unavailable', trouble: 'ENOENT', tools: [] },
      ],
    };
    expect(await list()).toMatchObject({
      servers: [
        { name: 'files', from: 'environment', state: 'unavailable', trouble: 'ENOENT' },
        { name: 'issues', from: 'settings', state: 'connected', url: body.url, tools },
      ],
      allows_commands: false,
    });
  });

  test('are connecting until the tool-runner has this version, and overridden by the environment', async () => {
    const of = (from: 'settings' | 'environment', version?: number): McpServersState => ({
      ...state,
      servers: [{ name: 'issues', from, ...(version && { version }), kind: 'http', state: 'connected', tools: [] }],
    });
    state = of('settings', saved().version + 1);
    expect(await list()).toMatchObject({ servers: [{ state: 'connecting' }] });
    state = of('environment');
    expect(await list()).toMatchObject({ servers: [{ from: 'environment' }, { state: 'overridden' }] });
  });

  test('are saved, removed and tested by name', async () => {
    expect((await gateway.send('PUT', PATH, body)).status).toBe(200);
    expect((await gateway.send('POST', `${PATH}/test`, body)).status).toBe(200);
    expect((await gateway.send('DELETE', PATH, undefined)).status).toBe(200);
    const contexts = gateway.fake.of(Commit).map(({ request }) => JSON.stringify(request));
    expect(contexts[0]).toContain('{{secret ISSUES_TOKEN}}');
    expect(contexts[1]).toContain('"context":{"name":"issues"}');
    expect(tried).toMatchObject([{ workspace: 'default', connection: { name: 'issues', ...body } }]);
  });

  test('that were removed are not listed and not found', async () => {
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => saved({}))));
    gateway.fake.say(List, () => ({ crumbs: [saved({})], position: 9 }));
    expect(await list()).toMatchObject({ servers: [] });
    expect((await gateway.send('DELETE', PATH, undefined)).status).toBe(404);
  });

  test('have a history', async () => {
    const reply = await gateway.fetch(`${PATH}/history`, { headers: { authorization: 'Bearer operator-key' } });
    expect(await reply.json()).toMatchObject({ history: [{ changes: [`added ${body.url}`] }] });
  });

  test.each([
    ['a command', { command: 'npx', args: ['-y', 'x'] }, 'MCP_COMMAND_WORKSPACES'],
    ['an address inside the network', { url: 'http://127.0.0.1:8000/mcp' }, 'MCP_PRIVATE_WORKSPACES'],
    ['the address of cloud metadata', { url: 'http://169.254.169.254/mcp' }, 'MCP_PRIVATE_WORKSPACES'],
  ])('%s is refused where the environment does not allow it, and nothing is written', async (_, bad, variable) => {
    const reply = await gateway.send('PUT', PATH, bad);
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining(variable)]);
    expect(gateway.fake.of(Commit)).toEqual([]);
    state = { ...state, allows_commands: true, allows_private: true };
    expect((await gateway.send('PUT', PATH, bad)).status).toBe(200);
  });

  test.each([
    [{}],
    [{ ...body, command: 'npx' }],
    [{ ...body, args: ['x'] }],
    [{ url: 'https://ann:secret@mcp.example.com/mcp' }],
    [{ url: 'https://mcp.example.com/mcp?key=secret' }],
    [{ ...body, headers: { Authorization: 'Bearer plain' } }],
    [{ ...body, headers: { 'X-Api-Key': 'plain' } }],
    [{ ...body, headers: { Host: 'elsewhere' } }],
    [{ ...body, headers: { 'X-Region': 'two\nlines' } }],
    [{ ...body, unknown: 1 }],
  ])('%j is refused, and nothing is written', async (bad) => {
    expect((await gateway.send('PUT', PATH, bad)).status).toBe(422);
    expect(gateway.fake.of(Commit)).toEqual([]);
  });

  test.each([
    ['GET', '/v1/mcp-servers', undefined],
    ['PUT', PATH, body],
    ['DELETE', PATH, undefined],
    ['POST', `${PATH}/test`, body],
    ['GET', `${PATH}/history`, undefined],
  ] as const)('%s %s is refused to readers, to writers and without a key', async (method, path, sent) => {
    const ask = (authorization: string): Promise<Response> =>
      gateway.fetch(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
    const statuses = [await ask('Bearer reader-key'), await ask('Bearer bot-key'), await ask('')];
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401]);
    const asked = gateway.fake.heard.map(({ ask: operation }) => operation);
    for (const operation of [Read, Commit, List]) expect(asked).not.toContain(operation.name);
    expect(tried).toEqual([]);
  });
});
