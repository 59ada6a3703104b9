import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Tool, type ToolCall, ToolError, ToolRegistry } from '@crumbtrail/tool-runtime';
import { createLogger } from '@crumbtrail/platform';
import { eventually, everythingServer, type EverythingServer } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import type { McpServer } from '../src/mcp/servers-file';
import { overHttp, overStdio } from './everything-server';

let tools: ToolRegistry;
let stopping: (() => Promise<void>)[] = [];

function lend(...servers: McpServer[]): McpServers {
  const lending = new McpServers(servers, tools, createLogger('tool-runner', 'silent'));
  void lending.onApplicationBootstrap();
  stopping.push(() => lending.onApplicationShutdown());
  return lending;
}

beforeEach(() => {
  tools = new ToolRegistry();
  stopping = [];
});
afterEach(async () => {
  for (const stop of stopping.reverse()) await stop();
});

const lent = (name: string): Promise<Tool> => eventually(() => tools.find(name) ?? null);

function call(over: Partial<ToolCall> = {}): ToolCall {
  return { signal: new AbortController().signal, atMostOnce: false, tell: () => undefined, ...over } as ToolCall;
}

const codeOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    (value) => `gave ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof ToolError ? error.code : String(error)),
  );

/** The reference server does not report the start of a call. */
const underway = (): Promise<void> => pause(500);

const pidOf = (): number => {
  const out = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const line = out.split('\n').find((one) => one.includes('server-everything') && one.includes('stdio'));
  return Number(line?.trim().split(' ')[0] ?? 0);
};

describe.each(['stdio', 'http'] as const)('a real MCP server over %s', (kind) => {
  let web: EverythingServer | undefined;
  let prefix: string;

  beforeEach(async () => {
    web = kind === 'http' ? await everythingServer() : undefined;
    await web?.start();
    if (web) stopping.push(web.kill);
    prefix = web ? 'web' : 'everything';
    lend(web ? overHttp(web.url) : overStdio());
  });

  const tool = (name: string): Promise<Tool> => lent(`${prefix}__${name}`);
  const die = async (): Promise<void> => (web ? web.kill() : void process.kill(pidOf(), 'SIGKILL'));
  const comeBack = async (): Promise<void> => web?.start();

  it('provides its tools with their descriptions', async () => {
    const { definition } = await tool('get-sum');
    expect(definition).toMatchObject({
      name: `${prefix}__get-sum`,
      source: `mcp:${prefix}`,
      input: { type: 'object', required: ['a', 'b'] },
    });
    expect(tools.all().length).toBeGreaterThan(8);
  });

  it('returns texts as they are, structured results as JSON, and no binary data', async () => {
    expect(await (await tool('echo')).run({ message: 'a "quoted"\nline' }, call())).toBe('Echo: a "quoted"\nline');
    expect(await (await tool('get-structured-content')).run({ location: 'Chicago' }, call())).toMatchObject({
      temperature: expect.any(Number) as number,
    });
    const image = JSON.stringify(await (await tool('get-tiny-image')).run({}, call()));
    expect(image).toContain('"type":"image"');
    expect(image.length).toBeLessThan(1_000);
  });

  it('has tools that list and read its resources, with binary data named only', async () => {
    const listed = (await (await tool('list_resources')).run({}, call())) as {
      resources: { uri: string; name: string }[];
      templates: { uri_template: string }[];
    };
    const [first] = listed.resources;
    expect(first).toMatchObject({ uri: expect.stringMatching(/^demo:/) as string, name: expect.any(String) as string });
    expect(listed.templates.map(({ uri_template }) => uri_template)).toContain(
      'demo://resource/dynamic/text/{resourceId}',
    );
    const read = await tool('read_resource');
    expect(read.definition).toMatchObject({ effect: 'repeatable', source: `mcp:${prefix}` });
    expect(await read.run({ uri: first?.uri }, call())).toMatch(/\w+/);
    expect(await read.run({ uri: 'demo://resource/dynamic/text/1' }, call())).toMatch(/^Resource 1: /);
    expect(await read.run({ uri: 'demo://resource/dynamic/blob/1' }, call())).toEqual({
      contents: [expect.objectContaining({ note: 'binary, not shown', bytes: expect.any(Number) as number })],
    });
    expect(await codeOf(read.run({ uri: 'demo://no/such/resource' }, call()))).toMatch(/^(failed|invalid_input)$/);
  });

  it('has tools that list and fill in its prompts', async () => {
    const { prompts } = (await (await tool('list_prompts')).run({}, call())) as { prompts: { name: string }[] };
    expect(prompts).toContainEqual(
      expect.objectContaining({
        name: 'args-prompt',
        arguments: expect.arrayContaining([expect.objectContaining({ name: 'city', required: true })]) as unknown,
      }),
    );
    const get = await tool('get_prompt');
    expect(await get.run({ name: 'args-prompt', arguments: { city: 'Oslo' } }, call())).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text', text: expect.stringContaining('Oslo') as string }] }],
    });
    expect(await codeOf(get.run({ name: 'args-prompt' }, call()))).toBe('invalid_input');
  });

  it('leaves the progress of a call in the log of its run', async () => {
    const lines: string[] = [];
    const slow = await tool('trigger-long-running-operation');
    await slow.run({ duration: 1, steps: 4 }, call({ tell: (line) => void lines.push(line) }));
    expect(lines).toEqual(expect.arrayContaining(['1 of 4', '2 of 4', '3 of 4']));
  });

  it('reports invalid arguments in words', async () => {
    const sum = await tool('get-sum');
    await expect(sum.run({ a: 'x' }, call())).rejects.toThrow(/get-sum/);
  });

  it('is notified that a call was cancelled', async () => {
    const slow = await tool('trigger-long-running-operation');
    const off = new AbortController();
    const running = codeOf(slow.run({ duration: 60, steps: 60 }, call({ signal: off.signal })));
    await underway();
    off.abort();
    expect(await running).toBe('cancelled');
    expect(await (await tool('echo')).run({ message: 'still there' }, call())).toBe('Echo: still there');
  });

  it('that exits during a call leaves the outcome unknown for a tool that must not run twice, and reconnects', async () => {
    const slow = await tool('trigger-long-running-operation');
    const running = codeOf(slow.run({ duration: 30, steps: 30 }, call({ atMostOnce: true })));
    await underway();
    await die();
    expect(await running).toBe('outcome_unknown');
    await eventually(() => tools.all().length === 0);
    await comeBack();
    const echo = await tool('echo');
    await eventually(async () => (await codeOf(echo.run({ message: 'x' }, call()))) === 'gave "Echo: x"');
  });

  it('that exits during a call of a repeatable tool is called again after reconnecting', async () => {
    const slow = await tool('trigger-long-running-operation');
    const running = codeOf(slow.run({ duration: 2, steps: 1 }, call()));
    await underway();
    await die();
    await comeBack();
    expect(await running).toContain('gave "Long running operation completed');
  });
});
