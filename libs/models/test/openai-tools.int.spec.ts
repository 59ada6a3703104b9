import { scriptedModel, sseEvents, type ScriptedModel } from '@crumbtrail/testing';
import type { ModelRequest, OfferedTool } from '@crumbtrail/prompting';
import { ask, modelOf } from './model-fixture';

const SEARCH: OfferedTool = {
  name: 'search',
  description: 'Finds messages.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};
const delta = (tool_calls: object[]): object => ({ choices: [{ index: 0, delta: { tool_calls } }] });
const done = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };

describe('OpenAiModel: tool calls', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());
  const body = (): Record<string, unknown> => server.calls.at(-1)?.body ?? {};

  it.each([1, 2, 3, 7, 100])('assembles calls that are streamed in %i pieces each', async (call_pieces) => {
    server.next({
      say: 'Let me look.',
      calls: [
        { id: 'a', name: 'search', arguments: { query: 'héron 👩‍👧' } },
        { id: 'b', name: 'dice', arguments: '{"sides": 6' },
      ],
      call_pieces,
    });
    const { reply, told } = await ask(modelOf(server), { tools: [SEARCH] });
    expect(reply).toMatchObject({
      content: 'Let me look.',
      finish_reason: 'tool_calls',
      calls: [
        { id: 'a', name: 'search', arguments: '{"query":"héron 👩‍👧"}' },
        { id: 'b', name: 'dice', arguments: '{"sides": 6' },
      ],
    });
    expect(told).toBe('Let me look.');
  });

  it('accepts calls without any text, streamed or whole', async () => {
    const calls = [{ id: 'a', name: 'search', arguments: { query: 'x' } }];
    server.next({ calls }, { calls, whole: true });
    for (const _ of ['streamed', 'whole']) {
      const { reply } = await ask(modelOf(server), { tools: [SEARCH] });
      expect(reply.failure).toBeUndefined();
      expect(reply).toMatchObject({ content: '', calls: [{ id: 'a', name: 'search', arguments: '{"query":"x"}' }] });
    }
  });

  it.each([
    [
      'no index',
      [
        [{ id: 'a', function: { name: 'x', arguments: '{' } }],
        [{ function: { arguments: '}' } }],
        [{ id: 'b', function: { name: 'y', arguments: '{}' } }],
      ],
    ],
    [
      'one index for all',
      [
        [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }],
        [{ index: 0, id: 'b', function: { name: 'y', arguments: '{}' } }],
      ],
    ],
    [
      'the id and name with every piece',
      [
        [
          { index: 0, id: 'a', function: { name: 'x', arguments: '{' } },
          { index: 1, id: 'b', function: { name: 'y' } },
        ],
        [{ index: 0, id: 'a', function: { name: 'x', arguments: '}' } }],
      ],
    ],
    [
      'names in pieces',
      [
        [{ index: 0, id: 'a', function: { name: '' } }],
        [
          { index: 0, function: { name: 'x', arguments: {} } },
          { index: 1, id: 'b', function: { name: 'y', arguments: null } },
        ],
      ],
    ],
  ])('understands servers that send %s', async (_, chunks) => {
    server.next({ bytes: sseEvents(...chunks.map(delta), done, '[DONE]') });
    const { reply } = await ask(modelOf(server));
    expect(reply.calls).toEqual([
      { id: 'a', name: 'x', arguments: '{}' },
      { id: 'b', name: 'y', arguments: '{}' },
    ]);
  });

  it('gives each call a distinct id when the server sends no ids, or the same one twice', async () => {
    const call = (id?: string): object => ({
      ...(id !== undefined && { id }),
      function: { name: 'x', arguments: '{}' },
    });
    const choices = [
      {
        index: 0,
        message: { role: 'assistant', tool_calls: [call('s'), call(), call('')] },
        finish_reason: 'tool_calls',
      },
    ];
    server.next({ type: 'application/json', body: JSON.stringify({ choices }) });
    const { reply } = await ask(modelOf(server));
    expect(reply.calls?.map(({ id }) => id)).toEqual(['s', 'call_1', 'call_2']);
  });

  it('sends tools, calls and results in the protocol’s form', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'search', arguments: '{"query":"x"}' }] },
      { role: 'tool', call_id: 'a', content: 'nothing found' },
    ];
    await ask(modelOf(server), { messages, tools: [SEARCH] });
    expect(body()).toMatchObject({
      tools: [{ type: 'function', function: SEARCH }],
      messages: [
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'nothing found' },
      ],
    });
  });

  it.each([
    [{}, 'required'],
    [{ tool: 'search' }, { type: 'function', function: { name: 'search' } }],
    [undefined, undefined],
  ])('asks for a call of a tool: %j', async (tool_choice, sent) => {
    await ask(modelOf(server), { tools: [SEARCH], tool_choice });
    expect(body()['tool_choice']).toEqual(sent);
  });

  it('offers no tools to a provider without support', async () => {
    await ask(modelOf(server, { tools: false }), { tools: [SEARCH] });
    expect(body()['tools']).toBeUndefined();
  });

  it('reports calls that were cut off at the output limit', async () => {
    server.next({ calls: [{ name: 'search', arguments: '{"que' }], finish_reason: 'length' });
    expect((await ask(modelOf(server))).reply.failure?.code).toBe('cut_off');
  });

  describe('a server that refuses the schema of one tool', () => {
    const ODD: OfferedTool = {
      name: 'odd',
      description: 'Odd.',
      parameters: { type: 'object', properties: { a: { type: 'null', enum: ['x'] } } },
    };
    const offered = (): unknown[] =>
      ((body()['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
    const offersOdd = (sent: unknown): boolean => JSON.stringify(sent).includes('"odd"');

    it.each([
      [
        'by its name, as OpenAI',
        {
          message: "Invalid schema for function 'odd': In context=('properties', 'a'), 'x' is not of type 'null'.",
          param: 'tools[1].function.parameters',
        },
      ],
      ['by its place, as Anthropic', { message: 'tools.1.custom.input_schema: JSON schema is invalid.' }],
      [
        'by its place, as Google',
        {
          message:
            '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[a].enum: only allowed for STRING type',
        },
      ],
      [
        'by its name, as Groq',
        { message: 'invalid JSON schema for tool odd, tools[1].function.parameters: `/properties/a` is wrong' },
      ],
    ])('gets the others, and says what is left out: %s', async (_, refusal) => {
      server.otherwise(({ body: sent }) => (offersOdd(sent.tools) ? { status: 400, ...refusal } : { say: 'fine' }));
      const model = modelOf(server);
      for (const calls of [2, 3]) {
        const { reply } = await ask(model, { tools: [SEARCH, ODD] });
        expect(reply).toMatchObject({ content: 'fine', attempts: 1, tools_left_out: ['odd'] });
        expect(offered()).toEqual(['search']);
        expect(server.calls).toHaveLength(calls);
      }
    });

    it('gets the tool again once its schema has changed', async () => {
      server.otherwise(({ body: sent }) =>
        JSON.stringify(sent.tools).includes('null')
          ? { status: 400, message: "Invalid schema for function 'odd'" }
          : { say: 'fine' },
      );
      const model = modelOf(server);
      expect((await ask(model, { tools: [SEARCH, ODD] })).reply.tools_left_out).toEqual(['odd']);
      const mended = { ...ODD, parameters: { type: 'object', properties: {} } };
      expect((await ask(model, { tools: [SEARCH, mended] })).reply.tools_left_out).toBeUndefined();
      expect(offered()).toEqual(['search', 'odd']);
    });

    it('fails where the server refuses the request for another reason', async () => {
      server.otherwise({ status: 400, message: "The function 'odd' was called without a reason." });
      const { reply } = await ask(modelOf(server), { tools: [SEARCH, ODD] });
      expect(reply.failure).toMatchObject({ code: 'model_error' });
      expect(server.calls).toHaveLength(1);
    });
  });
});
