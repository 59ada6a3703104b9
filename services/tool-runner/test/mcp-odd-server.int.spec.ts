import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Tool, type ToolCall, ToolError, ToolRegistry } from '@crumbtrail/tool-runtime';
import { compileJsonCheck } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import { overStdio } from './everything-server';

const ODD = join(__dirname, 'odd-server.mjs');

let tools: ToolRegistry;
let lending: McpServers;
let notes: string;
let logged: { fields: Record<string, unknown>; message: string }[];

const keep = (fields: Record<string, unknown>, message: string): void => void logged.push({ fields, message });
const logger = { info: keep, warn: keep, debug: keep, error: keep } as unknown as Logger;

function lend(env: Record<string, string> = {}): McpServers {
  const server = overStdio({ name: 'odd', args: [ODD, notes], env });
  lending = new McpServers([server], tools, logger);
  void lending.onApplicationBootstrap();
  return lending;
}

beforeEach(() => {
  tools = new ToolRegistry();
  logged = [];
  notes = join(mkdtempSync(join(tmpdir(), 'crumbtrail-mcp-')), 'notes');
});
afterEach(() => lending.onApplicationShutdown());

const tool = (name: string): Promise<Tool> => eventually(() => tools.find(`odd__${name}`) ?? null);
const call = (over: Partial<ToolCall> = {}): ToolCall =>
  ({ signal: new AbortController().signal, atMostOnce: false, ...over }) as ToolCall;
const noted = (): string[] => readFileSync(notes, 'utf8').trim().split('\n');
const times = (line: string): number => noted().filter((one) => one === line).length;

