import { messageIssues } from './check-message';

const file = { hash: 'a'.repeat(64), name: 'a.txt' };

describe('a message', () => {
  it.each([
    ' ',
    '   ',
    '\n\n',
    '\t',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\u2060\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u202e ',
  ])('that shows nothing is refused: %j', (content) => {
    expect(messageIssues({ content })).toEqual([
      { path: '/content', rule: 'blank', message: expect.stringContaining('attach a file') as string },
    ]);
  });

  it.each(['.', '0', '👍', ' a ', '\u200bа', '。', '\u0301a', '???'])(
    'that shows something is taken: %j',
    (content) => {
      expect(messageIssues({ content })).toEqual([]);
    },
  );

  it('that carries a file needs no text', () => {
    expect(messageIssues({ content: ' ', files: [file] })).toEqual([]);
  });
});
