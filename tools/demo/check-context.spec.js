const { complaintsOf } = require('./check-context.js');
const { baselines, seed, textOf } = require('./conversation.js');

const asked = seed.questions[0];
const tools = [{ name: 'echo', input: 'text=hello', output: 'hello', description: 'Gives back the text.' }];
const good = [
  '## Tools',
  '  echo(text=hello) → hello: Gives back the text.',
  '## Earlier',
  ...asked.needed.map((id) => `Assistant: ${textOf(id)}`),
  '## Recent',
  ...['u43', 'a43a', 'a43b', 'u44', 'a44a', 'a44b'].map((id) => `X: ${textOf(id)}`),
  '## Now',
  `User: ${asked.content}`,
].join('\n');
const complaints = (context) => complaintsOf(context, asked, { history: seed.messages, tools });

describe('check of the demo context', () => {
  it('reports nothing about a good context', () => {
    expect(complaints(good)).toEqual([]);
  });

  it.each([
    ['a tool is missing', good.replace('echo', 'ecco'), /does not show the tool echo/],
    ['a needed message is missing', good.replace(textOf('a3a'), ''), /lacks/],
    [
      'the last exchanges are in reverse order',
      good.replace(textOf('u43'), '').replace('## Now', `X: ${textOf('u43')}`),
      /in order/,
    ],
    ['it contains filler', good.replace('## Recent', `User: ${textOf('u9')}\n## Recent`), /filler "thanks"/],
    ['it contains the question twice', good.replace('## Recent', `User: ${asked.content}\n## Recent`), /2 times/],
    ['the question is not last', `${good}\nbye`, /does not end/],
    ['it contains a timestamp', good.replace('## Recent', '2025-10-03T02:41:11Z'), /timestamp/],
    ['it is JSON', `${baselines().json}${good}`, /JSON in our format/],
  ])('reports a violation when %s', (_title, context, complaint) => {
    expect(complaints(context).join('\n')).toMatch(complaint);
  });
});
