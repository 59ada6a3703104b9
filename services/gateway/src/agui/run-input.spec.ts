import type { AgUiRunInput } from '@crumbtrail/contracts/http/agui';
import { toChatRequest } from './run-input';

type RunMessages = AgUiRunInput['messages'];

const user = (content: string): RunMessages[number] => ({ id: 'u', role: 'user', content });
const calls = (id: string, name: string): RunMessages[number] => ({
  id: `m-${id}`,
  role: 'assistant',
  toolCalls: [{ id, function: { name } }],
});
const result = (toolCallId: string): RunMessages[number] => ({
  id: `r-${toolCallId}`,
  role: 'tool',
  content: '1',
  toolCallId,
});

const read = (messages: RunMessages, more: Partial<AgUiRunInput> = {}) =>
  toChatRequest('scribe', { threadId: 'kitchen', runId: 'one', messages, ...more });

const tools = [{ name: 'weather', description: 'The weather' }];

describe('a run of AG-UI as a chat request', () => {
  test('has the thread as its session, and context after the system messages as instructions', () => {
    const context = [{ description: 'Page', value: 'checkout' }];
    const chat = read([{ id: 's', role: 'system', content: 'Be polite.' }, user('hello')], { context });
    expect(chat).toMatchObject({
      model: 'scribe',
      stream: true,
      metadata: { session: 'kitchen' },
      instructions: 'Be polite.\n\nPage: checkout',
      systemMessages: ['messages[0]', 'context'],
      lines: [{ role: 'user', text: 'hello' }],
    });
  });

  test('passes over calls of the agent’s own tools, which interfaces keep in the conversation', () => {
    const { calls: found } = read([user('one'), calls('a', 'calculator'), result('a'), user('two')], { tools });
    expect(found).toEqual({ first: null, results: [], abandoned: [], continues: false });
  });

  test('keeps calls of the client’s tools, and the results that a run ends with', () => {
    const { calls: found } = read(
      [user('one'), calls('a', 'calculator'), result('a'), calls('b', 'weather'), result('b')],
      { tools },
    );
    expect(found).toMatchObject({ continues: true, results: [{ call: 'b', text: '1' }], abandoned: [] });
    const again = read([user('one'), calls('b', 'weather'), result('b')]);
    expect(again.calls).toMatchObject({ continues: true, results: [{ call: 'b' }] });
  });

  test('leaves out what is only shown, also at the end, and names the right message in errors', () => {
    const reasoning = { id: 'x', role: 'reasoning', content: 'hm' };
    expect(read([user('one'), reasoning]).lines).toEqual([{ role: 'user', text: 'one' }]);
    expect(() => read([reasoning, { id: 'y', role: 'wizard', content: 'x' }, user('one')])).toThrow(
      'messages[1] is of the role wizard',
    );
  });

  test('names fields that change nothing, but not those that are empty', () => {
    const chat = read([user('one')], { state: { a: 1 }, forwardedProps: {}, parentRunId: 'zero' });
    expect(chat.ignored).toEqual(['state', 'parentRunId']);
  });
});
