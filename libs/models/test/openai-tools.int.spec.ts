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
});
