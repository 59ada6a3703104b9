import fc from 'fast-check';
import type { ChatLine } from './chat-request';
import { compareAnswers, type ConversationParties, conversationKey } from './conversation-key';

const rita: ConversationParties = ['user', 'rita', 'assistant'];
const said = (...texts: string[]): ChatLine[] =>
  texts.map((text, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', text }));

describe('a conversation by what was said in it', () => {
  test('every request names the message that the one before it left', () => {
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

  test('the first words follow on nothing', () => {
    expect(conversationKey(rita, said('hello'))).toMatchObject({ before: null, last: 'hello', history: [] });
  });

  test('another caller, another agent, another word or another speaker is another conversation', () => {
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

  test('white space at the ends, and how lines end, changes nothing', () => {
    const [one, two] = [said('a\nb', 'c', 'd'), said(' a\r\nb\n', 'c ', 'd')];
    expect(conversationKey(rita, one).now).toBe(conversationKey(rita, two).now);
  });

  test('tags are short, and say nothing', () => {
    expect(conversationKey(rita, said('hello')).now).toMatch(/^chat:[0-9a-f]{32}$/);
  });
});

test.each([
  ['the same', 'Paris', 'Paris\n', 3],
  ['something else', 'Rome', 'Paris', 0],
  ['the beginning, by who left early', 'The capital', 'The capital is Paris', 2],
  ['more, by who saw the agent turn to its tools', 'Let me see.\n\nParis', 'Paris', 2],
  ['nothing, by who never saw it', '', 'Paris', 1],
  ['anything, while it is not known', 'Par', null, 1],
  ['nothing, where the agent said nothing', '', '', 3],
  ['something, where the agent said nothing', 'Paris', '', 0],
] as const)('what was answered agrees when it is %s', (_, given, stored, certainty) => {
  expect(compareAnswers(given, stored)).toBe(certainty);
});
