import { type Tool, type ToolCall, ToolError, ToolRegistry } from '@crumbtrail/tool-runtime';
import { createLogger } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import { overHttp } from './everything-server';
import { modernServer, type ModernServer } from './modern-server';

let server: ModernServer;
let tools: ToolRegistry;
let lending: McpServers;

beforeEach(async () => {
  server = await modernServer('first', 'second');
  tools = new ToolRegistry();
  const named = { ...overHttp(server.url), headers: { Authorization: 'Bearer k' } };
  lending = new McpServers([named], tools, createLogger('tool-runner', 'silent'));
  await lending.onApplicationBootstrap();
});
afterEach(async () => {
  await lending.onApplicationShutdown();
  await server.close();
});

const call = { signal: new AbortController().signal, atMostOnce: true } as ToolCall;
const names = (): string[] => tools.all().map(({ definition }) => definition.name);

describe('a server of the newest MCP revision', () => {
  it('is connected before the service subscribes, with that revision and the configured headers', async () => {
    expect(names()).toEqual(['web__first', 'web__second']);
    expect(await (tools.find('web__first') as Tool).run({ a: 1 }, call)).toBe('first of {"a":1}');
    expect([...server.eras]).toEqual(['modern']);
    expect([...server.authorizations]).toEqual(['Bearer k']);
  });

  it('reports changes of its list', async () => {
    server.list('second', 'third');
    await eventually(() => names().join() === 'web__second,web__third');
  });

  it('that rejects us has unavailable tools, even those that must not run twice, until it accepts us again', async () => {
    const first = tools.find('web__first') as Tool;
    server.refuse(401);
    const error = await first.run({}, call).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect((error as ToolError).code).toBe('unavailable');
    expect(names()).toEqual([]);
    server.refuse(null);
    await eventually(() => names().length === 2);
  });
});
