import { CreateResponse, type ResponsesBody } from '@crumbtrail/contracts/http/openai-responses';
import { readChatRequest } from '../openai/chat-request';
import { toChatBody, toResponsesParam } from './to-chat-body';

type Items = Exclude<ResponsesBody['input'], string>;

const body = (more: object = {}): ResponsesBody => CreateResponse.body.parse({ model: 'm', input: 'x', ...more });
const read = (items: object[], more: object = {}) => readChatRequest(toChatBody(body(more), items as Items));
const user = (content: unknown): object => ({ role: 'user', content });
const call = (call_id: string): object => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' });
const output = (call_id: string): object => ({ type: 'function_call_output', call_id, output: `${call_id}!` });

describe('a request of the Responses API', () => {
  test('has the conversation and the instructions of a chat completion', () => {
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] };
    const items = [
      user('hello'),
      { type: 'reasoning', summary: [] },
      said,
      user([{ type: 'input_text', text: 'more' }]),
    ];
    const { lines, instructions } = read(items, { instructions: 'Be kind.' });
    expect(lines.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'hello'],
      ['assistant', 'hi'],
      ['user', 'more'],
    ]);
    expect(instructions).toBe('Be kind.');
  });

  test.each([
    ['all calls before all outputs', [call('a'), call('b'), output('a'), output('b')]],
    ['each call before its output', [call('a'), output('a'), call('b'), output('b')]],
  ])('has the outputs of all latest calls: %s', (_order, items) => {
    const said = { role: 'assistant', content: 'Let me see.' };
    const { lines, calls } = read([user('x'), said, ...items]);
    expect(lines).toHaveLength(1);
    expect(calls).toMatchObject({
      abandoned: [],
      continues: true,
      results: [{ call: 'a', text: 'a!' }, { call: 'b' }],
    });
  });

  test('may have nothing but outputs: their calls name the turn', () => {
    expect(read([output('a')])).toMatchObject({ lines: [], calls: { continues: true, results: [{ call: 'a' }] } });
  });

  test('has tools, the choice of one, and a format', () => {
    const schema = { type: 'object', title: 't' };
    const more = {
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: true }],
      tool_choice: { type: 'function', name: 'f' },
      text: { format: { type: 'json_schema', name: 'x', schema } },
    };
    expect(read([user('x')], more)).toMatchObject({
      tools: [{ name: 'f', parameters: { type: 'object' } }],
      toolChoice: { tool: 'f' },
      outputSchema: schema,
    });
  });

  test('is refused for an item that is no text', () => {
    expect(() => read([user([{ type: 'input_image' }])])).toThrow('only parts of the types text');
    expect(() => read([user('x'), { type: 'computer_call' }])).toThrow('input[1] is of the type computer_call');
  });

  test('is told about its own parameters', () => {
    expect(
      ['messages[1].content', 'response_format', 'tools[0].function.name', 'model', null].map(toResponsesParam),
    ).toEqual(['input', 'text.format', 'tools[0].name', 'model', null]);
  });
});
