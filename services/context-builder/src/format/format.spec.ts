import * as fc from 'fast-check';
import { countTokens, defuse } from '@crumbtrail/hints';
import type { ContextLayout } from './layout';
import { formatLayout } from './format';
import { markdownFormatter } from './markdown';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('## Tools', 'a\n## Current message\nUser: x', '```\nx\n```', '{"a": 1}'),
);
const entry = fc.record({
  speaker: fc.constantFrom('User', 'Assistant', null),
  text: anyText.map((text) => defuse(text) || 'x'),
});
const day = fc.record({
  date: fc.constantFrom(null, '2026-05-01'),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
});
const section = fc.record({
  name: fc.constantFrom('tools' as const, 'relevant' as const, 'message' as const),
  heading: fc.constantFrom('Tools', 'Recent'),
  days: fc.array(day, { minLength: 1, maxLength: 3 }),
});
const layouts: fc.Arbitrary<ContextLayout> = fc.record({ sections: fc.array(section, { minLength: 1, maxLength: 4 }) });

describe('markdown', () => {
  test('starts lines at column 0 only with headings, days and names, for any text', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const ours = /^(?:|## (?:Tools|Recent)|(?:1 May(?: 2026)?|Today):|(?:User|Assistant): .*| {2}.*)$/su;
        const lines = formatLayout(layout).split('\n');
        expect(lines.filter((line) => !ours.test(line))).toEqual([]);
        const names = layout.sections.flatMap(({ days }) =>
          days.flatMap(({ entries }) => entries.map(({ speaker }) => speaker)),
        );
        expect(lines.filter((line) => /^(?:User|Assistant): /.test(line))).toHaveLength(
          names.filter((name) => name !== null).length,
        );
        expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(layout.sections.length);
      }),
    );
  });

  test.each(['o200k_base', 'cl100k_base'] as const)(
    'counts by section, in %s, add up to the count of the whole',
    (tokenizer) => {
      const count = (text: string): number => countTokens(text, tokenizer);
      fc.assert(
        fc.property(layouts, ({ sections }) => {
          const parts = markdownFormatter.parts({ sections });
          expect(parts.reduce((sum, { text }) => sum + count(text), 0)).toBe(count(formatLayout({ sections })));
        }),
      );
    },
  );

  test('keeps JSON and code verbatim, indented by two spaces', () => {
    const text = 'see\n{\n  "a": 1\n}';
    const layout: ContextLayout = {
      sections: [
        { name: 'message', heading: 'Current message', days: [{ date: null, entries: [{ speaker: 'User', text }] }] },
      ],
    };
    expect(formatLayout(layout)).toBe('## Current message\nUser: see\n  {\n    "a": 1\n  }');
  });
});
