import { contextDays } from '../format/days';
import * as fc from 'fast-check';
import { countTokens } from '@crumbtrail/hints';
import { ASSISTANT, item, scored } from '../../test/crumbs';
import { buildLayout } from '../format/layout';
import { formatLayout } from '../format/format';
import { markdownFormatter } from '../format/markdown';
import { itemKey, type ScoredItem } from '../gather/item';
import { resolvePlan } from '../plan/plan';
import { fit, type FitInput } from './fit';
import { findSupersedingTexts } from './superseding-texts';

const count = (text: string): number => countTokens(text, 'o200k_base');
const OLD = 'The dashboard runs on port 8443.';
const NEW = 'The dashboard now runs on port 9443.';

/** The older text ranks best, the newer one after other texts. */
const older = scored(item(1, OLD), 1);
const newer = scored(item(2, NEW), 9);

const superseded = (
  items: readonly ScoredItem[],
  message = 'Which port has the dashboard?',
  exchanges = new Set<string>(),
) => [...findSupersedingTexts(items, message, exchanges)].map(([key, by]) => [key, by.item.text]);

describe('superseding texts', () => {
  test('a newer text of the same author with another value supersedes the older one, whatever their ranks', () => {
    expect(superseded([older, newer])).toEqual([[itemKey(older.item), NEW]]);
    expect(superseded([newer, older])).toEqual([[itemKey(older.item), NEW]]);
  });

  test('of several, the newest supersedes; a value that holds again is not superseded', () => {
    const last = scored(item(3, 'The dashboard runs on port 7443.'), 3);
    expect(superseded([older, newer, last]).map(([, by]) => by)).toEqual([last.item.text, last.item.text]);
    const again = scored(item(3, OLD), 3);
    expect(superseded([older, newer, again])).toEqual([[itemKey(newer.item), OLD]]);
  });

  test.each([
    ['of another author', scored(item(2, NEW, { author: ASSISTANT }), 9)],
    ['that is a piece of a longer one', scored(item(2, NEW, { chunks: 2 }), 9)],
    ['about another subject', scored(item(2, 'The gateway now runs on port 9443.'), 9)],
  ])('a text %s supersedes nothing', (_what, other) => {
    expect(superseded([older, other])).toEqual([]);
  });

  test.each([
    ['has the older value', 'Who uses port 8443?'],
    ['asks about the past', 'Which port had the dashboard before?'],
  ])('nothing is superseded for a message that %s', (_what, message) => {
    expect(superseded([older, newer], message)).toEqual([]);
  });

  test('the last exchanges are not superseded', () => {
    expect(superseded([older, newer], 'Which port?', new Set([itemKey(older.item)]))).toEqual([]);
  });
});

function fitting(items: readonly ScoredItem[], cap: number, text = 'Which port has the dashboard?'): FitInput {
  const { sections } = resolvePlan([{ budget: { max_tokens: cap } }]).plan;
  const exchanges = new Set<string>();
  const message = { speaker: 'User', text };
  return {
    cap,
    sections,
    items,
    exchanges,
    message,
    calendar: contextDays('2026-05-08T00:00:00.000Z'),
    count,
    formatter: markdownFormatter,
  };
}

const textsOf = (input: FitInput): string[] => fit(input).chosen.map(({ scored: one }) => one.item.text);
/** Tokens of a context with all of these items. */
const budgetFor = (items: readonly ScoredItem[], text?: string): number => {
  const input = fitting(items, 10_000, text);
  const { chosen, message } = fit(input);
  return count(formatLayout(buildLayout(chosen, message, input), markdownFormatter));
};

describe('fit with superseded texts', () => {
  test('shows both where both fit, in the order of time', () => {
    const input = fitting([older, newer], 500);
    const { chosen, message, dropped } = fit(input);
    expect(dropped).toEqual([]);
    expect(formatLayout(buildLayout(chosen, message, input), markdownFormatter)).toMatch(/8443[^]*9443/);
  });

  test('keeps the newer one where only one fits, and says that it superseded the other', () => {
    const input = fitting([older, newer], budgetFor([newer]));
    expect(textsOf(input)).toEqual([NEW]);
    const [dropped] = fit(input).dropped;
    expect(dropped).toMatchObject({ decision: 'superseded', scored: { rank: 1 } });
    expect(dropped?.reason).toMatch(new RegExp(`^by the newer text ${newer.item.id}: \\d+ tokens, \\d+ left$`));
  });

  test('keeps the older one alone where the message asks for it', () => {
    const text = 'Was it 8443 before?';
    expect(textsOf(fitting([older, newer], budgetFor([older], text), text))).toEqual([OLD]);
  });

  test('an older text never enters without the newer one, and the budget holds, at any budget and in any company', () => {
    const company = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 30 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(company, fc.integer({ min: 64, max: 400 }), (others, cap) => {
        const more = others.map(([length, rank], at) => scored(item(at + 10, 'word '.repeat(length).trim()), rank));
        const items = [older, newer, ...more].sort((a, b) => a.rank - b.rank);
        const input = fitting(items, cap);
        const { chosen, message } = fit(input);
        const texts = chosen.map(({ scored: one }) => one.item.text);
        expect(count(formatLayout(buildLayout(chosen, message, input), markdownFormatter))).toBeLessThanOrEqual(cap);
        expect(texts.includes(OLD) && !texts.includes(NEW)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
