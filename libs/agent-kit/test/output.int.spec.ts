import type { AgentDefV1 } from '@crumbtrail/contracts';
import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';
import { PRESETS } from '@crumbtrail/models';
import { aTurn } from '@crumbtrail/prompting/test';
import { play } from './turn-loop';

const output_schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { $ref: '#/$defs/days' } },
  required: ['city', 'days'],
  additionalProperties: false,
  $defs: { days: { type: 'integer', minimum: 1 } },
};
const TRIP = { city: 'Oslo', days: 3 };
const GOOD = '{"city": "Oslo", "days": 3}';
const BAD = '{"city": "Oslo", "days": "three", "hotel": 1}';

type Mode = NonNullable<AgentDefV1['tool_mode']>;

describe('an answer with an output schema', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());
  const definition = (tool_mode: Mode, over: Partial<AgentDefV1> = {}): Partial<AgentDefV1> => ({
    tool_mode,
    output_schema,
    ...over,
  });
  const plain = aTurn({ definition: definition('none') });
  const told = (call: number): string => server.calls[call]?.body.messages?.at(-1)?.content ?? '';
  const system = (call: number): string => server.calls[call]?.body.messages?.[0]?.content ?? '';

  it('is requested, checked, and stored as text and as data', async () => {
    server.next({ say: GOOD });
    const { response } = await play(server, plain);
    expect(system(0)).toContain(JSON.stringify(output_schema));
    expect(response).toMatchObject({ action: 'speak', content: GOOD, output: TRIP });
  });

  it.each([
    ['in a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
    ['in prose', `Here: ${GOOD}`],
    ['with a comma too many', '{"city": "Oslo", "days": 3,}'],
  ])('is found %s', async (_how, say) => {
    server.next({ say });
    const { response } = await play(server, plain);
    expect(response).toMatchObject({ action: 'speak', output: TRIP });
    expect(JSON.parse(response.content ?? '')).toEqual(TRIP);
  });

  it('is repaired once by the model, which is told every issue', async () => {
    server.next({ say: BAD }, { say: GOOD });
    const { response, turn, told: shown } = await play(server, plain);
    expect(told(1)).toContain('/days must be integer');
    expect(told(1)).toContain('/hotel must NOT have additional properties');
    expect(server.calls[1]?.body.messages?.at(-2)).toMatchObject({ role: 'assistant', content: BAD });
    expect(turn.steps).toMatchObject([{ kind: 'repair', content: BAD, observation: { code: 'invalid_output' } }]);
    expect(response).toMatchObject({ action: 'speak', output: TRIP, steps: 1 });
    expect(shown).toEqual(['', '']);
  });

  it.each([
    ['no JSON', 'Oslo, three days', 'it is not valid JSON'],
    ['JSON that does not fit', BAD, '/days must be integer'],
    ['JSON that breaks off', '{"city": "Os', 'it is not valid JSON'],
  ])('that is invalid twice (%s) ends the turn with a visible error and is not used', async (_what, say, why) => {
    server.next({ say: BAD }, { say });
    const { response } = await play(server, plain);
    expect(response).toMatchObject({ action: 'error', error: { code: 'invalid_output' } });
    expect(response.error?.message).toContain(why);
    expect(response).not.toHaveProperty('content');
    expect(response).not.toHaveProperty('output');
    expect(server.calls).toHaveLength(2);
  });

  it('may be any JSON, and is stored as written', async () => {
    const list = { type: 'array', items: { type: 'number' } };
    server.next({ say: ' [1.50, 2e3]\n' });
    const { response } = await play(server, aTurn({ definition: { output_schema: list } }));
    expect(response).toMatchObject({ content: '[1.50, 2e3]', output: [1.5, 2000] });
  });

  it('that the store would refuse is requested again', async () => {
    server.next({ say: '{"city": "a\\u0000b", "days": 3}' }, { say: GOOD });
    const { response } = await play(server, plain);
    expect(told(1)).toContain('/city holds the character U+0000');
    expect(response.output).toEqual(TRIP);
  });

  it('with an invalid schema ends the turn with an error that says so', async () => {
    server.next({ say: GOOD });
    const { response } = await play(server, aTurn({ definition: { output_schema: { $ref: 'https://x.example/' } } }));
    expect(response.error?.message).toContain('output_schema');
    expect(server.calls).toHaveLength(1);
  });

  it('follows tool calls in native mode', async () => {
    server.next({ calls: [{ name: 'sum', arguments: { text: '1' } }] }, { say: BAD }, { say: GOOD });
    const turn = aTurn({ definition: definition('native'), tools: ['sum'] });
    const { response, asked } = await play(server, turn, { doings: { sum: () => '3' } });
    expect([asked.length, response.output, response.steps]).toEqual([1, TRIP, 2]);
  });

  it.each([
    ['vllm', PRESETS.vllm, 'structured_outputs', { json: output_schema }],
    ['openai', PRESETS.openai, 'response_format', { type: 'json_schema' }],
  ] as const)('is enforced by %s when the provider supports it', async (_name, can, parameter, value) => {
    server.next({ say: GOOD });
    await play(server, plain, { can });
    expect(server.calls[0]?.body[parameter]).toMatchObject(value);
  });

  it('is never enforced by a grammar that prevents tool calls', async () => {
    server.otherwise({ say: GOOD });
    const turn = aTurn({ definition: definition('native'), tools: ['sum'] });
    await play(server, turn, { can: PRESETS.vllm });
    await play(server, turn, { can: PRESETS.openai });
    expect(server.calls[0]?.body).not.toHaveProperty('structured_outputs');
    expect(server.calls[1]?.body).toHaveProperty('response_format');
  });

  describe('an answer with an output schema in json mode', () => {
    const turn = aTurn({ definition: definition('json'), tools: ['sum'] });
    const doings = { sum: (): string => '3' };

    it('has its own member, and no tool result bypasses it', async () => {
      const request = { tool: 'sum', input: { text: '1' }, return_to_llm: false };
      server.next(
        { say: JSON.stringify({ message: 'wait', tool_requests: [request] }) },
        { say: `{"output": ${BAD}}` },
        { say: `{"output": ${GOOD}}` },
      );
      const { response, told: shown } = await play(server, turn, { doings });
      expect(system(0)).toContain('"output"');
      expect(told(1)).toBe(
        '{"tool_results":[{"tool":"sum","result":3}]}\n\n' +
          'Not understood, and without effect, in your reply: message, tool_requests[0].return_to_llm.',
      );
      expect(told(2)).toContain('/days must be integer');
      expect(JSON.parse(response.content ?? '')).toEqual(TRIP);
      expect(response.output).toEqual(TRIP);
      expect(shown.join('')).toBe('');
    });

    it.each([
      ['without its frame', GOOD],
      ['as the message', JSON.stringify({ message: GOOD })],
    ])('is accepted %s', async (_how, say) => {
      server.next({ say });
      expect((await play(server, turn)).response).toMatchObject({ action: 'speak', content: GOOD, output: TRIP });
    });

    it('that is missing twice ends the turn with a visible error', async () => {
      server.next({ say: '{"message": "Oslo"}' }, { say: 'Oslo' });
      const { response } = await play(server, turn);
      expect(response).toMatchObject({ action: 'error', error: { code: 'invalid_output' } });
      expect(response).not.toHaveProperty('content');
    });

    it('has its references inlined in the shape', async () => {
      server.next({ say: `{"output": ${GOOD}}` });
      await play(server, turn, { can: PRESETS.vllm });
      expect(server.calls[0]?.body['structured_outputs']).toMatchObject({
        json: { properties: { output: { properties: { days: { type: 'integer', minimum: 1 } } } } },
      });
    });
  });

  describe('an answer with an output schema in digit mode', () => {
    it('is required of the answer and not of the choice', async () => {
      server.next({ say: '1' }, { say: BAD }, { say: GOOD });
      const turn = aTurn({ definition: definition('digit'), tools: ['sum'] });
      const { response } = await play(server, turn, { doings: { sum: () => '3' }, can: PRESETS.vllm });
      expect(system(0)).not.toContain('JSON Schema');
      expect(server.calls[0]?.body['structured_outputs']).toEqual({ choice: ['0', '1'] });
      expect(system(1)).toContain('JSON Schema');
      expect(server.calls[1]?.body['structured_outputs']).toEqual({ json: output_schema });
      expect(told(2)).toContain('/days must be integer');
      expect(response.output).toEqual(TRIP);
    });
  });

  describe('an answer with an output schema in tags mode', () => {
    const turn = aTurn({ definition: definition('tags'), tools: ['sum'] });

    it('is the content of speak, and is repaired as in other modes', async () => {
      server.next({ say: `<speak>${BAD}</speak>` }, { say: `<speak>${GOOD}</speak>` });
      const { response, told: shown } = await play(server, turn);
      expect(told(1)).toContain('/days must be integer');
      expect(response).toMatchObject({ action: 'speak', content: GOOD, output: TRIP });
      expect(shown.join('')).toBe('');
    });

    it('is repaired even after a tag error', async () => {
      server.next({ say: 'Oslo' }, { say: `<speak>${BAD}</speak>` }, { say: `<speak>${GOOD}</speak>` });
      expect((await play(server, turn)).response).toMatchObject({ action: 'speak', output: TRIP });
    });

    it('is not required when the agent waits', async () => {
      server.next({ say: '<wait/>' });
      const { response } = await play(server, turn);
      expect(response).toMatchObject({ action: 'wait' });
      expect(response).not.toHaveProperty('output');
    });
  });
});
