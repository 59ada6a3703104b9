import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Crumbtrail, isApiError, type ApiError, type ToolTrial } from '@crumbtrail/client';
import { AgentTurn, ToolConfig, ToolDef, ToolResponse, ToolStart, ToolTried, ToolTry } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { waitForExit, type CommandResult } from './support/command-result';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';

const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-try-'));
const notes = join(folder, 'notes');
const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
const odd = resolve(__dirname, '../services/tool-runner/test/odd-server.mjs');
/** A text that occurs nowhere else in this stack. */
const SECRET = '271828 + 314159';

const stack = useStack(() => {
  const MCP_SERVERS = join(folder, 'servers.json');
  writeFileSync(
    MCP_SERVERS,
    JSON.stringify({ mcpServers: { odd: { command: process.execPath, args: [odd, notes] } } }),
  );
  return { apart: ['tool-runner'] as const, services: { ...WITHOUT_MEMORY, 'tool-runner': { env: { MCP_SERVERS } } } };
});
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));

beforeAll(async () => {
  await turns.whenAvailable('calculator');
  await turns.whenAvailable('odd__once');
});

const noted = (line: string): number =>
  readFileSync(notes, 'utf8')
    .split('\n')
    .filter((one) => one === line).length;

/** The error of a rejected try. */
async function refused(trying: Promise<unknown>): Promise<ApiError> {
  const outcome = await trying.catch((error: unknown) => error);
  if (isApiError(outcome)) return outcome;
  throw new Error(`This was not rejected: ${JSON.stringify(outcome)}`);
}

const nodesOf = async ({ trail_id }: ToolTrial) => (await client.trail(trail_id)).nodes;

