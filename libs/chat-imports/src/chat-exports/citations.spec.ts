import * as fc from 'fast-check';
import { linkCitations } from './citations';

const cite = (what: string): string => `\ue200cite\ue202${what}\ue201`;

describe('citation marks of ChatGPT', () => {
  test.each([
    [
      'becomes the links that the export gives for it',
      `Long${cite('turn0search1')} and red.`,
      {
        content_references: [
          {
            matched_text: cite('turn0search1'),
            items: [
              { title: 'Town', url: 'https://town.example/a' },
              { title: 'City', url: 'https://city.example/b' },
            ],
            alt: '([Town](https://town.example/a))',
          },
        ],
      },
      'Long([Town](https://town.example/a), [City](https://city.example/b)) and red.',
    ],
    [
      'becomes what the page shows for it, where no link is listed',
      `Long ${cite('turn0search1')} and red.`,
      { content_references: [{ matched_text: cite('turn0search1'), alt: '([Town](https://town.example))' }] },
      'Long ([Town](https://town.example)) and red.',
    ],
    ['goes with the space before it, where the export explains nothing', `Long ${cite('turn0search1')}.`, {}, 'Long.'],
    [
      'goes where its explanation is empty',
      `Long ${cite('turn0search1')}, red.`,
      { content_references: [{ matched_text: cite('turn0search1'), alt: null }] },
      'Long, red.',
    ],
    [
      'on a line of its own leaves the line breaks',
      `Long.\n\n${cite('x')}\nRed.`,
      { content_references: [{ matched_text: cite('x'), alt: '' }] },
      'Long.\n\n\nRed.',
    ],
    [
      'of an entity keeps its name',
      'In \ue200entity\ue202["city","Porto","Portugal"]\ue201 it rains.',
      undefined,
      'In Porto it rains.',
    ],
    [
      'around a span leaves the words of the span',
      'It \ue203rains\ue204 here\ue200cite',
      undefined,
      'It rains herecite',
    ],
    ['of older exports goes', 'Red 【4†source】. Blue【12:3†report.pdf】', {}, 'Red. Blue'],
    [
      'of older exports becomes a link, by its place or its number',
      'Red【4†source】 and blue 【5†source】.',
      {
        citations: [
          { start_ix: 3, end_ix: 13, metadata: { title: 'Red [list]', url: 'https://red.example' } },
          { metadata: { title: 'Blue', url: 'https://blue.example', extra: { cited_message_idx: 5 } } },
        ],
      },
      'Red ([Red  list](https://red.example)) and blue ([Blue](https://blue.example)).',
    ],
    ['does not stand in brackets of Chinese', '【重点】下雨', {}, '【重点】下雨'],
  ])('%s', (_, text, metadata, expected) => {
    expect(linkCitations(text, metadata)).toBe(expected);
  });

  test('are found in a text of a million spaces without reading them again and again', () => {
    const spaces = ' '.repeat(1_000_000);
    expect(linkCitations(`${spaces}x${spaces}【1†a】`, {})).toBe(`${spaces}x`);
  });

  test('leave no private character in any text, and change no text without them', () => {
    const char = fc.constantFrom('a', ' ', '\n', '字', '\ue200', '\ue201', '\ue202', '【', '†', '】', '1');
    fc.assert(
      fc.property(fc.string({ unit: char }), (text) => {
        const linked = linkCitations(text, { content_references: [null, { matched_text: text }] });
        expect(linked).not.toMatch(/[\ue200-\ue206]/);
        const plain = text.replace(/[\ue200-\ue206【】†]/g, '');
        expect(linkCitations(plain, {})).toBe(plain);
      }),
    );
  });
});
