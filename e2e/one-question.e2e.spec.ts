import { createOpenAI } from '@ai-sdk/openai';
import { AgentDef, AgentTurn, UserMessage } from '@crumbtrail/contracts';
import { ChatOpenAI } from '@langchain/openai';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { WITHOUT_MEMORY, WITHOUT_TOOLS } from './support/fewer-services';
import { useScript, useStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const stack = useStack({ services: { ...WITHOUT_MEMORY, ...WITHOUT_TOOLS } });
const REFUSED = 'the model refuses this request';
const baseURL = (): string => `${stack.api.url}/v1`;

/** A client that asks one question and waits for its end, with the repetitions that its library makes by itself. */
type AskOnce = (key: string, question: string) => Promise<unknown>;

const clients: readonly (readonly [string, AskOnce])[] = [
  [
    'openai',
    (apiKey, content) =>
      new OpenAI({ apiKey, baseURL: baseURL() }).chat.completions.create({
        model: 'open',
        messages: [{ role: 'user', content }],
      }),
  ],
  [
    'AI SDK, chat completions',
    (apiKey, prompt) => generateText({ model: createOpenAI({ baseURL: baseURL(), apiKey }).chat('open'), prompt }),
  ],
  [
    'AI SDK, responses',
    (apiKey, prompt) => generateText({ model: createOpenAI({ baseURL: baseURL(), apiKey }).responses('open'), prompt }),
  ],
  [
    'LangChain',
    (apiKey, content) =>
      new ChatOpenAI({ model: 'open', apiKey, configuration: { baseURL: baseURL() }, maxRetries: 2 }).invoke(content),
  ],
];

/** A workspace whose agent `open` every key may ask; it answers only messages for it. */
async function openWorkspace(): Promise<TestWorkspace> {
  const workspace = await createTestWorkspace(stack);
  const subscriptions = [{ schema: UserMessage.name, any_tags: ['for-open'] }];
  const context = { agent: 'open', prompt: 'Answer.', subscriptions };
  await workspace.conversations.append({ schema_name: AgentDef.name, context, audience: 'all' });
  return workspace;
}

describe('a question whose answer fails', () => {
  useScript(stack, { status: 400, message: REFUSED });

  const count = async ({ conversations }: TestWorkspace) => ({
    messages: (await conversations.listCrumbs(UserMessage.name)).length,
    turns: (await conversations.listCrumbs(AgentTurn.name)).length,
  });
  const callsAbout = (question: string): number =>
    stack.model.calls.filter(({ body }) => JSON.stringify(body.messages).includes(question)).length;

  test.each(clients)('is one turn and one call of the model, however often %s repeats it', async (name, ask) => {
    const workspace = await openWorkspace();
    const question = `Does the roof leak, asks ${name}?`;
    await expect(ask(workspace.key, question)).rejects.toThrow();
    expect(await count(workspace)).toEqual({ messages: 1, turns: 1 });
    expect(callsAbout(question)).toBe(1);
  });

  test.each(clients)('stays two where two people ask the same at once by %s', async (name, ask) => {
    const workspace = await openWorkspace();
    const issue = async (id: string): Promise<string> =>
      (await workspace.client.createKey({ participant: { kind: 'user', id }, role: 'writer' })).secret;
    const keys = [await issue('ann'), await issue('bob')];
    const question = `Is the door shut, asks ${name}?`;
    await Promise.all(keys.map((key) => expect(ask(key, question)).rejects.toThrow(REFUSED)));
    expect(await count(workspace)).toEqual({ messages: 2, turns: 2 });
    expect(callsAbout(question)).toBe(2);
  });

  test('is asked anew at once with an idempotency key of its own, or with anything else in the request', async () => {
    const workspace = await openWorkspace();
    const client = new OpenAI({ apiKey: workspace.key, baseURL: baseURL(), maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Is anybody there?' }];
    const ask = (more: object, headers: Record<string, string> = {}) =>
      expect(client.chat.completions.create({ model: 'open', messages, ...more }, { headers })).rejects.toThrow(
        REFUSED,
      );
    await ask({});
    await ask({});
    await ask({ temperature: 0.5 });
    await ask({}, { 'idempotency-key': 'again' });
    expect(await count(workspace)).toEqual({ messages: 3, turns: 3 });
  });

  test('is answered where it is asked again after the answer came', async () => {
    const workspace = await openWorkspace();
    stack.model.otherwise({ say: 'Yes.' });
    const client = new OpenAI({ apiKey: workspace.key, baseURL: baseURL() });
    const ask = () =>
      client.chat.completions.create({ model: 'open', messages: [{ role: 'user', content: 'Is it open?' }] });
    expect((await ask()).choices[0]?.message.content).toBe('Yes.');
    expect((await ask()).choices[0]?.message.content).toBe('Yes.');
    expect(await count(workspace)).toEqual({ messages: 2, turns: 2 });
  });
});