describe('a tool that an operator tries', () => {
  it('returns what an agent would get, on a separate trail that only operators can read', async () => {
    const tried = await client.tryTool('calculator', { arguments: { expression: '6 * 7' } });
    expect(tried.result).toMatchObject({
      schema_name: ToolTried.name,
      audience: [],
      cause: { id: tried.try.id },
      trail_id: tried.trail_id,
      author: { kind: 'service', id: 'tool-runner' },
      context: { status: 'ok', text: '42', call: 'calculator(6 * 7)', duration_ms: expect.any(Number) as number },
    });
    expect(tried.try).toMatchObject({ audience: [], author: (await client.whoAmI()).participant });
    expect((await nodesOf(tried)).map(({ schema_name, cause, tool }) => [schema_name, cause?.id, tool])).toEqual([
      [ToolTry.name, undefined, 'calculator'],
      [ToolTried.name, tried.try.id, 'calculator'],
    ]);
  });

  it('returns the trail when it takes longer than the requested wait', async () => {
    const tried = await client.tryTool('calculator', { arguments: { expression: '2 ^ 10' }, wait_ms: 0 });
    await eventually(async () => (await nodesOf(tried)).some(({ schema_name }) => schema_name === ToolTried.name));
  });

  it('returns the error of the tool unchanged, and ends a tool that hangs', async () => {
    const failed = await client.tryTool('calculator', { arguments: { expression: '1 / 0' } });
    expect(failed.result?.context).toMatchObject({ status: 'error', error: { code: 'failed' } });
    await client.append({ schema_name: ToolConfig.name, context: { tool: 'odd__wait', timeout_ms: 1_000 } });
    const hung = await client.tryTool('odd__wait', { confirmed: true });
    expect(hung.result?.context.error?.message).toMatch(/odd__wait returned no result within 1000 ms/);
  });

  it('is hidden from agents: in contexts and in searches, and it wakes none', async () => {
    const before = await turns.conversations.listCrumbs(AgentTurn.name);
    const { result } = await client.tryTool('calculator', { arguments: { expression: SECRET } });
    expect(result?.context.text).toBe('585987');
    await client.tryTool('echo', { arguments: { text: 'the heron is on the roof' } });
    await turns.grant({ tools: ['search_breadcrumbs', 'calculator', 'echo'] });
    const search = { name: 'search_breadcrumbs', arguments: { query: 'the heron, the roof, a sum of the calculator' } };
    const { answer } = await turns.run('after-trying', search);
    const asked = JSON.stringify(stack.model.calls.map(({ body }) => body.messages));
    expect(answer).toMatch(/^it gave: /);
    for (const leak of ['271828', '585987', 'the heron is on']) expect(asked).not.toContain(leak);
    const after = await turns.conversations.listCrumbs(AgentTurn.name);
    expect(after.length - before.length).toBe(1);
    expect((await turns.conversations.listCrumbs(ToolResponse.name)).length).toBe(1);
  });

  it('with side effects runs only after confirmation, and its start is recorded first', async () => {
    const refusal = await refused(client.tryTool('odd__once'));
    expect([refusal.status, refusal.problem.issues]).toMatchObject([422, [{ path: '/confirmed' }]]);
    expect(noted('ran once')).toBe(0);
    const tried = await client.tryTool('odd__once', { confirmed: true });
    // The server dies during the call.
    expect(tried.result?.context).toMatchObject({ status: 'error', error: { code: 'outcome_unknown' } });
    expect((await nodesOf(tried)).map(({ schema_name }) => schema_name)).toEqual([
      ToolTry.name,
      ToolStart.name,
      ToolTried.name,
    ]);
    expect(noted('ran once')).toBe(1);
  });

  it('is rejected for everybody except operators, and nothing is written', async () => {
    const before = (await turns.conversations.listCrumbs(ToolTry.name)).length;
    for (const role of ['reader', 'writer'] as const) {
      const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role });
      const rita = new Crumbtrail({ url: stack.api.url, key: secret });
      const refusal = await refused(rita.tryTool('calculator', { arguments: { expression: '1' } }));
      expect([refusal.status, refusal.message]).toEqual([403, expect.stringContaining('Only operators')]);
    }
    expect((await turns.conversations.listCrumbs(ToolTry.name)).length).toBe(before);
  });

  it.each([
    { what: 'a tool that does not exist', tool: 'nowhere', args: {}, is: [404, /There is no tool nowhere/] },
    {
      what: 'arguments of another type',
      tool: 'calculator',
      args: { expression: 5 },
      is: [422, /Invalid arguments for calculator/],
    },
    { what: 'arguments that are missing', tool: 'calculator', args: {}, is: [422, /Invalid arguments for calculator/] },
    { what: 'a text that is too large', tool: 'echo', args: { text: 'a'.repeat(300_000) }, is: [413, /large|KiB/] },
    { what: 'a tool that works only in a turn', tool: 'timer', args: { action: 'list' }, is: [422, /ask an agent/] },
  ] as const)('is rejected with $what', async ({ tool, args, is: [status, message] }) => {
    const refusal = await refused(client.tryTool(tool, { arguments: args }));
    expect([refusal.status, refusal.message]).toEqual([status, expect.stringMatching(message)]);
    const places = refusal.problem.issues?.map(({ path }) => path) ?? [];
    expect(places).toEqual(tool === 'calculator' ? ['/arguments/expression'] : []);
  });

  it('is reported as unavailable while its runner is down, and is not run when the runner returns', async () => {
    const context = {
      name: 'forecast',
      description: 'Tells the weather.',
      runner: 'weather',
      input: { type: 'object' },
    };
    await client.append({ schema_name: ToolDef.name, context });
    const refusal = await refused(client.tryTool('forecast'));
    expect([refusal.status, refusal.message]).toEqual([
      503,
      expect.stringMatching(/^forecast did not start within 10 s: its runner weather is not receiving messages/),
    ]);
    await stack.halt('tool-runner');
    const late = await refused(client.tryTool('echo', { arguments: { text: 'late' } }));
    expect(late.message).toMatch(/its runner tool-runner is not receiving messages/);
    await stack.start('tool-runner');
    const { trail_id } = late.problem.details as { trail_id: string };
    await eventually(async () => (await client.trail(trail_id)).nodes.some(({ error }) => error === 'too_late'));
  }, 90_000);
});

describe('crumb tools try', () => {
  const run = (...args: string[]): Promise<CommandResult> => {
    const env = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_HOME: stack.home, PATH: process.env['PATH'] ?? '' };
    return waitForExit(
      spawn(process.execPath, [bin, 'tools', 'try', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  };

  it('prints the result and where it is recorded, as text or as JSON', async () => {
    const { code, out } = await run('calculator', '--args', '{"expression": "6 * 7"}');
    expect([code, out]).toEqual([0, expect.stringMatching(/^42\n\nin .*ms\n\ntrail [0-9a-f-]{36}\n/)]);
    const { out: json } = await run('calculator', '-a', '{"expression": "6 * 7"}', '--json');
    expect(JSON.parse(json)).toMatchObject({ result: { context: { status: 'ok', text: '42' } } });
  });

  it('exits with 1 when the request is rejected or the tool fails, with 2 when its arguments are wrong', async () => {
    expect(await run('nowhere')).toMatchObject({ code: 1, err: expect.stringContaining('no tool nowhere') as string });
    const failed = await run('calculator', '--args', '{"expression": "1 / 0"}');
    expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('calculator failed (failed)') as string });
    expect(await run('calculator', '--args', '{"expression"')).toMatchObject({ code: 2 });
    expect(await run('calculator', '--args', '[1]')).toMatchObject({ code: 2 });
  });
});
