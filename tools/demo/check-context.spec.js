const { complaintsOf } = require('./check-context.js');
const { baselines, seed, textOf } = require('./conversation.js');

const asked = seed.questions[0];
const good = [
  '## Earlier',
  ...asked.needed.map((id) => `Assistant: ${textOf(id)}`),
  '## Recent',
  ...['u43', 'a43a', 'a43b', 'u44', 'a44a', 'a44b'].map((id) => `X: ${textOf(id)}`),
  '## Now',
  `User: ${asked.content}`,
].join('\n');
const complaints = (context) => complaintsOf(context, asked, seed.messages);

describe('check of the demo context', () => {
  it('reports nothing about a good context', () => {
    expect(complaints(good)).toEqual([]);
  });

  it.each([
    ['a needed message is gone', good.replace(textOf('a3a'), ''), /lacks/],
    [
      'the last exchanges are turned round',
      good.replace(textOf('u43'), '').replace('## Now', `X: ${textOf('u43')}`),
      /in order/,
    ],
    ['filler got in', good.replace('## Recent', `User: ${textOf('u9')}\n## Recent`), /filler "thanks"/],
    ['the question stands twice', good.replace('## Recent', `User: ${asked.content}\n## Recent`), /2 times/],
    ['the question is not last', `${good}\nbye`, /does not end/],
    ['a timestamp got in', good.replace('## Recent', '2025-10-03T02:41:11Z'), /timestamp/],
    ['it is JSON', `${baselines().json}${good}`, /JSON of ours/],
  ])('complains when %s', (_title, context, complaint) => {
    expect(complaints(context).join('\n')).toMatch(complaint);
  });
});
