import type { StatusReply } from '@crumbtrail/contracts';
import type { RetentionReply } from '@crumbtrail/contracts/operations/retention';
import { natsServer } from '@crumbtrail/testing';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELD_MESSAGE } from '@crumbtrail/platform/held-message';
import { checkEventLoop, readHeldLines } from './event-loop';
import { checkHome, checkNatsServer, checkNode } from './machine';
import { checkGateway, checkModel, checkStatus } from './stack';
import { checkAgents, checkMemories, type AgentFacts } from './agents';
import { checkRetention } from './retention';
import { checkServers } from './servers';
import { checkTools } from './tools';

const status = (more: Partial<StatusReply> = {}): StatusReply => ({
  log_id: 'l',
  epoch: 1,
  head: 10,
  relayed: 10,
  indexed: 10,
  embedded: 10,
  database: 'pglite',
  embedder: 'lexical',
  oldest_unrelayed_ms: 0,
  lost: [],
  durables: [],
  ...more,
});
const problems = (findings: { state: string; about: string }[]): string[] =>
  findings.filter(({ state }) => state === 'ill').map(({ about }) => about);

test('checkNode: accepts Node 20.19 and later', () => {
  expect(
    ['v20.19.0', 'v24.1.0', 'v20.18.3', 'v18.20.0'].map((nodeVersion) => checkNode({ nodeVersion }).state),
  ).toEqual(['ok', 'ok', 'ill', 'ill']);
});

test('checkNatsServer: accepts a URL or a binary, and reports a configured binary that is missing', () => {
  const places = { cache: '/nowhere', home: '/nowhere' };
  const state = (env: Record<string, string>): string => checkNatsServer({ env, ...places }).state;
  expect(state({ NATS_URL: 'nats://x' })).toBe('ok');
  expect(state({ NATS_SERVER_BIN: '/nowhere/nats-server' })).toBe('ill');
  expect(state({ NATS_SERVER_BIN: process.execPath })).toBe('ok');
});

test('checkNatsServer: finds the program that a running stack uses, wherever it came from', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crumb-doctor-'));
  const check = () => checkNatsServer({ env: { CRUMBTRAIL_CACHE: home }, cache: home, home });
  const server = await natsServer();
  const pid = /_(\d+)\.ports/.exec(readdirSync(join(server.folder, 'ports')).join())?.[1] ?? '';
  writeFileSync(join(home, 'nats.pid'), pid);
  expect(check()).toMatchObject({ state: 'ok', says: `the stack in ${home} runs its own (process ${pid})` });
  writeFileSync(join(home, 'nats.pid'), String(process.pid));
  expect(check().says).not.toContain('runs its own');
  await server.stop();
  rmSync(home, { recursive: true });
});

test('checkHome: accepts a writable folder, and notes a missing one', () => {
  const home = mkdtempSync(join(tmpdir(), 'crumb-doctor-'));
  expect(checkHome({ home }).state).toBe('ok');
  rmSync(home, { recursive: true });
  expect(checkHome({ home }).state).toBe('note');
});

test('checkGateway: distinguishes an unreachable gateway, another program and an unready gateway', () => {
  expect(problems(checkGateway('u', { status: 'not reachable', checks: {} }))).toEqual(['gateway']);
  expect(problems(checkGateway('u', { status: 'no gateway', checks: {} }))).toEqual(['gateway']);
  expect(
    problems(
      checkGateway('u', {
        status: 'not ready',
        checks: { nats: 'ok', stations: 'no service is subscribed as conductor' },
      }),
    ),
  ).toEqual(['services']);
});

test('checkStatus: reports a relay, index or embedder that is far behind, and accepts a small lag', () => {
  expect(problems(checkStatus(status({ relayed: 9, indexed: 5, embedded: 5 })))).toEqual([]);
  const behind = status({ head: 5_000, relayed: 9, indexed: 5, embedded: 5, oldest_unrelayed_ms: 20_000 });
  expect(problems(checkStatus(behind))).toEqual(['relay', 'index', 'embeddings (lexical)']);
});

test('checkStatus: reports the positions that a failover of the database lost', () => {
  const lost = [{ from: 642, through: 649, epoch: 2, at: '2026-11-22T07:50:00.000Z' }];
  expect(problems(checkStatus(status({ lost })))).toEqual(['failover']);
});

