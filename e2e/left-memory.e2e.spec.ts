import { eventually } from '@crumbtrail/testing';
import type { ChatMessage } from './support/openai-client';
import { OpenAiClient, user } from './support/openai-client';
import { Conversations } from './support/conversations';
import { useFixture, useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack({ ...SHORT_LEASES, healthOf: ['memory-keeper'] });
useScript(stack, () => ({ say: 'Noted.' }));
const conversations = new Conversations(stack);
const client = useFixture(() => new OpenAiClient(stack));

/** Asks as a chat program does, with the whole conversation, and adds the answer to it. */
async function ask(messages: ChatMessage[], text: string): Promise<string> {
  messages.push(user(text));
  const { text: answer } = await client.ask(messages, { model: 'clerk' });
  messages.push({ role: 'assistant', content: answer });
  return (stack.model.calls.at(-1)?.body.messages ?? []).map(({ content }) => content).join('\n');
}

const remembered = async (): Promise<string> =>
  JSON.stringify([await conversations.listCrumbs('memory.short.v1'), await conversations.listCrumbs('memory.long.v1')]);

test('a message that was edited in a chat program is in no memory, of its conversation or of another', async () => {
  const memory = { extract_only: true, window: 2 };
  await conversations.defineAgent({ agent: 'clerk', memory, context: { sources: [{ type: 'recent' }] } });
  const before: ChatMessage[] = [];
  await ask(before, 'Hello, I need help with a form.');
  const edited = [...before];
  for (const text of ['I live in Oslo and my salary is 4100.', 'My dog is called Rex.', 'I work at Acme.'])
    await ask(before, text);
  await eventually(async () => (await remembered()).includes('4100'));
  expect(await ask(edited, 'I live in Bergen.')).not.toMatch(/Oslo|4100/);
  for (const text of ['I have two sisters.', 'I own a red boat.', 'I play the cello.']) await ask(edited, text);
  await eventually(async () => {
    const all = await remembered();
    return all.includes('Bergen') && !/Oslo|4100|Rex|Acme/.test(all);
  });
  expect(await ask(edited, 'Where do I live?')).not.toMatch(/Oslo|4100|Rex|Acme/);
  const told = await ask([], 'Where do I live, and what do I earn?');
  expect(told).toContain('Bergen');
  expect(told).not.toMatch(/Oslo|4100|Rex|Acme/);
}, 120_000);
