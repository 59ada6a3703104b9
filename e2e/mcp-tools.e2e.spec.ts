import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ToolCatalog,
  ToolDef,
  ToolStart,
  type ToolCatalogV1,
  type ToolDefV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { EVERYTHING_OVER_STDIO, eventually, everythingServer, type ScriptedCall } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { ToolTurns, type ToolTurn } from './support/tool-turns';

const web = useFixture(
  async () => {
    const server = await everythingServer();
    await server.start();
    return server;
  },
  (server) => server.kill(),
);
const stack = useStack(() => {
  const MCP_SERVERS = join(mkdtempSync(join(tmpdir(), 'crumbtrail-mcp-')), 'servers.json');
  const mcpServers = {
    everything: EVERYTHING_OVER_STDIO,
    web: { type: 'http', url: '${MCP_WEB}' },
    broken: { command: 'no-such-command' },
  };
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers }));
  const env = { MCP_SERVERS, MCP_WEB: web.url };
  return { services: { ...WITHOUT_MEMORY, 'tool-runner': { replicas: 2, env } } };
});
const turns = useFixture(() => new ToolTurns(stack));

beforeAll(async () => {
  await turns.grant({ tools: ['everything__*', 'web__*', 'workflow'], tool_options: { max_tools: 64 } });
  await turns.whenAvailable('everything__get-sum');
  await turns.whenAvailable('web__get-sum');
});

const call = (name: string, args: object): ScriptedCall => ({ name, arguments: args });

/** The response to the one tool that was called. */
const given = ({ asked, responses }: ToolTurn): ToolResponseV1 =>
  responses.get(String(asked[0]?.id))?.context as ToolResponseV1;

const definitions = async (): Promise<Map<string, { version: number; context: ToolDefV1 }>> =>
  new Map((await turns.conversations.listCrumbs<ToolDefV1>(ToolDef.name)).map((one) => [one.context.name, one]));

describe('a tool of an MCP server', () => {
  it.each(['everything', 'web'])(
    'is called by an agent that is granted it, and answers the turn: %s',
    async (server) => {
      const sum = await turns.run(`sum-${server}`, call(`${server}__get-sum`, { a: 20, b: 22 }));
      expect(given(sum)).toMatchObject({ status: 'ok', tool: `${server}__get-sum` });
      expect(sum.answer).toMatch(/^it gave: .*42/);
    },
  );

  it('is offered to the model with the description of its server', () => {
    const offered = stack.model.calls.flatMap(
      ({ body }) => (body['tools'] ?? []) as { function: { name: string; parameters: { required?: string[] } } }[],
    );
    const sum = offered.find((one) => one.function.name === 'web__get-sum');
    expect(sum?.function.parameters.required).toEqual(['a', 'b']);
  });

  it('is not defined if it can only be run as a task', async () => {
    expect([...(await definitions()).keys()].filter((name) => name.endsWith('__simulate-research-query'))).toEqual([]);
  });

  it('runs as a step of a workflow', async () => {
    const steps = [
      { id: 'one', tool: 'everything__get-structured-content', input: { location: 'Chicago' } },
      { id: 'two', tool: 'web__echo', input: { message: '${one.temperature} degrees, "${one.conditions}"' } },
    ];
    const { output, status } = given(await turns.run('flow', call('workflow', { steps })));
    expect(status).toBe('ok');
    expect(output).toMatchObject({ result: expect.stringMatching(/^Echo: [\d.]+ degrees, ".+"$/) as string });
  });

  it('has one definition, written by one of two tool-runners, which states whether it may run twice', async () => {
    const known = await definitions();
    const lent = [...known].filter(([name]) => /^(everything|web)__/.test(name));
    expect(lent.length).toBeGreaterThan(16);
    expect(lent.filter(([, { version }]) => version !== 1)).toEqual([]);
    expect(known.get('web__echo')?.context).toMatchObject({ source: 'mcp:web', category: 'web' });
  });

  it('returns a readable error for invalid arguments, and the turn is answered', async () => {
    const wrong = await turns.run('wrong', call('web__get-sum', { a: 'x' }));
    expect(given(wrong)).toMatchObject({ status: 'error', error: { code: 'invalid_input' } });
    expect(wrong.answer).toContain('The arguments of web__get-sum are invalid');
  });
});

