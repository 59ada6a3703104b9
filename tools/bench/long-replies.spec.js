const { lengthen, withLongReplies } = require('./long-replies.js');

test('a reply becomes about ten times as long, says what it said, and is the same in every run', () => {
  const text = 'The key format is sk-or- followed by a long string; the example one is sk-or-v1-EXAMPLE-4821.';
  for (let nth = 0; nth < 30; nth += 1) {
    const long = lengthen(text, nth);
    expect(long).toContain(text);
    expect(long.length).toBeGreaterThan(9 * text.length);
    expect(long.length).toBeLessThan(13 * text.length);
    expect(lengthen(text, nth)).toBe(long);
  }
});

test('what users said stays as it is', () => {
  const said = { schema_name: 'user.message.v1', context: { content: 'okay do that' } };
  expect(withLongReplies([said])).toEqual([said]);
});
