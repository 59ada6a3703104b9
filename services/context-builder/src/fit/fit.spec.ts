import { contextDays } from '../format/days';
import * as fc from 'fast-check';
import { countTokens, defuse } from '@crumbtrail/hints';
import { ASSISTANT, at, item, scored, USER } from '../../test/crumbs';
import { buildLayout } from '../format/layout';
import { fit, type FitInput } from './fit';
import { formatLayout } from '../format/format';
import { markdownFormatter } from '../format/markdown';
import { itemKey, type ScoredItem } from '../gather/item';
import { resolvePlan, type SectionName, type PlanOverrides } from '../plan/plan';

const count = (text: string): number => countTokens(text, 'o200k_base');
const TODAY = '2026-05-08';

function fitting(
  items: readonly ScoredItem[],
  cap: number,
  over: Partial<FitInput> & { overrides?: PlanOverrides } = {},
): FitInput {
  const { sections } = resolvePlan([{ ...over.overrides, budget: { max_tokens: cap } }]).plan;
  return {
    cap,
    sections,
    items,
    exchanges: new Set(),
    message: { speaker: 'User', text: 'And now?' },
    calendar: contextDays(TODAY),
    count,
    formatter: markdownFormatter,
    ...over,
  };
}

function written(input: FitInput): string {
  const { chosen, message } = fit(input);
  return formatLayout(buildLayout(chosen, message, input));
}

const words = (many: number, about = 'word'): string => Array.from({ length: many }, () => about).join(' ');
const relevant = (n: number, text: string): ScoredItem => scored(item(n, text), n);
const kept = (input: FitInput): string[] => fit(input).chosen.map(({ scored: one }) => one.item.id);