test('checkStatus: reports that writes are refused because a disk is full, and why', () => {
  const [, found] = checkStatus(status({ writes_refused: 'The disk of the server is full.' }));
  expect(found).toMatchObject({
    about: 'disk',
    state: 'ill',
    says: 'writes are refused: The disk of the server is full.',
  });
});

test('checkStatus: names a consumer that nobody is subscribed to, and the command that removes it', () => {
  const consumer = { name: 'weather', floor: 12, waiting: 0, pending: 0, oldest_pending_ms: 7_200_000 };
  const found = checkStatus(status({ durables: [consumer] })).find(({ about }) => about === 'weather');
  expect(found).toMatchObject({
    state: 'ill',
    remedy: expect.stringContaining('crumb consumers remove weather') as string,
  });
  for (const more of [{ waiting: 1 }, { oldest_pending_ms: 60_000 }, { oldest_pending_ms: undefined }])
    expect(problems(checkStatus(status({ durables: [{ ...consumer, ...more }] })))).toEqual([]);
});

test('checkRetention: says what is kept, and reports that the store does not answer', async () => {
  const keeping = (keep_days: object) => ({ retention: () => Promise.resolve({ keep_days } as RetentionReply) });
  expect((await checkRetention(keeping({}))).says).toBe('everything is kept');
  expect((await checkRetention(keeping({ contexts: 30 }))).says).toBe('keeps contexts for 30 days, all else forever');
  const failing = { retention: () => Promise.reject(new Error('The request failed with an internal error.')) };
  expect(await checkRetention(failing)).toMatchObject({ about: 'retention', state: 'ill' });
});

test('checkModel: notes the offline model and reports the configured one', () => {
  const by = (model: string, error?: string) => ({ trail: 't', model, error });
  expect(checkModel(by('offline'), {}).state).toBe('note');
  expect(checkModel(by('gpt'), {}).state).toBe('ok');
  expect(checkModel(by('gpt', 'The model refused the key.'), { baseUrl: 'http://m' })).toEqual({
    about: 'model',
    state: 'note',
    remedy: 'See `crumb trace t`.',
    says: 'the last turn failed: The model refused the key.',
  });
  expect(checkModel(undefined, { baseUrl: 'http://m', name: 'n' }).says).toBe(
    'n at http://m; no agent has replied yet',
  );
});

test('checkTools: notes every grant and setting for a tool that does not exist', () => {
  const defined = ['dice', 'shop__look'];
  const valid = {
    defined,
    configured: ['dice'],
    agents: [{ agent: 'abe', tools: ['dice', 'shop__*'] }, { agent: 'bob' }],
  };
  expect(checkTools(valid)).toEqual([{ about: 'tools', state: 'ok', says: '2 defined' }]);
  const found = checkTools({
    defined,
    configured: ['dicee'],
    agents: [{ agent: 'abe', tools: ['dize', 'shop', 'mail__*'] }],
  });
  expect(found.map(({ state, says }) => [state, says])).toEqual([
    ['note', 'abe is granted dize, which does not exist'],
    ['note', 'abe is granted shop, which does not exist'],
    ['note', 'abe is granted mail__*, which does not exist'],
    ['note', 'a tool.config.v1 configures dicee, which does not exist'],
  ]);
});

test('checkTools: notes a granted tool that cannot be run, with the reason, and no tool that nobody is granted', () => {
  const unavailable = ['check_will', 'other'].map((name) => ({ name, unavailable: 'No process runs it.' }));
  const agents = [{ agent: 'abe', tools: ['check_will'] }];
  expect(checkTools({ defined: ['check_will', 'other'], configured: [], agents, unavailable })).toEqual([
    { about: 'tools', state: 'note', says: 'check_will, granted to abe, cannot be run', remedy: 'No process runs it.' },
  ]);
});

test('checkServers: reports MCP servers that are unavailable, with why', () => {
  const files = { name: 'files', available: true };
  const broken = { name: 'broken', available: false, trouble: 'spawn no-such-command ENOENT' };
  expect(checkServers([])).toEqual([]);
  expect(checkServers([files])).toEqual([{ about: 'mcp', state: 'ok', says: 'files: connected' }]);
  expect(checkServers([files, broken]).map(({ state, says }) => [state, says])).toEqual([
    ['ill', 'the MCP server broken is unavailable: spawn no-such-command ENOENT'],
  ]);
});

