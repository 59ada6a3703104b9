import type { AccountItem, PreviewReply } from '@crumbtrail/contracts';
import { compareBuilds, explainAbsence } from './config-effect';

const item = (id: string, decision: string, more: object = {}): AccountItem =>
  ({ id, section: 'recent', decision, tokens: 10, ...more }) as unknown as AccountItem;
const build = (cap: number, by_section: Record<string, number>, items: AccountItem[]): PreviewReply =>
  ({
    tokens: { total: Object.values(by_section).reduce((a, b) => a + b, 0), by_section },
    budget: { cap },
    items,
  }) as unknown as PreviewReply;

describe('compareBuilds', () => {
  const before = build(400, { recent: 30, tools: 5 }, [
    item('a', 'kept'),
    item('b', 'kept'),
    item('c', 'below_floor'),
    item('long', 'kept', { chunk: 1 }),
  ]);
  const after = build(200, { recent: 10, relevant: 8 }, [
    item('a', 'kept'),
    item('b', 'over_budget'),
    item('c', 'kept'),
    item('d', 'kept'),
    item('long', 'kept', { chunk: 2 }),
  ]);
  const effect = compareBuilds(before, after);

  it('lists the tokens of every section of either build', () => {
    expect(effect.sections).toEqual([
      { section: 'recent', before: 30, after: 10 },
      { section: 'tools', before: 5, after: 0 },
      { section: 'relevant', before: 0, after: 8 },
    ]);
    expect([effect.total, effect.cap]).toMatchObject([
      { before: 35, after: 18 },
      { before: 400, after: 200 },
    ]);
  });

  it('lists added and dropped items with the reason why the other build left them out', () => {
    expect(effect.added.map((one) => [one.id, explainAbsence(one)])).toEqual([
      ['c', 'not relevant enough'],
      ['d', 'not found by any source'],
      ['long', 'not found by any source'],
    ]);
    expect(effect.dropped.map((one) => [one.id, explainAbsence(one)])).toEqual([
      ['b', 'doesn’t fit the budget'],
      ['long', 'not found by any source'],
    ]);
  });

  it('finds no change between a build and itself', () => {
    expect(compareBuilds(before, before)).toMatchObject({ added: [], dropped: [] });
  });
});
