import { AgentDef, Scene, Session, UserMessage } from '@crumbtrail/contracts';
import { readPastScenarios } from '../src/reading/read-past-scenarios';
import { readSessionMessages } from '../src/reading/read-session-messages';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, message, operator, StoreUnderTest } from './store-under-test';

describe.each(databases)('what an agent may tell of past sessions, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;
  let turn: string;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => {
    talk = await Conversation.begin(store);
    turn = await turnFor({});
  });
  afterAll(() => store.close());

  const turnFor = async (more: object): Promise<string> => (await talk.wake(await talk.say('and then?', more))).id;
  const session = (name: string, agent?: string) =>
    store.create(operator(talk.workspace), {
      schema_name: Session.name,
      context: { name, ...(agent ? { members: [{ kind: 'agent', id: agent }] } : {}) },
    });
  const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
  const importAt = (name: string, minutes: readonly number[], more: object = {}) =>
    store.commit(operator(talk.workspace), {
      imported: true,
      writes: creates(
        ...minutes.map((minute) => message(`said at ${minute}`, { session: name, occurred_at: at(minute), ...more })),
      ),
    });
  const read = (name: string, around?: string, of = turn) =>
    readSessionMessages(store.db.database, talk.workspace, {
      session: name,
      viewer: 'helper',
      turn: of,
      ...(around === undefined ? {} : { around }),
    });
  const numbers = ({ messages }: Awaited<ReturnType<typeof read>>) =>
    messages.map(({ text }) => Number(text.split(' ').at(-1)));

  it('are the messages in their order, of sessions of which it is a member', async () => {
    await session('old', 'helper');
    await session('strange', 'other');
    await importAt('old', [2, 1, 3]);
    await importAt('strange', [1]);
    expect(numbers(await read('old'))).toEqual([1, 2, 3]);
    expect(await read('strange')).toEqual({ took_part: false, messages: [] });
    expect(await read('nowhere')).toEqual({ took_part: false, messages: [] });
  });

  it('are 400 messages before a time and 400 after it', async () => {
    await session('long', 'helper');
    await importAt(
      'long',
      Array.from({ length: 900 }, (_, minute) => minute),
    );
    const found = numbers(await read('long', at(450)));
    expect([found[0], found.at(-1), found.length]).toEqual([51, 850, 800]);
    expect(numbers(await read('long'))[0]).toBe(100);
  });

  it('are only messages that everybody who may read its answer may read too', async () => {
    await session('old', 'helper');
    await importAt('old', [1]);
    await importAt('old', [2], { audience: ['user:ann', 'agent:helper'] });
    await importAt('old', [3], { audience: ['user:bob', 'agent:helper'] });
    await importAt('old', [4], { audience: ['user:ann'] });
    const forAnn = await turnFor({ audience: ['user:ann', 'agent:helper'] });
    expect(numbers(await read('old'))).toEqual([1]);
    expect(numbers(await read('old', undefined, forAnn))).toEqual([1, 2]);
    const withoutAgent = await turnFor({ audience: ['user:ann'] });
    expect(numbers(await read('old', undefined, withoutAgent))).toEqual([1, 2]);
  });

  it('are the scenarios of those sessions, also replaced ones, but not that of the session now', async () => {
    await session('old', 'helper');
    await session('strange', 'other');
    const scene = (name: string, scenario: string, more: object = {}) =>
      store.create(operator(talk.workspace), {
        schema_name: Scene.name,
        context: { session: name, scenario, ...more },
      });
    const { id } = await scene('old', 'A storm.');
    const patch = { context: { session: 'old', scenario: 'A calm sea.' } };
    await store.commit(operator(talk.workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
    await scene('strange', 'Not its own.');
    await scene('old', 'For another.', { agent: 'other' });
    const past = async (now?: string) =>
      (
        await readPastScenarios(store.db.database, talk.workspace, {
          viewer: 'helper',
          turn,
          limit: 10,
          ...(now === undefined ? {} : { session: now }),
        })
      ).map(({ scenario }) => scenario);
    expect(await past()).toEqual(['A calm sea.', 'A storm.']);
    expect(await past('old')).toEqual(['A storm.']);
  });

  it('a scenario with macros comes with the members of its session, agents under the name in their definition', async () => {
    await store.create(operator(talk.workspace), {
      schema_name: AgentDef.name,
      context: { agent: 'bard', name: 'The Bard', prompt: 'p', subscriptions: [{ schema: UserMessage.name }] },
    });
    await store.create(operator(talk.workspace), {
      schema_name: Session.name,
      context: {
        name: 'inn',
        members: [
          { kind: 'agent', id: 'helper' },
          { kind: 'agent', id: 'bard' },
          { kind: 'user', id: 'ann', name: 'Ann' },
        ],
      },
    });
    const scene = (scenario: string) =>
      store.create(operator(talk.workspace), {
        schema_name: Scene.name,
        session: 'inn',
        context: { session: 'inn', scenario },
      });
    await scene('{{group}} met {{users}}.');
    const found = await readPastScenarios(store.db.database, talk.workspace, { viewer: 'helper', turn, limit: 5 });
    expect(found).toMatchObject([
      {
        session: 'inn',
        members: [
          { kind: 'agent', id: 'helper' },
          { kind: 'agent', id: 'bard', name: 'The Bard' },
          { kind: 'user', id: 'ann', name: 'Ann' },
        ],
      },
    ]);
  });
});
