import * as fc from 'fast-check';
import { splitUnits } from './sentences';

const unitsOf = (text: string, continues = false): string[] =>
  splitUnits(text, continues).map(({ from, to }) => text.slice(from, to));

describe('the units of a text', () => {
  test.each([
    [
      'English',
      'It runs. Does it? Yes! “Good.” (Really.) Done',
      ['It runs.', 'Does it?', 'Yes!', '“Good.”', '(Really.)', 'Done'],
    ],
    ['Chinese', '服务器在八号机房。端口是多少？是8080。', ['服务器在八号机房。', '端口是多少？', '是8080。']],
    ['Hindi', 'यह चल रहा है। पोर्ट क्या है? वह ८० है।', ['यह चल रहा है।', 'पोर्ट क्या है?', 'वह ८० है।']],
    ['Arabic', 'الخادم يعمل. ما هو المنفذ؟ إنه ثمانون.', ['الخادم يعمل.', 'ما هو المنفذ؟', 'إنه ثمانون.']],
    ['Armenian', 'Աշխատում է։ Շնորհակալություն։', ['Աշխատում է։', 'Շնորհակալություն։']],
    ['Thai', `${'ก'.repeat(45)} ${'ข'.repeat(45)}`, ['ก'.repeat(45), 'ข'.repeat(45)]],
    [
      'abbreviations',
      'Ask Dr. Smith, e.g. about v1.2. of it. See 3.14 now.',
      ['Ask Dr. Smith, e.g. about v1.2. of it.', 'See 3.14 now.'],
    ],
    ['numbers', 'The port is 80. It was 81.', ['The port is 80.', 'It was 81.']],
    ['a list', '# Plan\n\n1. Do it. Then rest.\n- And more', ['# Plan', '1. Do it.', 'Then rest.', '- And more']],
  ])('end where sentences and lines end: %s', (_what, text, expected) => {
    expect(unitsOf(text)).toEqual(expected);
  });

  test('continue over the end of a wrapped line', () => {
    const wrapped = `${'This sentence has been wrapped at the end of a line of more than'}\nseventy characters. The next has not.`;
    expect(unitsOf(wrapped)).toEqual([wrapped.slice(0, wrapped.indexOf(' The next')), 'The next has not.']);
  });

  test('are whole code blocks and tables', () => {
    const code = '```js\nrun(). then();\n\nstop();\n```';
    const listed = '1. ~~~\n   a. b\n   ~~~';
    const table = '| a | b |\n|---|---|\n| c. d | e |';
    const bare = 'name | port\n--- | ---\nheron | 80. Or 81.';
    expect(unitsOf(`So:\n${code}\nThen.\n\n${table}\n\n${bare}\n\n${listed}\nEnd.`)).toEqual([
      'So:',
      code,
      'Then.',
      table,
      bare,
      listed,
      'End.',
    ]);
  });

  test('are whole code blocks where the text ends or starts inside one', () => {
    expect(unitsOf('Here.\n```\na();\nb(). c')).toEqual(['Here.', '```\na();\nb(). c']);
    expect(unitsOf('a();\nb(). c\n```\nDone. Next.', true)).toEqual(['a();\nb(). c\n```', 'Done.', 'Next.']);
  });

  test('have everything of any text but white space, in order, each character once', () => {
    const piece = fc.constantFrom(
      'One. ',
      'two\n',
      '```\n',
      '| a |\n',
      '。',
      '…',
      ' ',
      '\n\n',
      '"Hm?" ',
      '1. ',
      'e.g. ',
      '👩\u200d🚀',
      '~~~js\n',
    );
    const anyText = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
      fc.string({ unit: 'binary', maxLength: 200 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const units = splitUnits(text);
        let end = 0;
        for (const { from, to } of units) {
          expect(text.slice(end, from).trim()).toBe('');
          expect(to).toBeGreaterThan(from);
          expect(text.slice(from, to).trim()).toBe(text.slice(from, to));
          end = to;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });

  test.each(['.', '. ', '\n', '`', '```\n', '|', '|\n', '。', 'ก', 'ก ', '"', '." ', 'x', ' ', '1. '])(
    'of a million characters are found in linear time: %j repeated',
    (some) => {
      const text = some.repeat(1_000_000 / some.length);
      const units = splitUnits(text);
      expect(units.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(text.length);
    },
    120_000,
  );
});
