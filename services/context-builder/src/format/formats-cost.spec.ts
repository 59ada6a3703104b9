import * as fc from 'fast-check';
import { count, scene, staged, TODAY, type Given } from '../../test/scenes';
import { contextDays, utcDay } from './days';
import { buildLayout, toEntry, isDated } from './layout';
import { fit } from '../fit/fit';
import { formatLayout } from './format';
import type { BuildPlan } from '../plan/plan';

const FORMATS: readonly BuildPlan['format'][] = ['markdown', 'lmml', 'messages', 'turn'];
const always = (property: (given: Given) => void): void => fc.assert(fc.property(scene, property), { numRuns: 25 });

/** A fitting of today without exchanges that always stay. */
const UNPINNED = { exchanges: new Set<string>(), calendar: contextDays(TODAY), count };

describe.each(FORMATS)('in the format %s', (kind) => {
  test('a context costs at most the sum of its frame, sections, days and entries, give or take one token per section', () => {
    always((given) => {
      const { formatted, formatter, chosen, message, sections } = staged(given, kind);
      const entered = sections.filter(({ name }) => chosen.some(({ scored }) => scored.section === name));
      const days = new Set(
        chosen
          .filter(({ scored }) => isDated(scored.section))
          .flatMap(({ scored: { section, item } }) => [
            `${section} ${utcDay(item.occurred_at)}`,
            `${section} ${TODAY}`,
          ]),
      );
      const texts = [
        formatter.base(message),
        ...entered.map((section) => formatter.section(section)),
        ...[...days].map((day) => formatter.day(day.endsWith(TODAY) ? null : day.slice(-10))),
        ...chosen.map(({ scored, text }) => formatter.entry(toEntry(scored.item, text), scored.section)),
      ];
      const books = texts.reduce((sum, text) => sum + count(text), 0);
      expect(count(formatted)).toBeLessThanOrEqual(books + entered.length);
    });
  });

  test('a fitted context is never over the cap and contains the message', () => {
    fc.assert(
      fc.property(scene, fc.integer({ min: 32, max: 700 }), (given, cap) => {
        const { formatter, sections, chosen, message } = staged({ ...given, cap }, kind);
        const items = chosen.map(({ scored }, n) =>
          scored.section === 'recent' ? { ...scored, recency: n + 1 } : scored,
        );
        const fitting = { ...UNPINNED, cap, sections, items, message, formatter };
        const fitted = fit(fitting);
        const context = formatLayout(buildLayout(fitted.chosen, fitted.message, fitting), formatter);
        expect(count(context)).toBeLessThanOrEqual(cap);
        expect(fitted.message.text === message.text || fitted.message.text.endsWith('…')).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('64,000 unbroken characters are truncated quickly', () => {
    const long = 'x'.repeat(64_000);
    const given: Given = {
      names: ['Ann', 'Bob', 'Scout', 'Op', 'Timer', 'Iris'],
      persona: null,
      tag: undefined,
      attribute: '',
      items: [{ section: 'relevant', who: 0, day: TODAY, text: long }],
      message: long,
      author: 0,
      alone: false,
      cap: 300,
    };
    const { formatter, sections, chosen, message } = staged(given, kind);
    const items = chosen.map(({ scored }) => scored);
    const fitting = { ...UNPINNED, cap: 300, sections, items, message, formatter };
    const fitted = fit(fitting);
    expect(count(formatLayout(buildLayout(fitted.chosen, fitted.message, fitting), formatter))).toBeLessThanOrEqual(
      300,
    );
  });
});
