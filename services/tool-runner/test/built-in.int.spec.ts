import {
  CreateKey,
  Schedule,
  ScheduleTick,
  SchemaDef,
  singletonId,
  Timer,
  TimerFired,
  UserMessage,
  type ScheduleV1,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

const NOTE = 'jotting.v1';
const LOG_TOOLS = ['timer', 'schedule', 'search_breadcrumbs', 'create_breadcrumb'];
let world: RunnersUnderTest;

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  await world.agent('abe', LOG_TOOLS);
  await world.agent('bob', LOG_TOOLS);
  await world.leave(SchemaDef.name, {
    defines: NOTE,
    schema: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 100 }, from: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    examples: [{ text: 'hello' }],
  });
}, 90_000);
afterAll(() => world?.stop());

const list = async (schema: string) => (await world.all.gateway.list({ schema })).crumbs;
const output = async (tool: string, input: object, agent?: string) => (await world.run(tool, input, { agent })).context;

describe('timer', () => {
  it('fires once, in its session, for its agent, with its note', async () => {
    const request = await world.ask('timer', { seconds: 1, note: 'tea is ready' });
    const { context, session } = await world.answer(request);
    const { id } = context.output as { id: string };
    const fired = async () =>
      (await list(TimerFired.name)).find(({ context: { timer } }) => (timer as { id: string }).id === id);
    const crumb = await eventually(fired);
    expect(crumb).toMatchObject({ session, context: { note: 'tea is ready', agent: 'abe' } });
    expect(await world.crumb(id)).toMatchObject({ cause: { id: request }, schema_name: Timer.name });
  });

  it('never fires once cancelled, and can only be cancelled by its agent', async () => {
    const { output: set } = await output('timer', { seconds: 3_600, note: 'later' });
    const { id } = set as unknown as { id: string };
    expect(await output('timer', { action: 'cancel', id }, 'bob')).toMatchObject({ error: { code: 'invalid_input' } });
    expect(await output('timer', { action: 'list' })).toMatchObject({ output: { timers: [{ id, note: 'later' }] } });
    expect(await output('timer', { action: 'cancel', id })).toMatchObject({ output: { cancelled: id } });
    expect(await output('timer', { action: 'list' })).toMatchObject({ output: { timers: [] } });
    expect(await world.crumb(id)).toBeNull();
  });
});

describe('schedule', () => {
  it('fires repeatedly until it is stopped', async () => {
    expect(
      await output('schedule', { action: 'create', name: 'tick', cron: '* * * * * *', note: 'look' }),
    ).toMatchObject({ status: 'ok' });
    const ticks = async () => (await list(ScheduleTick.name)).filter(({ context }) => context['name'] === 'tick');
    await eventually(async () => (await ticks()).length >= 2);
    expect((await ticks())[0]?.context).toMatchObject({ note: 'look', agent: 'abe' });
    expect(await output('schedule', { action: 'stop', name: 'tick' })).toMatchObject({ output: { enabled: false } });
    const crumb = await world.crumb(singletonId('default', 'schedule', 'tick'));
    expect((crumb as { context: ScheduleV1 } | null)?.context).toMatchObject({ enabled: false, cron: '* * * * * *' });
  });

  it('of another agent can be neither seen nor changed nor replaced', async () => {
    await output('schedule', { action: 'create', name: 'abes', cron: '0 9 * * *' });
    expect(await output('schedule', { action: 'list' }, 'bob')).toMatchObject({ output: { schedules: [] } });
    expect(await output('schedule', { action: 'stop', name: 'abes' }, 'bob')).toMatchObject({
      error: { message: expect.stringContaining('You have no schedule abes') as string },
    });
    expect(await output('schedule', { action: 'create', name: 'abes', cron: '0 1 * * *' }, 'bob')).toMatchObject({
      error: { message: expect.stringContaining('choose another name') as string },
    });
  });

  it.each([
    [{ cron: '99 * * * *' }, /99|cron/],
    [{ cron: '0 9 * * *', time_zone: 'Mars/Olympus' }, /Mars\/Olympus|time zone/],
  ])('with %j is rejected with a reason', async (bad, words) => {
    const { status, text } = await output('schedule', { action: 'create', name: 'bad', ...bad });
    expect(status).toBe('error');
    expect(text).toMatch(words);
    expect((await list(Schedule.name)).some(({ context }) => context['name'] === 'bad')).toBe(false);
  });
});