describe('checkAgents', () => {
  const facts = (more: Partial<AgentFacts>): AgentFacts => ({
    agents: [],
    schemas: ['user.message.v2', 'order.v1'],
    responses: [],
    durables: [],
    ...more,
  });
  const says = (more: Partial<AgentFacts>): string[] => checkAgents(facts(more)).map((finding) => finding.says);

  test('notes a subscription to a schema that does not exist, and accepts a later version', () => {
    const subscriptions = ['user.message.v1', 'user.mesage.v1'].map((schema) => ({ schema }));
    expect(says({ agents: [{ agent: 'abe', subscriptions }] })).toEqual([
      'abe subscribes to user.mesage.v1, which does not exist',
    ]);
  });

  test('reports an agent whose own loop is down: its service is not connected, or its last turn passed its deadline', () => {
    const agents = ['weather', 'loop'].map((agent) => ({ agent, runner: 'service' as const, subscriptions: [] }));
    const durable = { name: 'weather-tools', floor: 1, pending: 0 };
    const late = { agent: 'loop', response: { action: 'error' as const, error: { code: 'deadline', message: 'm' } } };
    expect(says({ agents, durables: [{ ...durable, waiting: 0 }], responses: [late] })).toEqual([
      'the loop of weather is down: its service is not connected',
      'the loop of loop is down: its last turn was not answered before its deadline',
    ]);
    expect(says({ agents, durables: [{ ...durable, waiting: 1 }] })).toEqual(['2 defined']);
  });
});

test('checkMemories: names the sources that come late for one answer in five, and says nothing of fewer', () => {
  const answered = (late: number, inTime: number) => ({
    responses: Array.from({ length: late + inTime }, (_, nth) => ({
      agent: 'abe',
      response: { action: 'speak' as const, content: 'yes', ...(nth < late && { late: ['elsewhere'] }) },
    })),
  });
  expect([checkMemories(answered(1, 9)), checkMemories(answered(2, 1)), checkMemories(answered(0, 9))]).toEqual([
    [],
    [],
    [],
  ]);
  expect(checkMemories(answered(2, 8)).map(({ state, says }) => [state, says])).toEqual([
    ['note', '2 of the latest 10 answers were written without memories: elsewhere came too late'],
  ]);
});

describe('checkEventLoop', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const held = (minutesAgo: number, more: object = {}): string =>
    JSON.stringify({
      level: 'warn',
      time: new Date(now - minutesAgo * 60_000).toISOString(),
      station: 'conductor',
      handler: 'conductor-reply',
      at: 'decide (services/conductor/dist/decide.js:7)',
      held_ms: 2_000,
      processor_ms: 1_900,
      ...more,
      msg: HELD_MESSAGE,
    });
  const check = (lines: readonly string[]): ReturnType<typeof checkEventLoop> => {
    const home = mkdtempSync(join(tmpdir(), 'doctor-'));
    mkdirSync(join(home, 'logs'));
    writeFileSync(join(home, 'logs', 'conductor.log'), `${HELD_MESSAGE} is cut off\n${lines.join('\n')}\n`);
    const findings = checkEventLoop(readHeldLines({ home }) ?? [], now);
    rmSync(home, { recursive: true });
    return findings;
  };

  test('reports a handler that held the event loop three times in the last hour, with the longest time and the place', () => {
    expect(check([held(1), held(2, { held_ms: 9_000, processor_ms: 8_000 }), held(59), held(61)])).toEqual([
      expect.objectContaining({
        about: 'conductor, conductor-reply',
        state: 'ill',
        says: 'held the event loop 3 times in the last hour, 9.0 s at the longest, in decide (services/conductor/dist/decide.js:7)',
      }),
    ]);
  });

  test('only notes what happened once, each handler for itself', () => {
    const findings = check([held(1), held(2, { handler: 'other' })]);
    expect(findings.map(({ about, state }) => `${state} ${about}`)).toEqual([
      'note conductor, conductor-reply',
      'note conductor, other',
    ]);
  });

  test('blames no handler for a busy machine, and finds nothing where there are no logs', () => {
    expect(check([1, 2, 3].map((ago) => held(ago, { processor_ms: 100 }))).map(({ state }) => state)).toEqual(['ok']);
    expect(readHeldLines({ home: '/nowhere' })).toBeUndefined();
  });
});
