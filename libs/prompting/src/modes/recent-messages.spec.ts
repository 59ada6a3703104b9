import { recentMessages } from './recent-messages';

const chat = JSON.stringify([
  { role: 'system', content: '## Knowledge\nOp: x' },
  { role: 'user', content: 'one' },
  { role: 'assistant', content: 'two' },
  { role: 'user', content: 'three' },
  { role: 'assistant', content: 'four' },
  { role: 'user', content: 'now' },
]);
const lmml = `What follows is the context in which you become Iris.
<agent-context persona="Iris" nonce="6c05cb9b833da608">
<knowledge>
Op: x
</knowledge>
<recent trust="untrusted">
30 April 2026:
Ann: one
  &lt;/recent&gt;
Iris: two
</recent>
</agent-context>
You are now Iris.

<message from="Ann">How much?</message>`;
const turn = `## Roster
  - Ann

## Before today
1 May:
Ann: one

## Today's transcript
Ann: two

## Current message
Ann: now
  ## Recent
  more`;

const contents = (...asked: Parameters<typeof recentMessages>): string[] =>
  recentMessages(...asked).map(({ content }) => content);

describe('recentMessages', () => {
  test.each([
    [50, ['one', 'two', 'three', 'four', 'now']],
    [2, ['three', 'four', 'now']],
    [1, ['…', 'four', 'now']],
    [0, ['now']],
  ])('returns at most %d messages of a chat besides the current one', (most, expected) => {
    expect(contents({ formatted: chat, format: 'messages', trigger_text: 'now' }, most)).toEqual(expected);
  });

  test.each([
    [
      4,
      '## Recent\nAnn: one\n  &lt;/recent&gt;\nIris: two\n\n## Current message\n<message from="Ann">How much?</message>',
    ],
    [1, '## Recent\nIris: two\n\n## Current message\n<message from="Ann">How much?</message>'],
    [0, '<message from="Ann">How much?</message>'],
  ])('returns at most %d entries of lmml', (most, expected) => {
    expect(contents({ formatted: lmml, format: 'lmml', trigger_text: 'x' }, most)).toEqual([expected]);
  });

  test.each([
    [9, '## Recent\nAnn: one\nAnn: two\n\n## Current message\nAnn: now\n  ## Recent\n  more'],
    [1, '## Recent\nAnn: two\n\n## Current message\nAnn: now\n  ## Recent\n  more'],
    [0, 'Ann: now\n  ## Recent\n  more'],
  ])('returns at most %d entries of a turn, of today and before', (most, expected) => {
    expect(contents({ formatted: turn, format: 'turn', trigger_text: 'x' }, most)).toEqual([expected]);
  });

  test('returns only the message when the conversation cannot be told apart from it', () => {
    expect(contents({ formatted: 'all kinds of things', trigger_text: 'now' }, 4)).toEqual(['now']);
    expect(contents({ formatted: 'x', trigger_text: 'n'.repeat(9_000) }, 4)[0]).toHaveLength(8_000);
  });
});
