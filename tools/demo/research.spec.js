const { findingOf, research, sumOf, toldIn } = require('./research.js');

const said = (author, minute, text) => ({
  id: `${author}-${minute}`,
  session: 'two',
  author,
  text,
  at: `2024-05-06T10:${String(minute).padStart(2, '0')}:00.000Z`,
});
const ASKED = 'How long has Ada been weaving?';
const results = [
  said('Bo', 1, 'How long have you lived by the sea?'),
  said('Ada', 2, 'Nine years, and I still hear it every morning.'),
  said('Bo', 30, 'That rug is lovely! How long do you weave?'),
  said('Ada', 31, 'Four years now. It calms me.'),
  said('Bo', 40, 'I have been weaving for twenty minutes, does that count?'),
];

describe('duration or year in a text:', () => {
  it.each([
    ['Four years now.', { count: 4, unit: 'year' }],
    ['a 3-week trip', { count: 3, unit: 'week' }],
    ['I moved here in 2011', { year: 2011 }],
    ['I have 3 dogs and one in ten likes it', undefined],
  ])('%s', (text, told) => {
    expect(toldIn(text)).toEqual(told);
  });
});

describe('finding', () => {
  it('is what the named person said about the subject, or answered to it, even when another result comes first', () => {
    expect(findingOf(ASKED, results)?.result.id).toBe('Ada-31');
  });

  it('is undefined when no result gives a time', () => {
    expect(findingOf(ASKED, results.slice(0, 2))).toBeUndefined();
    expect(findingOf('How long has Ada been sailing?', results)).toBeUndefined();
  });

  it.each([
    [ASKED, 'Four years now.', '2024 - 4', '2020', 'Since 2020'],
    ['How many months does Ada weave?', 'Four years now.', '4 * 12', '48', '48 months'],
    ['How long will it be?', 'Six weeks.', '6 * 7', '42', '42 days'],
    ['How long has Ada been weaving?', 'I began in 2023', '2024 - 2023', '1', '1 year'],
  ])('%s %s is computed with the date it was said on', (question, text, expression, ...[computed, words]) => {
    const sum = sumOf(question, { told: toldIn(text), result: said('Ada', 1, text) });
    expect([sum.expression, sum.says(computed)]).toEqual([expression, words]);
  });
});

describe('scripted researcher', () => {
  const ask = (...told) => ({
    body: {
      messages: [
        { role: 'user', content: `## Now\nuser: ${ASKED}` },
        ...told.flatMap((content) => [
          { role: 'assistant', content: '' },
          { role: 'tool', content },
        ]),
      ],
    },
  });
  const found = (some) => JSON.stringify({ results: some });

  it('searches with the question first, then in the messages of the named person', () => {
    expect(research(ask()).calls).toEqual([{ name: 'search_breadcrumbs', arguments: { query: ASKED, limit: 20 } }]);
    const [again] = research(ask(found(results.slice(0, 3)))).calls;
    expect(again).toMatchObject({ name: 'search_breadcrumbs', arguments: { author: 'Ada' } });
  });

  it('computes its finding, and answers with the result', () => {
    const [first, second] = [found(results.slice(0, 3)), found(results.slice(3))];
    expect(research(ask(first, second)).calls).toEqual([{ name: 'calculator', arguments: { expression: '2024 - 4' } }]);
    expect(research(ask(first, second, '2020')).say).toBe(
      'Since 2020. Ada said on 6 May 2024: “Four years now. It calms me.” (2024 - 4 = 2020)',
    );
  });

  it('reports that it found nothing, or that a tool failed', () => {
    const nothing = found([]);
    expect(research(ask(nothing, nothing, nothing)).say).toMatch(/^I found no answer/);
    expect(research(ask('search_breadcrumbs was switched off.')).say).toBe(
      'I could not continue: search_breadcrumbs was switched off.',
    );
  });
});