describe('fit', () => {
  test('keeps everything that fits', () => {
    const items = [relevant(1, 'a'), relevant(2, 'b')];
    expect(fit(fitting(items, 500))).toMatchObject({ dropped: [], message: { text: 'And now?' } });
    expect(kept(fitting(items, 500))).toHaveLength(2);
  });

  test('skips an item that does not fit, records why, and continues down the ranking', () => {
    const items = [relevant(1, words(70)), relevant(2, words(70)), relevant(3, words(10))];
    const { chosen, dropped } = fit(fitting(items, 150));
    expect(chosen.map(({ scored: { rank } }) => rank)).toEqual([1, 3]);
    expect(dropped).toMatchObject([{ decision: 'over_budget', scored: { rank: 2 } }]);
    expect(dropped[0]?.reason).toMatch(/^7\d tokens, \d+ left$/);
  });

  test('truncates an item that is too big for the budget, with an ellipsis, and records where', () => {
    const long = Array.from({ length: 60 }, (_, n) => `Sentence number ${n} says a little.`).join(' ');
    const { chosen } = fit(fitting([relevant(1, long), relevant(2, 'short')], 200));
    expect(chosen).toHaveLength(2);
    expect(chosen[0]?.text).toMatch(/little\. …$/);
    expect(chosen[0]?.text.startsWith(long.slice(0, chosen[0].cut))).toBe(true);
  });

  test('counts the ellipses between chunks of one crumb', () => {
    const pieces = Array.from({ length: 40 }, (_, n) => scored(item(1, 'a', { chunk: 2 * n, speaker: null }), n + 1));
    for (let cap = 40; cap < 160; cap += 7) expect(count(written(fitting(pieces, cap)))).toBeLessThanOrEqual(cap);
  });

  test('keeps the beginning of each message of the last exchanges, and at most half the cap of a pasted page', () => {
    const page = Array.from({ length: 12 }, (_, n) =>
      scored(item(8, words(50), { chunk: n }), 20 + n, { section: 'recent', recency: 2 + n }),
    );
    const question = scored(item(7, words(5, 'before')), 50, { section: 'recent', recency: 20 });
    const answer = scored(item(9, words(5, 'after'), { author: ASSISTANT }), 51, { section: 'recent', recency: 1 });
    const all = [relevant(1, words(60, 'old')), ...page, question, answer];
    const exchanges = new Set([...page, question, answer].map(({ item: one }) => itemKey(one)));
    const input = fitting(all, 400, { exchanges, overrides: { sections: [{ name: 'recent', max_tokens: 200 }] } });
    const text = written(input);
    for (const part of ['before', 'after', 'old']) expect(text).toContain(part);
    expect(fit(input).chosen.filter(({ scored: one }) => one.item.position === 8)).toHaveLength(3);
  });

  test('admits the last exchanges before items that rank higher', () => {
    const last = scored(item(9, words(40, 'recent'), { author: ASSISTANT }), 9, { section: 'recent', recency: 1 });
    const items = [...[1, 2, 3, 4].map((n) => relevant(n, words(30))), last];
    expect(kept(fitting(items, 100, { exchanges: new Set([itemKey(last.item)]) }))[0]).toBe(last.item.id);
  });

  test('gives each section its minimum, then fills sections by priority, never above their maximum', () => {
    const section = (name: SectionName, from: number): ScoredItem[] =>
      Array.from({ length: 10 }, (_, n) =>
        scored(item(from + n, words(18)), from + n, {
          section: name,
          ...(name === 'recent' ? { recency: n + 1 } : {}),
        }),
      );
    const items = [...section('relevant', 1), ...section('knowledge', 20), ...section('recent', 40)];
    const overrides: PlanOverrides = {
      sections: [
        { name: 'knowledge', max_tokens: 60, priority: 90 },
        { name: 'recent', min_tokens: 60, priority: 0 },
      ],
    };
    const { chosen } = fit(fitting(items, 300, { overrides }));
    const many = (name: SectionName): number => chosen.filter(({ scored: one }) => one.section === name).length;
    expect([many('knowledge'), many('recent')]).toEqual([2, 2]);
    expect(many('relevant') >= 6).toBe(true);
  });

  test('truncates the current message only if it is over the cap by itself', () => {
    const message = { speaker: 'User', text: words(90) };
    expect(fit(fitting([], 100, { message })).message.text).toBe(message.text);
    const tight = fit(fitting([relevant(1, 'a')], 60, { message }));
    expect([tight.message.text.endsWith('…'), tight.chosen.length]).toEqual([true, 0]);
    expect(tight.messageCut).toBeGreaterThan(100);
  });

  test('stays within the cap for a name of rare letters', () => {
    const message = { speaker: '𒀀'.repeat(48), text: 'hi' };
    expect(count(written(fitting([], 64, { message })))).toBeLessThanOrEqual(64);
  });

  test('admits no more items than an account has rows', () => {
    const many = Array.from({ length: 300 }, (_, n) => relevant(n + 1, `n${n}`));
    expect(kept(fitting(many, 100_000))).toHaveLength(250);
  });

  test('counts each text once, and the formatted text', () => {
    const items = Array.from({ length: 250 }, (_, n) => relevant(n + 1, words(20, `n${n}`)));
    const counting = jest.fn(count);
    fit(fitting(items, 2000, { count: counting }));
    expect(counting.mock.calls.length).toBeLessThanOrEqual(250 + 10);
  });

  test('fills the tokens that the formatted text needs less than estimated', () => {
    const items = Array.from({ length: 40 }, (_, n) =>
      scored(item(n + 1, words(8), { occurred_at: at(n, `2026-04-${String(1 + (n % 28)).padStart(2, '0')}`) }), n + 1),
    );
    const formatter: FitInput['formatter'] = {
      ...markdownFormatter,
      day: (date) => `${markdownFormatter.day(date)} and much more`,
    };
    const left = 300 - count(written(fitting(items, 300, { formatter })));
    expect([left >= 0, left < 30]).toEqual([true, true]);
  });

  test('handles 64,000 unbroken characters quickly', () => {
    const message = { speaker: 'User', text: 'y'.repeat(64_000) };
    expect(count(written(fitting([relevant(1, 'x'.repeat(64_000))], 300, { message })))).toBeLessThanOrEqual(300);
  });

  test('never exceeds the cap and always ends with the current message, for any input', () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.lorem({ mode: 'sentences', maxCount: 30 }),
        fc.constantFrom('ok', '\n\n\n', '{"a":[1,2]}\n'.repeat(20), '日本語の文。'.repeat(30), '🧵'.repeat(50)),
      )
      .map((one) => defuse(one) || 'x');
    const candidate = fc.record({
      text,
      section: fc.constantFrom<SectionName>('tools', 'knowledge', 'relevant', 'recent'),
      day: fc.constantFrom(TODAY, '2026-05-01', '2025-12-31'),
      pinned: fc.boolean(),
      speaker: fc.constantFrom('User', 'Someone with a long name', null),
      chunk: fc.nat(2),
    });
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 25 }),
        text,
        fc.integer({ min: 32, max: 600 }),
        (all, message, cap) => {
          const items = all.map((one, n) => {
            const place = one.section === 'recent' ? { recency: n + 1 } : {};
            return scored(
              item(Math.floor(n / 2) + 1, one.text, {
                chunk: (n % 2) * 3 + one.chunk,
                occurred_at: at(n, one.day),
                speaker: one.speaker,
                author: USER,
              }),
              n + 1,
              { section: one.section, ...place },
            );
          });
          const distinct = [...new Map(items.map((one) => [itemKey(one.item), one])).values()];
          const exchanges = new Set(
            distinct.filter((one, n) => one.section === 'recent' && all[n]?.pinned).map((one) => itemKey(one.item)),
          );
          const input = fitting(distinct, cap, { message: { speaker: 'User', text: message }, exchanges });
          const { chosen, dropped } = fit(input);
          const context = written(input);
          expect(count(context)).toBeLessThanOrEqual(cap);
          expect(context).toContain('## Current message\n');
          expect(chosen.length + dropped.length).toBe(distinct.length);
          expect(chosen.every(({ text: shown, scored: one }) => shown === one.item.text || shown.endsWith('…'))).toBe(
            true,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
