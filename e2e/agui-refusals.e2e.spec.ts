import { randomUUID } from 'node:crypto';
import { defineScribe, UserInterface, weatherTool } from './support/agui-client';
import { approvalScript } from './support/approval-script';
import { useFixture, useScript, useSharedStack } from './support/fixture';
import { createKey } from './support/published-agents';

const stack = useSharedStack();
useScript(stack, approvalScript);
const keys = useFixture(async () => {
  await defineScribe(stack);
  const name = `agui-${randomUUID().slice(0, 8)}`;
  const other = await stack.api.post<{ secret: string }>('/v1/workspaces', { name }, { key: stack.installationKey });
  return {
    uma: await createKey(stack, 'user:uma'),
    reader: await createKey(stack, 'user:rex', 'reader'),
    elsewhere: other.secret,
  };
});

describe('AG-UI refuses', () => {
  const input = (more: object = {}): object => ({
    threadId: randomUUID(),
    runId: randomUUID(),
    messages: [{ id: 'a', role: 'user', content: 'hello' }],
    tools: [],
    context: [],
    ...more,
  });
  const said = (content: unknown): object => input({ messages: [{ id: 'a', role: 'user', content }] });
  const url = { type: 'url', value: 'http://127.0.0.1/a.png' };
  const resume = [{ interruptId: randomUUID(), status: 'resolved', payload: { approved: true } }];

  test.each<[string, () => unknown, number, { agent?: string; key?: () => string }?]>([
    ['a wrong key', () => input(), 401, { key: () => 'wrong' }],
    ['a key that may only read', () => input(), 403, { key: () => keys.reader }],
    ['an agent of another workspace', () => input(), 404, { key: () => keys.elsewhere }],
    ['an agent that nobody has defined', () => input(), 404, { agent: 'nobody' }],
    ['what is not JSON', () => '{', 400],
    ['a body that is too large', () => JSON.stringify({ text: 'x'.repeat(9 * 1024 * 1024) }), 413],
    ['a run without a thread', () => input({ threadId: undefined }), 422],
    ['a thread that is no name of a session', () => input({ threadId: 'No Name' }), 422],
    ['a run without an id', () => input({ runId: '' }), 422],
    ['a run without messages', () => input({ messages: [] }), 422],
    [
      'a conversation that ends with the agent',
      () => input({ messages: [{ id: 'a', role: 'assistant', content: 'hi' }] }),
      422,
    ],
    ['a message without text', () => said(' '), 422],
    ['a text with U+0000', () => said('a\u0000b'), 422],
    ['a text larger than a breadcrumb', () => said('x'.repeat(300_000)), 413],
    [
      'an address in place of a file',
      () =>
        said([
          { type: 'text', text: 'a' },
          { type: 'image', source: url },
        ]),
      422,
    ],
    ['tools for an agent that takes none', () => input({ tools: [weatherTool] }), 422],
    [
      'a result for a call that nobody made',
      () => input({ messages: [{ id: 'a', role: 'tool', toolCallId: 'call_x', content: '1' }] }),
      422,
    ],
    ['an interrupt that does not exist', () => input({ resume }), 404],
    ['an unknown path', () => input(), 404, { agent: 'scribe/more' }],
  ])('%s', async (_, body, status, { agent = 'scribe', key = () => keys.uma } = {}) => {
    const reply = await stack.api.request('POST', `/v1/agui/${agent}`, body(), { key: key() });
    expect(reply.status).toBe(status);
  });

  test('a request without a key', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${stack.api.url}/v1/agui/scribe`, init)).status).toBe(401);
  });

  test('an interrupt of another thread, a payload that does not match, and a decision of somebody else', async () => {
    const person = new UserInterface({ url: stack.api.url, agent: 'scribe', key: keys.uma }).say('sum it');
    await person.run();
    const interruptId = person.interrupt.id;
    const { threadId } = person.agent;
    const ask = async (more: object, key = keys.uma): Promise<number> =>
      (await stack.api.request('POST', '/v1/agui/scribe', input(more), { key })).status;
    const approved = { interruptId, status: 'resolved', payload: { approved: true } };
    expect(await ask({ resume: [approved] })).toBe(404);
    expect(await ask({ threadId, resume: [{ ...approved, payload: { approved: 'perhaps' } }] })).toBe(422);
    expect(await ask({ threadId, resume: [approved] }, keys.elsewhere)).toBe(404);
    expect(await ask({ threadId, resume: [approved] }, await createKey(stack, 'user:otto'))).toBe(404);
  });

  test('nothing for fields that it does not know: a header names them', async () => {
    const body = input({ state: { a: 1 }, forwardedProps: {}, colour: 'red' });
    const { status, headers } = await stack.api.request('POST', '/v1/agui/scribe', body, { key: keys.uma });
    expect([status, headers.get('crumbtrail-ignored')]).toEqual([200, 'state, colour']);
  });
});