const errorOf = (run: Promise<unknown>): Promise<ToolError> =>
  run.then(
    (value) => Promise.reject(new Error(`it gave ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof ToolError ? error : Promise.reject(error as Error)),
  );

describe('an MCP server whose tools change', () => {
  it('provides its current list without being polled', async () => {
    lend();
    await (await tool('more')).run({}, call());
    const extra = await tool('extra');
    expect(extra.definition.effect).toBe('repeatable');
    expect(await extra.run({}, call())).toBe('something extra');
    await (await tool('less')).run({}, call());
    await eventually(() => tools.find('odd__extra') === undefined);
    expect(tools.isAvailable('mcp:odd')).toBe(true);
  });

  it('is heard to the end when its last progress comes in one piece with the result', async () => {
    lend();
    const logs: string[] = [];
    const run = (await tool('hurried')).run({}, call({ tell: (line) => void logs.push(line) }));
    expect([await run, logs]).toEqual(['done', ['1 of 1']]);
  });

  it('is not reported again for an equal list', async () => {
    let changes = 0;
    tools.onChange(() => (changes += 1));
    lend();
    await (await tool('less')).run({}, call());
    await (await tool('more')).run({}, call());
    await tool('extra');
    expect(changes).toBe(2);
  });
});

describe('a tool that can only be run as a task', () => {
  it('is left out, and the log says why', async () => {
    lend();
    await tool('more');
    expect(tools.find('odd__research')).toBeUndefined();
    expect(logged.map(({ message }) => message)).toContain(
      'the MCP server odd: research is left out: it runs as a task only, which is not supported',
    );
  });
});

describe('an MCP server as a child process', () => {
  it('gets only its configured environment, and none of ours', async () => {
    process.env['NATS_PASSWORD'] = 'secret of the service';
    lend({ GIVEN: 'yes' });
    const env = (await (await tool('environment')).run({}, call())) as Record<string, string>;
    delete process.env['NATS_PASSWORD'];
    expect(env['GIVEN']).toBe('yes');
    expect(Object.keys(env).filter((name) => /NATS|JEST|npm_/.test(name))).toEqual([]);
  });

  it('has its stderr logged, and of a flood only the beginning', async () => {
    lend();
    await (await tool('flood')).run({}, call());
    const lines = () => logged.filter(({ fields }) => typeof fields['line'] === 'string');
    await eventually(() => lines().length >= 60);
    expect(lines().length).toBeLessThanOrEqual(60);
    expect(lines()[0]?.fields).toMatchObject({ server: 'odd', line: 'flood 0' });
  });

  it('is notified that a call was cancelled', async () => {
    lend();
    const off = new AbortController();
    const running = errorOf((await tool('wait')).run({}, call({ signal: off.signal })));
    await eventually(() => times('waiting') === 1);
    off.abort();
    expect((await running).code).toBe('cancelled');
    await eventually(() => times('called off') === 1);
  });

  it('is stopped with this process', async () => {
    const one = lend();
    await tool('more');
    await one.onApplicationShutdown();
    const { execFileSync } = await import('node:child_process');
    const children = execFileSync('ps', ['-o', 'args=,stat=', '--ppid', String(process.pid)], { encoding: 'utf8' });
    expect(children).not.toContain('odd-server');
    expect(children).not.toMatch(/defunct/);
  });
});

describe('an MCP server that exits during a call', () => {
  it('leaves the outcome unknown for a tool that must not run twice, and does not run it again', async () => {
    lend();
    const error = await errorOf((await tool('once')).run({}, call({ atMostOnce: true })));
    expect(error.code).toBe('outcome_unknown');
    expect(error.message).toMatch(
      /The server odd disconnected while odd__once ran: it may or may not have taken effect/,
    );
    await eventually(() => times('born') === 2);
    await tool('once');
    expect(times('ran once')).toBe(1);
  });

  it('runs a repeatable tool again, and then reports the server as unavailable', async () => {
    lend();
    const error = await errorOf((await tool('die')).run({}, call()));
    expect(error.code).toBe('unavailable');
    expect(times('ran die')).toBe(2);
  });

  it('has no tools while it is disconnected, and all of them afterwards', async () => {
    lend();
    const gone: number[] = [];
    tools.onChange(() => gone.push(tools.all().length));
    await errorOf((await tool('once')).run({}, call({ atMostOnce: true })));
    const back = await eventually(() => (gone.length >= 2 && tools.all().length > 5 ? gone : null));
    expect(back).toContain(0);
  });

  it('is unavailable, and logged as such, when it cannot be started', async () => {
    lending = new McpServers([overStdio({ name: 'odd', command: '/no/such/program' })], tools, logger);
    await lending.onApplicationBootstrap();
    await eventually(() => logged.some(({ message }) => /the MCP server odd is unavailable/.test(message)));
    expect(tools.all()).toEqual([]);
    const [state] = tools.states();
    expect(state).toMatchObject({ name: 'mcp:odd', tools: 0, trouble: expect.stringContaining('ENOENT') as string });
  });
});

describe('a structured result with binary data', () => {
  it('reaches a model with the type and the size of the data only, and still matches its output schema', async () => {
    lend();
    const media = await tool('media');
    const output = (await media.run({}, call())) as { content: object[] };
    expect(output.content).toEqual([
      { type: 'image', data: '[binary, not shown: image/png, 12000 bytes]', mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'file:///keys.txt',
          mimeType: 'text/plain',
          blob: '[binary, not shown: text/plain, 3 bytes]',
        },
      },
    ]);
    expect(compileJsonCheck(media.definition.output as Record<string, unknown>).issues(output, 1)).toEqual([]);
  });
});

describe('an invalid result of an MCP tool', () => {
  it('is given as it can be read, because the tool has run', async () => {
    lend();
    expect(await (await tool('broken')).run({}, call())).toBe('no list');
  });

  it('is not validated here, but where the tool is run', async () => {
    lend();
    const lies = await tool('lies');
    expect(lies.definition.output).toMatchObject({ properties: { n: { type: 'number' } } });
    expect(await lies.run({}, call())).toEqual({ n: 'no number' });
  });

  it('may be of any size that the protocol carries', async () => {
    lend();
    expect(String(await (await tool('huge')).run({}, call()))).toHaveLength(5 * 1024 * 1024);
  });
});
