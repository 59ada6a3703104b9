import {
  ChangeFact,
  RecallMemory,
  refuse,
  RememberFact,
  type ChangeFactRequest,
  type RecallReply,
  type RecallRequest,
  type RememberRequest,
} from '@crumbtrail/contracts';
import { RunnersUnderTest } from './start-runner';

const SOURCE = '0190a000-0000-7000-8000-000000000001';
const CALL = { model: 'm', attempts: 1 };
const home = {
  memory: { id: '0190a000-0000-7000-8000-000000000002', version: 4 },
  fact: { id: 'aaaaaaaa', text: 'Ann lives in Bonn.', session: 'inn', sources: [{ id: SOURCE, version: 1 }] },
};

let world: RunnersUnderTest;
const recalled: RecallRequest[] = [];
const remembered: RememberRequest[] = [];
const changed: ChangeFactRequest[] = [];
/** What the keeper recalls, in order. */
const replies: (Pick<RecallReply, 'known' | 'answer' | 'facts'> | Error)[] = [];

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  await world.agent('abe', ['recall', 'remember', 'forget']);
  await world.agent('eve', ['recall']);
  const keeper = await world.bus('memory-keeper');
  const change = { memories: [home.memory], changed: 1, method: 'extracted' as const, model_calls: [] };
  await keeper.respond(RecallMemory, async (request) => {
    recalled.push(request);
    const reply = replies.shift();
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error('No reply is left.');
    return { ...reply, sources: [], method: 'written' as const, model_calls: [CALL] };
  });
  await keeper.respond(RememberFact, async (request) => (remembered.push(request), change));
  await keeper.respond(ChangeFact, async (request) => (changed.push(request), change));
}, 90_000);
afterAll(() => world?.stop());
beforeEach(() => [recalled, remembered, changed, replies].forEach((list) => list.splice(0)));

describe('the tools of the memory', () => {
  it('recall the memory of the agent of the turn, in its own words, with sources', async () => {
    replies.push({ known: true, answer: 'In Bonn.', facts: [home] });
    const turn = await world.turn('abe');
    const { context } = await world.run('recall', { hint: 'Where does Ann live?' }, { turn });
    expect(recalled).toMatchObject([{ agent: 'abe', turn: turn.id, hint: 'Where does Ann live?' }]);
    expect(context).toMatchObject({
      status: 'ok',
      output: {
        known: true,
        answer: 'In Bonn.',
        sources: [{ fact: 'aaaaaaaa', session: 'inn', breadcrumbs: [SOURCE] }],
      },
      model_calls: [CALL],
    });
    expect(JSON.stringify(context)).not.toContain('Ann lives in Bonn.');
  });

  it('say that nothing is known', async () => {
    replies.push({ known: false, answer: 'Nothing is known about that.', facts: [] });
    const { context } = await world.run('recall', { hint: 'Where does Bob live?' });
    expect(context).toMatchObject({ output: { known: false, answer: 'Nothing is known about that.', sources: [] } });
  });

  it('send a request again, to another keeper, when the first one goes away', async () => {
    replies.push(refuse('unavailable', 'This process is shutting down.'), {
      known: true,
      answer: 'In Bonn.',
      facts: [home],
    });
    const { context } = await world.run('recall', { hint: 'Where does Ann live?' });
    expect([recalled.length, context]).toEqual([2, expect.objectContaining({ status: 'ok' })]);
  });

  it('remember and forget for the agent of the turn, whatever the input says', async () => {
    replies.push({ known: true, answer: '', facts: [home] });
    await world.run('remember', { text: 'Ann is tired.', about: 'ann' });
    await world.run('forget', { what: 'where Ann lives' });
    expect(remembered).toMatchObject([{ agent: 'abe', text: 'Ann is tired.', about: 'user:ann' }]);
    expect(changed).toMatchObject([
      { agent: 'abe', memory: home.memory.id, fact: 'aaaaaaaa', change: { do: 'forget' } },
    ]);
    const { context } = await world.run('remember', { text: 'Mine now.', agent: 'eve' });
    expect([context, remembered.length]).toEqual([expect.objectContaining({ status: 'error' }), 1]);
  });

  it('are refused to an agent that was not granted them', async () => {
    const turn = await world.turn('eve');
    const { context } = await world.run('remember', { text: 'Ann is tired.' }, { agent: 'eve', turn });
    expect(context).toMatchObject({ status: 'error' });
    expect(remembered).toEqual([]);
  });
});
