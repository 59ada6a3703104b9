import { accountRefs, accountRows } from './explain';

const account = {
  columns: ['id', 'version', 'decision', 'reason'],
  rows: [
    ['a', 1, 'kept', null],
    ['a', 1, 'duplicate_of', 'b'],
    ['a', 2, 'kept', null],
  ],
  beyond: 0,
};

test('rows are read by their columns, empty cells left out', () => {
  expect(accountRows(account)[0]).toEqual({ id: 'a', version: 1, decision: 'kept' });
});

test('a crumb that stands in several rows is read once a version', () => {
  expect(accountRefs(account)).toEqual([
    { id: 'a', version: 1 },
    { id: 'a', version: 2 },
  ]);
});
