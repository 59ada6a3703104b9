import { Influence, List, ListRecentTurns, ListTrails, Trail } from '@crumbtrail/contracts';
import { ReadLogHead } from '@crumbtrail/contracts/operations/log-head';
import { requiredPosition } from './reader-admission';

const head = { epoch: 1, position: 100, wal_position: 9_000, last_change: 40, embedder: 'x', identity: null };

describe('the position that a reader must have', () => {
  it.each([
    ['without as_of: the end of the log', List, {}, 100],
    ['of an operation that is never as of a position: the end of the log', Influence, { id: 'x', as_of: 3 }, 100],
    ['with as_of: that position', List, { as_of: 60 }, 60],
    ['with as_of before the last change: that change', List, { as_of: 20 }, 40],
    ['with as_of after the end of the log: its end', List, { as_of: 200 }, 100],
    ['of an operation that no reader answers: the end of the log', ReadLogHead, {}, 100],
  ])('%s', (_title, operation, request, position) => {
    expect(requiredPosition(operation, request, head)).toEqual({ epoch: 1, position });
  });

  it.each([ListRecentTurns, ListTrails, Trail])(
    '$name shows turns, which change without a position: all that was committed',
    (operation) => {
      expect(requiredPosition(operation, {}, head)).toEqual({ epoch: 1, position: 100, wal_position: 9_000 });
    },
  );
});
