import type { AccountItem } from '@crumbtrail/contracts';
import type { ContextDiff } from '@crumbtrail/contracts/operations/recorded-contexts';
import { toDiffRows } from './diff-table';

test('toDiffRows: the cause of an item names the side that lacks it', () => {
  const item = { id: 'x', decision: 'kept', section: 'Recent', tokens: 3 } as unknown as AccountItem;
  const diff = {
    added: [{ item, cause: 'over budget' }],
    removed: [{ item, cause: 'expired' }],
    moved: [],
    reworded: [],
  } as unknown as ContextDiff;
  expect(toDiffRows(diff, { a: 'the other context', b: 'this context' }).map(({ cause }) => cause)).toEqual([
    'not in the other context: over budget',
    'not in this context: expired',
  ]);
});
