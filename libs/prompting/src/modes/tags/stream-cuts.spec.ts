import fc from 'fast-check';
import { heardIn } from '../../../test/read-tags';

const bits = [
  '<think>',
  '</think>',
  '<thinking>',
  '</thinking>',
  '<speak>',
  '</speak>',
  '<wait/>',
  '<wait>',
  '</wait>',
  '<check_will>',
  '</check_will>',
  '<find>',
  '</find>',
  '<find/>',
  '<other>',
  '</other>',
  '<observation>',
  '<obs',
  '<',
  '>',
  '/',
  '{',
  '"',
  '}',
  ' ',
  '\n',
  'P3',
  'é',
  '👩‍👧',
  'a < b',
  '<b>',
  '</b>',
  '<check_will x="1">',
  'x'.repeat(40),
];
const replies = fc.array(fc.constantFrom(...bits), { maxLength: 24 }).map((parts) => parts.join(''));
const cuts = (text: string): fc.Arbitrary<string[]> =>
  fc.array(fc.nat(text.length), { maxLength: 8 }).map((at) => {
    const edges = [0, ...[...at].sort((a, b) => a - b), text.length];
    return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
  });

describe('tags mode: a streamed reply', () => {
  it('has the same meaning, visible text and content for any split into pieces', () => {
    const cut = replies.chain((text) => fc.tuple(fc.constant(text), cuts(text)));
    fc.assert(
      fc.property(cut, ([text, pieces]) => {
        expect(heardIn(pieces)).toEqual(heardIn([text]));
        expect(heardIn([...text])).toEqual(heardIn([text]));
      }),
      { numRuns: 2000 },
    );
  });

  it('has the same meaning when only the text up to its stop is parsed again', () => {
    fc.assert(
      fc.property(replies, (text) => {
        const heard = heardIn([text]);
        expect(heardIn([heard.text]).outcome).toEqual(heard.outcome);
      }),
      { numRuns: 2000 },
    );
  });

  it('never shows thinking, and shows exactly the text that is spoken', () => {
    fc.assert(
      fc.property(replies, (text) => {
        const { outcome, shown } = heardIn([`<think>SECRET${text}`]);
        expect(shown).not.toContain('SECRET');
        if (outcome.kind === 'speak') expect(shown).toBe(outcome.content);
      }),
      { numRuns: 2000 },
    );
  });
});
