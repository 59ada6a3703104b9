import fc from 'fast-check';
import type { ChatLine } from './chat-request';
import { compareAnswers, type ConversationParties, conversationKey } from './conversation-key';

const rita: ConversationParties = ['user', 'rita', 'assistant'];
const said = (...texts: string[]): ChatLine[] =>
  texts.map((text, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', text }));

describe('conversation key', () => {
  test('each request refers to the message of the request before it', () => {
    const texts = fc.array(fc.string(), { minLength: 1, maxLength: 9 }).map((all) => [...all, 'a', 'b']);
    fc.assert(
      fc.property(texts, (all) => {
        const lines = said(...(all.length % 2 === 0 ? all.slice(1) : all));
        const [before, now] = [conversationKey(rita, lines.slice(0, -2)), conversationKey(rita, lines)];
        expect(now.before?.tag).toBe(before.now);
        expect(now.history).toEqual(lines.slice(0, -1));
      }),
    );
  });

  test('the first message has no predecessor', () => {
    expect(conversationKey(rita, said('hello'))).toMatchObject({ before: null, last: 'hello', history: [] });
  });

  test('a different caller, agent, text or speaker gives a different key', () => {
    const tags = [
      conversationKey(rita, said('hello')),
      conversationKey(['user', 'fred', 'assistant'], said('hello')),
      conversationKey(['operator', 'rita', 'assistant'], said('hello')),
      conversationKey(['user', 'rita', 'poet'], said('hello')),
      conversationKey(rita, said('hello!')),
      conversationKey(rita, said('hello', 'a', 'b')),
      conversationKey(rita, [...said('hello'), ...said('a'), ...said('b')]),
    ].map(({ now }) => now);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('surrounding white space and line endings do not change the key', () => {
    const [one, two] = [said('a\nb', 'c', 'd'), said(' a\r\nb\n', 'c ', 'd')];
    expect(conversationKey(rita, one).now).toBe(conversationKey(rita, two).now);
  });

  test('tags are short and do not reveal the text', () => {
    expect(conversationKey(rita, said('hello')).now).toMatch(/^chat:[0-9a-f]{32}$/);
  });
});

test.each([
  ['equal', 'Paris', 'Paris\n', 3],
  ['different', 'Rome', 'Paris', 0],
  ['the start, from a client that disconnected early', 'The capital', 'The capital is Paris', 2],
  ['longer, from a client that saw text from before a tool call', 'Let me see.\n\nParis', 'Paris', 2],
  ['empty, from a client that never saw the answer', '', 'Paris', 1],
  ['any text, while the stored answer is not known', 'Par', null, 1],
  ['empty, when the agent did not reply', '', '', 3],
  ['not empty, when the agent did not reply', 'Paris', '', 0],
] as const)('compareAnswers: rates the client’s answer when it is %s', (_, given, stored, certainty) => {
  expect(compareAnswers(given, stored)).toBe(certainty);
});
