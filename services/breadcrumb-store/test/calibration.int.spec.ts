import { AgentResponse, type CalibrationRequest } from '@crumbtrail/contracts';
import { calibrateModel } from '../src/reading/calibrate-model';
import { Conversation } from './conversation';
import { creates, StoreUnderTest, service } from './store-under-test';
import { databases } from './databases';

interface Usage {
  readonly prompt_tokens?: number;
  readonly counted_prompt_tokens?: number;
}

describe.each(databases)('calibration on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });

  afterAll(async () => {
    await store.close();
  });

  /** Runs a whole turn with the given usage and returns the position at which it ended. */
  const turn = async (model: string | undefined, usage: Usage, agent = 'helper'): Promise<number> => {
    const woken = await talk.wake(await talk.say('again'), { agent });
    await talk.build(woken, { text: 'x', quotes: [] });
    const context = { turn: { id: woken.id }, action: 'speak', content: 'well', usage, ...(model ? { model } : {}) };
    const { results } = await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context }),
    });
    return results[0]?.position ?? 0;
  };
  const learnt = (request: CalibrationRequest) => calibrateModel(store.db.database, talk.workspace, request);

  it('has no samples before the first bill', async () => {
    expect(await learnt({ model: 'm' })).toEqual({ samples: 0, factor: 1, margin: 0 });
  });

  it('finds bills by the model that was billed and by the model that was requested', async () => {
    await talk.define({ agent: 'one', model: { name: 'm' } });
    await turn('m-2026-01-01', { prompt_tokens: 130, counted_prompt_tokens: 100 }, 'one');
    await talk.define({ agent: 'two', model: { name: 'other' } });
    await turn('other-2026-01-01', { prompt_tokens: 90, counted_prompt_tokens: 100 }, 'two');
    const dear = { samples: 1, factor: 1.3, margin: 0 };
    expect(await learnt({ model: 'm' })).toEqual(dear);
    expect(await learnt({ model: 'm-2026-01-01' })).toEqual(dear);
    expect(await learnt({ model: 'other' })).toMatchObject({ samples: 1, factor: 0.9 });
  });

  it('uses the model that the agent was last billed for', async () => {
    await turn('old', { prompt_tokens: 80, counted_prompt_tokens: 100 });
    await turn('new', { prompt_tokens: 120, counted_prompt_tokens: 100 });
    await talk.define({ agent: 'another' });
    await turn('new', { prompt_tokens: 150, counted_prompt_tokens: 100 }, 'another');
    expect(await learnt({ agent: 'helper' })).toEqual({ samples: 1, factor: 1.2, margin: 0 });
    expect(await learnt({ agent: 'helper', model: 'old' })).toMatchObject({ factor: 0.8 });
  });

  it('ignores turns that were not billed or not counted, and those after the requested position', async () => {
    await turn('m', { prompt_tokens: 110, counted_prompt_tokens: 100 });
    await turn('m', { counted_prompt_tokens: 100 });
    await turn('m', { prompt_tokens: 500 });
    await turn('m', { prompt_tokens: 500, counted_prompt_tokens: 0 });
    const later = await turn('m', { prompt_tokens: 150, counted_prompt_tokens: 100 });
    expect(await learnt({ model: 'm', as_of: later })).toEqual({ samples: 1, factor: 1.1, margin: 0 });
    expect((await learnt({ model: 'm' })).samples).toBe(2);
  });
});
