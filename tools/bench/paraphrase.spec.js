const { words } = require('@crumbtrail/hints');
const SETS = [
  ['paraphrase', 30, require('./fixtures/paraphrase.json')],
  ['paraphrase-kinds', 60, require('./fixtures/paraphrase-kinds.json')],
];

/** Stop words; everything else is content. */
const FUNCTION_WORDS = new Set(
  (
    'a an and any anybody somebody are as at be been but by can cannot did do does each every for from had has have he her him his how ' +
    'i if in is it its just me my no not of on or our she should so some than that the their them then there these they this those to ' +
    'too up us was we were what when where which who whom why will with would you your much go went'
  ).split(' '),
);
/** Removes endings, so that forms of one word are equal. */
const stem = (word) => word.replace(/(?:ies|es|s|ing|ed)$/, '').replace(/e$/, '');
const content = (text) =>
  new Set(
    words(text.replace(/n't\b/g, ' not'))
      .filter((one) => !FUNCTION_WORDS.has(one))
      .map(stem),
  );

describe.each(SETS)('the questions of %s', (_, count, { turns, questions }) => {
  it('are each answered by one turn', () => {
    expect(questions).toHaveLength(count);
    for (const { answer } of questions) expect(turns.filter(({ text }) => text === answer)).toHaveLength(1);
  });

  it.each(questions.map(({ question, answer }) => [question, answer]))(
    '"%s" shares no content word with its answer',
    (question, answer) => {
      const asked = content(question);
      expect(asked.size).toBeGreaterThan(0);
      expect([...content(answer)].filter((one) => asked.has(one))).toEqual([]);
    },
  );
});
