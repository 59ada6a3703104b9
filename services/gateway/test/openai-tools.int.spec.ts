import { agent, assistant, draftsOf, errorOf, type Log, Protocol, user } from './protocol';

const lookup = { type: 'function', function: { name: 'lookup', parameters: { type: 'object' } } };
const called = { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: {} }] };
const result = { role: 'tool', tool_call_id: 'call_1', content: 'found' };

describe('what OpenAI clients bring', () => {
  let protocol: Protocol;
  let log: Log;
  const ask: Protocol['ask'] = (...asked) => protocol.ask(...asked);

  beforeAll(async () => {
    protocol = await Protocol.start();
  });
  beforeEach(() => {
    log = protocol.begin();
    log.crumbs.push(agent('open', { accept_tools: true, accept_response_format: true, tools: ['own_*'] }));
  });
  afterAll(() => protocol.gateway.stop());

  test.each<[string, object[], object, string]>([
    ['tools', [user('x')], { tools: [lookup] }, 'tools'],
    ['the result of a tool call', [user('x'), called, result], {}, 'messages[1]'],
    ['an earlier tool call', [user('x'), called, result, assistant('y'), user('z')], {}, 'messages[1]'],
    ['a format', [user('x')], { response_format: { type: 'json_object' } }, 'response_format'],
  ])(
    '%s is refused by an agent that does not accept it, with the setting that would',
    async (_what, messages, more, param) => {
      const answer = await ask(messages, more);
      expect(await errorOf(answer)).toMatchObject([
        400,
        { code: 'unsupported_parameter', param, message: expect.stringContaining('"accept_') as string },
      ]);
      expect(log.commits).toEqual([]);
    },
  );

  test.each<[string, object, string]>([
    [
      'with the name of a tool of the agent',
      { tools: [{ ...lookup, function: { name: 'own_tool' } }] },
      'tools[0].function.name',
    ],
    [
      'with a choice that is not among them',
      { tools: [lookup], tool_choice: { type: 'function', function: { name: 'other' } } },
      'tool_choice',
    ],
  ])('tools are refused %s', async (_why, more, param) => {
    expect(await errorOf(await ask([user('x')], { model: 'open', ...more }))).toMatchObject([400, { param }]);
    expect(log.commits).toEqual([]);
  });

  test('tools that are too large beside the message are refused', async () => {
    const tools = Array.from({ length: 20 }, (_, n) => ({
      type: 'function',
      function: { name: `tool_${n}`, description: 'x'.repeat(16_000) },
    }));
    expect(await errorOf(await ask([user('x')], { model: 'open', tools }))).toMatchObject([413, { code: 'too_large' }]);
  });

  test('tools, the choice of one and the schema are stored with the message', async () => {
    log.crumbs.splice(0, 1, agent('assistant', { accept_tools: true, accept_response_format: true }));
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    expect((await ask([user('x')], { tools: [lookup], tool_choice: 'required', response_format })).status).toBe(200);
    expect(draftsOf(log.commits[0]).at(-1)?.context).toEqual({
      content: 'x',
      tools: [{ name: 'lookup', parameters: { type: 'object' } }],
      tool_choice: {},
      output_schema: schema,
    });
  });
});
