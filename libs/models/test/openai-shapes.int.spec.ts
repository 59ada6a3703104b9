import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';
import { PRESETS } from '../src';
import type { Capabilities, ModelRequest } from '@crumbtrail/prompting';
import { ask, modelOf } from './model-fixture';

const SCHEMA = { type: 'object', properties: { a: { type: 'number' } } };
const json: ModelRequest['shape'] = { kind: 'json', schema: SCHEMA };
const anyJson: ModelRequest['shape'] = { kind: 'json' };
const regex: ModelRequest['shape'] = { kind: 'regex', pattern: 'a|b' };
const digit: ModelRequest['shape'] = { kind: 'digit', most: 2 };
const bias = { 15: 100, 16: 100, 17: 100 };
const known = (body: Record<string, unknown> = {}): object =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !['model', 'messages', 'stream', 'stream_options'].includes(name)),
  );

describe('OpenAiModel: the shape of a reply', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());
  const sent = (): object => known(server.calls.at(-1)?.body);

  const table: [string, Capabilities, ModelRequest['shape'], object][] = [
    ['json for vLLM', PRESETS.vllm, json, { structured_outputs: { json: SCHEMA } }],
    ['json for older vLLM', PRESETS['vllm-guided'], json, { guided_json: SCHEMA }],
    [
      'json for OpenAI',
      PRESETS.openai,
      json,
      { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: SCHEMA } } },
    ],
    ['any json for OpenAI', PRESETS.openai, anyJson, { response_format: { type: 'json_object' } }],
    ['any json for vLLM', PRESETS.vllm, anyJson, { structured_outputs: { json: { type: 'object' } } }],
    ['json for anybody', {}, json, {}],
    ['a pattern for vLLM', PRESETS.vllm, regex, { structured_outputs: { regex: 'a|b' } }],
    ['a pattern for older vLLM', PRESETS['vllm-guided'], regex, { guided_regex: 'a|b' }],
    ['a pattern for OpenAI', PRESETS.openai, regex, {}],
    ['a digit for OpenAI', PRESETS.openai, digit, { logit_bias: bias, max_tokens: 1, temperature: 0 }],
    [
      'a digit for vLLM',
      PRESETS.vllm,
      digit,
      { structured_outputs: { choice: ['0', '1', '2'] }, max_tokens: 1, temperature: 0 },
    ],
    ['a digit for anybody', {}, digit, { max_tokens: 3, temperature: 0 }],
  ];
  it.each(table)('requests %s', async (_, can, shape, parameters) => {
    await ask(modelOf(server, can), { shape });
    expect(sent()).toEqual(parameters);
  });

  it('does not treat the token limit or an empty text as a failure for a digit', async () => {
    server.next({ say: '2', finish_reason: 'length' }, { say: '', finish_reason: 'length' });
    const model = modelOf(server, PRESETS.openai);
    expect((await ask(model, { shape: digit })).reply).not.toHaveProperty('failure');
    expect((await ask(model, { shape: digit })).reply).toMatchObject({ content: '' });
  });

  it.each([
    ['logit_bias', PRESETS.openai, { shape: digit }, { max_tokens: 3, temperature: 0 }],
    ['response_format', PRESETS.openai, { shape: json }, {}],
    ['structured_outputs', PRESETS.vllm, { shape: regex }, {}],
    ['guided_json', PRESETS['vllm-guided'], { shape: json }, {}],
    ['stop', {}, { stop: ['x'] }, {}],
    ['temperature', {}, { temperature: 0.2 }, {}],
    ['max_tokens', {}, { max_output_tokens: 5 }, { max_completion_tokens: 5 }],
  ] as const)(
    'repeats the request without %s, and never sends it again',
    async (parameter, can, request, parameters) => {
      server.knowsNo(parameter);
      const model = modelOf(server, can);
      const first = await ask(model, request);
      expect(first.reply).toMatchObject({ content: 'ok', attempts: 1 });
      expect(first.reply.failure).toBeUndefined();
      expect(sent()).toEqual(parameters);
      await ask(model, request);
      expect(server.calls).toHaveLength(3);
      expect(sent()).toEqual(parameters);
    },
  );

  it('keeps sending the parameter to other models of the same server', async () => {
    server.otherwise(({ body }) =>
      body.model === 'odd' && body['stop'] ? { status: 422, param: 'stop' } : { say: 'ok' },
    );
    const model = modelOf(server);
    await ask(model, { model: 'odd', stop: ['x'] });
    await ask(model, { model: 'even', stop: ['x'] });
    expect(sent()).toEqual({ stop: ['x'] });
  });

  it('recognises a rejection in the words of another server family', async () => {
    const detail = [{ type: 'extra_forbidden', loc: ['body', 'logit_bias'], msg: 'Extra inputs are not permitted' }];
    server.next({ status: 422, body: JSON.stringify({ detail }) }, { say: '1' });
    expect((await ask(modelOf(server, PRESETS.openai), { shape: digit })).reply.content).toBe('1');
  });

  it('reports the error message of another server family', async () => {
    server.next({ status: 400, body: JSON.stringify({ object: 'error', message: 'context too long' }) });
    expect((await ask(modelOf(server))).reply.failure?.message).toContain('400: context too long');
  });

  it('gives up on a value that the server knows and rejects', async () => {
    server.otherwise({ status: 400, message: 'temperature must be between 0 and 1', param: 'temperature' });
    const { reply } = await ask(modelOf(server), { temperature: 2 });
    expect(reply.failure).toMatchObject({
      code: 'model_error',
      message: expect.stringContaining('between 0 and 1') as string,
    });
    expect(server.calls).toHaveLength(1);
  });
});