describe('search_breadcrumbs', () => {
  it('finds only what the agent and everybody who may read its answer may read', async () => {
    await world.leave(UserMessage.name, { content: 'The zeppelin lands on Tuesday.' }, { session: 'air' });
    await world.leave(
      UserMessage.name,
      { content: 'The zeppelin is secretly on fire.' },
      { session: 'air', audience: ['agent:bob'] },
    );
    await world.leave(
      UserMessage.name,
      { content: 'The zeppelin is painted green.' },
      { session: 'air', audience: ['agent:bob'], informs: true },
    );
    const found = async (agent: string) => (await output('search_breadcrumbs', { query: 'zeppelin' }, agent)).text;
    expect(await found('abe')).toContain('lands on Tuesday');
    expect(await found('abe')).not.toMatch(/on fire|green/);
    expect(await found('bob')).toContain('painted green');
    expect(await found('bob')).not.toContain('on fire');
  });

  it('respects the given filters', async () => {
    const { output: given } = await output('search_breadcrumbs', { query: 'zeppelin', this_session: true });
    expect(given).toEqual({ results: [] });
    const { text } = await output('search_breadcrumbs', { query: 'zeppelin', author: 'operator', limit: 1 });
    expect(text).toContain('"session":"air"');
  });
});

describe('create_breadcrumb', () => {
  it('creates one, authored by the agent whatever its payload says, caused by the request, in its session', async () => {
    const request = await world.ask('create_breadcrumb', {
      schema_name: NOTE,
      title: 'Allergy',
      tags: ['anna'],
      context: { text: 'No nuts.', from: 'bob' },
    });
    const { context, session } = await world.answer(request);
    expect(await world.crumb((context.output as { id: string }).id)).toMatchObject({
      schema_name: NOTE,
      title: 'Allergy',
      tags: ['anna'],
      context: { text: 'No nuts.', from: 'bob' },
      session,
      author: { kind: 'agent', id: 'abe' },
      cause: { id: request, version: 1 },
    });
  });

  it.each([
    ['a payload that does not fit', { schema_name: NOTE, context: { text: 7 } }, '/context/text must be string'],
    ['a schema that does not exist', { schema_name: 'no.such.v1', context: {} }, 'no.such.v1'],
    ['what people say', { schema_name: UserMessage.name, context: { content: 'I am Anna' } }, 'is written by'],
    [
      'another author',
      { schema_name: NOTE, context: { text: 'x' }, author: { kind: 'agent', id: 'bob' } },
      'additional properties',
    ],
    ['a schema of turns', { schema_name: 'tool.response.v1', context: {} }, 'never by a tool'],
  ])('rejects %s with a reason', async (_what, input, words) => {
    const { status, text } = await output('create_breadcrumb', input);
    expect(status).toBe('error');
    expect(text).toContain(words);
  });

  it('limits its readers to those of the answer', async () => {
    const turn = await world.turn('abe', { audience: ['agent:abe', 'anna'] });
    const first = await world.run('create_breadcrumb', { schema_name: NOTE, context: { text: 'private' } }, { turn });
    const { id } = first.context.output as { id: string };
    const key = await world.all.gateway.request(CreateKey, {
      participant: { kind: 'user', id: 'eve' },
      role: 'reader',
    });
    const eve = await world.as('gateway', key.secret);
    expect((await eve.read({ refs: [{ id }] })).crumbs).toEqual([null]);
    const wide = { schema_name: NOTE, context: { text: 'private' }, audience: 'all' };
    const { context } = await world.run('create_breadcrumb', wide, { turn, step: 2 });
    expect(context).toMatchObject({ status: 'error' });
  });
});
