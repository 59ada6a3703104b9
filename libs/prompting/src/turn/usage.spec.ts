import type { ModelReply } from '../model';
import { callUsage } from './usage';

const measured = { counted: 2_342, latency: 5, cost: undefined };
const reply = (over: Partial<ModelReply> = {}): ModelReply => ({ content: '', model: 'm', attempts: 1, ...over });
const failure = (code: string) => ({ code, message: 'no' }) as NonNullable<ModelReply['failure']>;

describe('the usage of a call', () => {
  it.each(['unreachable', 'model_error', 'timeout', 'rate_limited'])(
    'is nothing where the call failed as %s and nothing was written or billed',
    (code) => {
      expect(callUsage(reply({ failure: failure(code) }), measured)).not.toHaveProperty('usage');
    },
  );

  it('is what the provider billed, also for a call that failed', () => {
    const usage = { prompt_tokens: 2_400, completion_tokens: 3 };
    expect(callUsage(reply({ failure: failure('refused'), usage }), measured).usage).toEqual({
      counted_prompt_tokens: 2_342,
      ...usage,
    });
  });

  it('is what was counted where the model had begun to answer and its bill never came', () => {
    for (const over of [{ content: 'Once' }, { shown: 'Once' }])
      expect(callUsage(reply({ failure: failure('disconnected'), ...over }), measured).usage).toEqual({
        counted_prompt_tokens: 2_342,
      });
  });

  it('has no number of attempts where nobody was called, because one in the log is at least 1', () => {
    expect(callUsage(reply({ failure: failure('refused'), attempts: 0 }), measured)).not.toHaveProperty('attempts');
  });
});
