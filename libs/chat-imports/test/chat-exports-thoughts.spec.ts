import { exportReader } from './export-reader';

const read = exportReader();
const answered = async (content: string) => {
  const messages = [
    { role: 'user', content: 'What is <think>x</think>?' },
    { role: 'assistant', content },
  ];
  const { parts } = await read(JSON.stringify({ messages }));
  return parts.map(({ messages: said, leftOut, partsLeftOut }) => [
    said.map(({ text }) => text),
    leftOut,
    partsLeftOut,
  ])[0];
};
const QUESTION = 'What is <think>x</think>?';

describe('thoughts in the text of an answer', () => {
  test.each([
    ['a model', '<think>\nHm.\n</think>\n\nIt is 4.', ['thought']],
    ['LibreChat', ':::thinking\nHm.\n:::\nIt is 4.', ['thought']],
    [
      'Open WebUI',
      '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n> Hm.\n</details>\n<details type="tool_calls" done="true" name="add">\n<summary>Tool Executed</summary>\n</details>\nIt is 4.',
      ['thought', 'tool call'],
    ],
  ])('of %s are left out and counted', async (_, content, leftOut) => {
    expect(await answered(content)).toEqual([[QUESTION, 'It is 4.'], [], leftOut]);
  });

  test('are all that an answer has', async () => {
    expect(await answered('<think>Hm.</think>')).toEqual([[QUESTION], ['thought'], []]);
  });

  test.each([
    'Write <think>Hm.</think> before it.',
    '<think> is a tag.',
    '<details>\n<summary>More</summary>\n</details>',
  ])('are not what only mentions them: %s', async (content) => {
    expect(await answered(content)).toEqual([[QUESTION, content], [], []]);
  });
});
