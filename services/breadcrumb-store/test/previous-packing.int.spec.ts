import { AgentResponse, packAccount } from '@crumbtrail/contracts';
import { readPreviousPacking } from '../src/reading/read-previous-packing';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, service, StoreUnderTest } from './store-under-test';

const PRICES = { input: 2, output: 8, cached_input: 0.5 };

describe.each(databases)('how the turn before was packed, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const read = (as_of: number, agent = 'helper', session = 'demo') =>
    readPreviousPacking(store.db.database, talk.workspace, { session, agent, as_of });
  const END = 1_000_000;

  async function turn(usage?: object) {
    const { id } = await talk.wake(await talk.say('and now?'));
    const turnOf = { id, agent: 'helper', cause: { id, version: 1 } };
    const context = await talk.build(turnOf, undefined, { account: packAccount([]), format: 'turn' });
    const reply = { turn: { id }, action: 'speak', content: 'so', ...(usage && { usage }) };
    await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context: reply }),
    });
    return context;
  }

  it('is that of the latest context of the agent in the session, with the prices of its reply', async () => {
    const [first, second] = [await turn({ prices: PRICES }), await turn()];
    expect((await read(END)).previous).toEqual({ context: second.id, format: 'turn', account: packAccount([]) });
    expect((await read(second.position - 1)).previous).toMatchObject({ context: first.id, prices: PRICES });
    expect(await read(first.position - 1)).toEqual({});
    expect([await read(END, 'other'), await read(END, 'helper', 'elsewhere')]).toEqual([{}, {}]);
  });

  it('has no prices that were not known then', async () => {
    const first = await turn({ prices: PRICES });
    expect((await read(first.position)).previous).not.toHaveProperty('prices');
  });

  it('is not looked for beyond the latest 200 breadcrumbs of the session', async () => {
    await turn();
    for (let nth = 0; nth < 200; nth += 1) await talk.say(`line ${nth}`);
    expect(await read(END)).toEqual({});
  });
});
