import { Health } from '@crumbtrail/platform';
import type { ModelReply } from '@crumbtrail/prompting';
import { askedContent, repliedContent } from './content';
import { FirstText } from './first-text';
import { providerOf } from './provider';
import { TurnMeter } from './turn-meter';

const reply = (over: Partial<ModelReply> = {}): ModelReply => ({ content: 'hi', model: 'm', attempts: 1, ...over });
const measured = { counted: 100, latency: 250, cost: 0.002 };

/** The samples of one metric: labels and value. */
async function samples(health: Health, name: string) {
  const metric = await health.metrics.getSingleMetric(name)?.get();
  return (metric?.values ?? []).map(({ labels, value }): object => ({ ...labels, value }));
}

describe('TurnMeter', () => {
  let health: Health;
  let meter: TurnMeter;
  beforeEach(() => {
    health = new Health();
    meter = new TurnMeter(health);
  });

  it('counts tokens by our count and as billed, cost, retries and failures', async () => {
    const usage = { prompt_tokens: 90, cached_tokens: 60, completion_tokens: 7 };
    meter.called({ model: 'gpt', reply: reply({ usage, attempts: 3 }), measured, firstMs: 40 });
    const failure = { code: 'timeout' as const, message: 'Late.' };
    meter.called({
      model: 'gpt',
      reply: reply({ failure }),
      measured: { ...measured, cost: undefined },
      firstMs: undefined,
    });
    expect(await samples(health, 'crumbtrail_model_tokens_total')).toEqual([
      { model: 'gpt', kind: 'counted_prompt', value: 200 },
      { model: 'gpt', kind: 'prompt', value: 90 },
      { model: 'gpt', kind: 'cached_prompt', value: 60 },
      { model: 'gpt', kind: 'completion', value: 7 },
    ]);
    expect(await samples(health, 'crumbtrail_model_cost_usd_total')).toEqual([{ model: 'gpt', value: 0.002 }]);
    expect(await samples(health, 'crumbtrail_model_retries_total')).toEqual([{ model: 'gpt', value: 2 }]);
    const text = await health.metrics.metrics();
    expect(text).toContain('crumbtrail_model_request_seconds_count{model="gpt",outcome="ok"} 1');
    expect(text).toContain('crumbtrail_model_request_seconds_count{model="gpt",outcome="timeout"} 1');
    expect(text).toContain('crumbtrail_model_first_token_seconds_count{model="gpt"} 1');
  });

  it('counts the failure of an agent that may not be called, and no retry', async () => {
    const failure = { code: 'refused' as const, message: 'Not from this workspace.' };
    meter.called({ model: 'nats:pi', reply: reply({ failure, attempts: 0 }), measured, firstMs: undefined });
    expect(await samples(health, 'crumbtrail_model_retries_total')).toEqual([{ model: 'nats:pi', value: 0 }]);
  });

  it('limits the number of model labels', async () => {
    for (let n = 0; n < 500; n += 1) meter.called({ model: `m-${n}`, reply: reply(), measured, firstMs: 1 });
    const names = (await samples(health, 'crumbtrail_model_retries_total')).map(
      (one) => (one as { model: string }).model,
    );
    expect(names).toHaveLength(41);
    expect(names).toContain('other');
  });

  it('counts turns by the agent’s action, and fired guards', async () => {
    const response = { turn: { id: 't' }, context_id: 'c', action: 'error' as const };
    meter.ended({ response: { ...response, action: 'speak' } });
    meter.ended({ response, guard: { guard: 'tool_rounds' } as never });
    expect(await samples(health, 'crumbtrail_turns_total')).toEqual([
      { action: 'speak', value: 1 },
      { action: 'wait', value: 0 },
      { action: 'error', value: 1 },
      { action: 'stopped', value: 0 },
    ]);
    expect(await samples(health, 'crumbtrail_guards_total')).toEqual([{ guard: 'tool_rounds', value: 1 }]);
  });
});

describe('the span of a model call', () => {
  it.each([
    ['https://api.openai.com/v1', 'openai', 'api.openai.com', 443],
    ['https://me.openai.azure.com/openai', 'azure.ai.openai', 'me.openai.azure.com', 443],
    ['http://127.0.0.1:11434/v1', 'openai_compatible', '127.0.0.1', 11434],
    ['https://user:secret@api.mistral.ai/v1?key=secret', 'mistral_ai', 'api.mistral.ai', 443],
  ])('has the provider of %s, without the path and login of its address', (base_url, name, host, port) => {
    const said = providerOf({ base_url });
    expect(said).toEqual({ 'gen_ai.provider.name': name, 'server.address': host, 'server.port': port });
    expect(JSON.stringify(said)).not.toContain('secret');
  });

  it('has the content in the form of the OpenTelemetry conventions', () => {
    const calls = [{ id: 'c1', name: 'dice', arguments: '{"n":2}' }];
    const asked = askedContent({
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'Roll.' },
        { role: 'assistant', content: '', tool_calls: calls },
        { role: 'tool', content: '7', call_id: 'c1' },
      ],
    });
    expect(JSON.parse(String(asked['gen_ai.system_instructions']))).toEqual([{ type: 'text', content: 'You help.' }]);
    expect(JSON.parse(String(asked['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Roll.' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'dice', arguments: { n: 2 } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: '7' }] },
    ]);
    const replied = repliedContent(reply({ content: '', calls: [{ ...calls[0]!, arguments: '{broken' }] }));
    expect(JSON.parse(String(replied['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'dice', arguments: '{broken' }] },
    ]);
  });

  it('has the time of the first text, counted from the request', () => {
    let now = 100;
    const first = new FirstText({ attempt: () => undefined, text: () => undefined }, () => now);
    expect(first.ms).toBeUndefined();
    now = 140;
    first.text('a');
    now = 190;
    first.text('b');
    expect([first.ms, first.soFar]).toEqual([40, 90]);
  });
});
