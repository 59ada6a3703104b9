import { quoteHistory } from './quote-history';

describe('a message that quotes what was said before it', () => {
  test('says who said what, then what is said now', () => {
    const history = [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: ' hi\n' },
      { role: 'assistant', text: '' },
    ] as const;
    expect(quoteHistory(history, 'and now?')).toBe(
      'What we said before:\n\nuser: hello\n\nassistant: hi\n\nNow:\n\nand now?',
    );
  });

  test('is the message alone where nothing was said', () => {
    expect(quoteHistory([], 'hello')).toBe('hello');
  });

  test('leaves out the oldest of a long history, and says so', () => {
    const history = [1, 2, 3].map((n) => ({ role: 'user' as const, text: `${n}${'x'.repeat(8_000)}` }));
    const text = quoteHistory(history, 'now');
    expect([text.includes('user: 1'), text.includes('user: 2'), text.includes('left out')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
