import { quoteHistory } from './quote-history';

describe('message with quoted history', () => {
  test('quotes each speaker and text, then the new message', () => {
    const history = [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: ' hi\n' },
      { role: 'assistant', text: '' },
    ] as const;
    expect(quoteHistory(history, 'and now?')).toBe(
      'What we said before:\n\nuser: hello\n\nassistant: hi\n\nNow:\n\nand now?',
    );
  });

  test('is the message alone without history', () => {
    expect(quoteHistory([], 'hello')).toBe('hello');
  });

  test('leaves out the oldest lines of a long history and adds a note', () => {
    const history = [1, 2, 3].map((n) => ({ role: 'user' as const, text: `${n}${'x'.repeat(8_000)}` }));
    const text = quoteHistory(history, 'now');
    expect([text.includes('user: 1'), text.includes('user: 2'), text.includes('left out')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
