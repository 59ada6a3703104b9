import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';
import { PRESETS } from '../src';
import type { ModelRequest } from '@crumbtrail/prompting';
import { ask, modelOf } from './model-fixture';

const BEGUN = '<think>Is it 4?</think>\n';
const messages: ModelRequest['messages'] = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: BEGUN },
];
const request: Partial<ModelRequest> = { messages, resume: true };

describe('OpenAiModel: continuing a reply', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());
  const body = (): Record<string, unknown> => server.calls.at(-1)?.body ?? {};

  it('marks the beginning as vLLM requires', async () => {
    await ask(modelOf(server, PRESETS.vllm), request);
    expect(body()).toMatchObject({ messages, continue_final_message: true, add_generation_prompt: false });
  });

  it('marks the beginning as Mistral requires', async () => {
    await ask(modelOf(server, PRESETS.mistral), request);
    expect(body()['messages']).toEqual([messages[0], { ...messages[1], prefix: true }]);
  });

  it('adds no mark for servers that continue a final assistant message', async () => {
    await ask(modelOf(server, { resume: 'prefill' }), request);
    expect(body()['messages']).toEqual(messages);
    expect(body()).not.toHaveProperty('continue_final_message');
  });

  it.each([
    ['prefix', PRESETS.mistral],
    ['continue_final_message', PRESETS.vllm],
  ])('repeats the request without a mark that the server does not know: %s', async (mark, can) => {
    server.knowsNo(mark);
    expect((await ask(modelOf(server, can), request)).reply.content).toBe('ok');
    expect(body()['messages']).toEqual(messages);
  });

  it('removes the beginning when a server repeats it, for any split into chunks', async () => {
    const say = `${BEGUN}<think>Hm.</think>Yes.`;
    for (let pieces = 1; pieces <= say.length; pieces += 1) {
      server.next({ say, pieces });
      expect((await ask(modelOf(server, PRESETS.mistral), request)).reply.content).toBe('Yes.');
    }
    server.next({ say: '<think>Is it 5?</think>No.' }, { say: '<thi' });
    expect((await ask(modelOf(server, PRESETS.mistral), request)).reply.content).toBe('No.');
    expect((await ask(modelOf(server, PRESETS.mistral), request)).reply.content).toBe('<thi');
  });
});
