import { previewText } from './preview-text';

test.each([
  ['## Answer\n\nIt is **900** *euros*.', 'Answer It is 900 euros.'],
  ['Look: | item | cost | | --- | ---: | | room | 320 |', 'Look: item cost room 320'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['Run `npm start`, see [the guide](docs/guide.md).', 'Run npm start, see the guide.'],
  ['- first\n- second', 'first - second'],
  ['2 * 3 * 4 and snake_case_name stay, C# too', '2 * 3 * 4 and snake_case_name stay, C# too'],
])('previewText: %j reads %j', (markdown, text) => {
  expect(previewText(markdown)).toBe(text);
});
