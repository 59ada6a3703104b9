import fc from 'fast-check';
import { toStorableText } from '../../storable-text';
import { MessageStreamFilter } from './stream-filter';
import { readJsonReply } from './reply';

function shown(pieces: readonly string[], said = ''): string {
  const streamFilter = new MessageStreamFilter(said);
  const show = pieces.map((piece) => streamFilter.push(piece).show).join('');
  expect(streamFilter.text()).toBe(pieces.join(''));
  return show;
}
const stored = (text: string): string => toStorableText(text, 1e6).text;
/** Every way to cut a text in two. */
const everyCut = (text: string): string[][] =>
  Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);

const AWKWARD = 'a "b" \\ / \n\t\u0001 \u00e9 \ud83d\ude00 {"message": "x"} [}] \u2028 \ud83d end';
const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('MessageStreamFilter', () => {
  const around = { thought: 'about "message": {', inner: { message: 'no', list: [{ message: 'never' }] } };
  const replies = [
    JSON.stringify({ ...around, message: AWKWARD, tool_requests: [{ tool: 'x', input: { message: 'no' } }] }),
    `\n{ "message" : ${escaped(AWKWARD)} , "tool_requests": [] } {"message": "later"}`,
    `Here it is:\n\`\`\`json\n${JSON.stringify({ message: AWKWARD, ...around }, null, 2)}\n\`\`\`\n{}`,
    `{"a": 1}\n{"message": ${escaped(AWKWARD)}}`,
  ];

  test.each(replies)('shows the message for any split of the stream in two: %#', (reply) => {
    for (const pieces of everyCut(reply)) expect(shown(pieces)).toBe(stored(AWKWARD));
    expect(shown(reply.split(''))).toBe(stored(AWKWARD));
  });

  test('never shows half of a surrogate pair', () => {
    const streamFilter = new MessageStreamFilter('');
    const pieces = '{"message": "\\ud83d\\ude00 \ud83d\ude00"}'.split('').map((piece) => streamFilter.push(piece).show);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.join('')).toBe('\ud83d\ude00 \ud83d\ude00');
  });

  const name = fc.constantFrom('message', 'tool_requests', 'a', 'b');
  const other = fc.dictionary(name, fc.jsonValue(), { maxKeys: 3, noNullPrototype: true });
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const cuts = fc.array(fc.nat(200), { maxLength: 8 });

  test('shows exactly what readJsonReply returns, for any message, any other members and any cuts', () => {
    fc.assert(
      fc.property(text, other, fc.boolean(), cuts, (message, beside, first, places) => {
        const value = first ? { message, x: beside, tool_requests: [] } : { x: beside, tool_requests: [], message };
        const reply = JSON.stringify(value, null, places.length % 3);
        const at = [0, ...places.filter((place) => place < reply.length).sort((a, b) => a - b), reply.length];
        const pieces = at.slice(1).map((end, index) => reply.slice(at[index], end));
        const read = readJsonReply(reply);
        expect(read.kind).toBe('object');
        expect(shown(pieces)).toBe(stored(read.kind === 'object' ? read.message : ''));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['prose', 'Say {"message": "hi"} to them.'],
    ['another object', '{"answer": {"message": "x"}}'],
    ['a list', '[{"message": "x"}]'],
    ['requests alone', '{"tool_requests": [{"tool": "x", "input": {"message": "y"}}]}'],
    ['a message that is not a text', '{"message": {"message": "x"}}'],
  ])('shows nothing of %s', (_what, reply) => {
    expect(shown(reply.split(''))).toBe('');
  });

  test('shows the text of earlier calls first, then continues after an empty line', () => {
    expect(shown(['{"mess', 'age": "b"}'], 'a')).toBe('a\n\nb');
    expect(shown(['{"tool_requests": []}'], 'a')).toBe('a');
  });
});