describe('an MCP server that cannot be started', () => {
  it('is named in the catalog with the reason', async () => {
    const servers = await eventually(async () => {
      const [catalog] = await turns.conversations.listCrumbs<ToolCatalogV1>(ToolCatalog.name);
      return catalog?.context.servers?.length === 3 ? catalog.context.servers : null;
    });
    expect(servers[0]).toMatchObject({ name: 'broken', available: false, trouble: expect.stringMatching(/ENOENT/) });
  });
});

describe('a workflow that exceeds its time limit', () => {
  it('ends, and reports which steps are done and which are still running', async () => {
    await turns.conversations.append({
      schema_name: 'tool.config.v1',
      context: { tool: 'workflow', timeout_ms: 3_000 },
    });
    const steps = [
      { id: 'quick', tool: 'web__echo', input: { message: 'x' } },
      { id: 'slow', tool: 'web__trigger-long-running-operation', input: { duration: 20, steps: 2 } },
      { id: 'never', tool: 'web__echo', input: { message: '${slow}' } },
    ];
    const { status, error, output } = given(await turns.run('late', call('workflow', { steps })));
    expect([status, error?.code]).toEqual(['error', 'timeout']);
    expect(error?.message).toContain('Done: quick. Still running: slow. Not run: never.');
    expect(output).toMatchObject({ steps: { quick: { output: 'Echo: x' }, slow: { status: 'running' } } });
  }, 60_000);
});

describe('an MCP server that stops', () => {
  it('during a call leaves a readable result and an answered turn, and no unrepeatable tool runs twice', async () => {
    const context = { tool: 'web__trigger-long-running-operation', effect: 'at_most_once' };
    await turns.conversations.append({ schema_name: 'tool.config.v1', context });
    const slow = { duration: 30, steps: 30 };
    const message = await turns.say('dies', call('web__trigger-long-running-operation', slow));
    await eventually(async () => (await turns.conversations.listCrumbs(ToolStart.name, 'dies')).length === 1);
    await pause(500);
    await web.kill();
    const turn = await turns.ended(message);
    expect(given(turn)).toMatchObject({ status: 'error', error: { code: 'outcome_unknown' } });
    expect(turn.answer).toContain('it may or may not have taken effect');
    expect(await turns.conversations.listCrumbs(ToolStart.name, 'dies')).toHaveLength(1);
  }, 90_000);

  it('has its tools reported as unavailable at once, and as available again when it returns', async () => {
    await turns.whenAvailable('web__echo', false);
    const away = await turns.run('away', call('web__echo', { message: 'x' }));
    expect(given(away)).toMatchObject({ status: 'error', error: { code: 'unavailable' } });
    expect(away.answer).toContain('the server web is unavailable');
    await web.start();
    await turns.whenAvailable('web__echo');
    const back = await eventually(
      async () => {
        const turn = await turns.run('back', call('web__echo', { message: 'hello again' }));
        return given(turn).status === 'ok' ? turn : null;
      },
      { withinMs: 60_000 },
    );
    expect(back.answer).toBe('it gave: Echo: hello again');
  }, 120_000);
});

describe('MCP servers started by a tool-runner that is killed', () => {
  it('exit with it', async () => {
    const children = (): number =>
      execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('server-everything/dist/index.js stdio'))
        .filter((line) => [1, ...Object.values(stack.pids())].includes(Number(line.trim().split(' ')[0]))).length;
    expect(children()).toBe(2);
    await stack.kill('tool-runner');
    await stack.whenReady();
    await turns.run('after', call('everything__echo', { message: 'x' }));
    await eventually(() => children() === 2);
  }, 60_000);
});
