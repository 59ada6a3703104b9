import type { ScopeStart } from '@crumbtrail/contracts';
import { at, found, item, source } from '../../test/crumbs';
import { markEnded } from './mark-ended';

const start = (level: string, position: number, name?: string): ScopeStart => ({
  level,
  position,
  occurred_at: at(position),
  ...(name === undefined ? {} : { name }),
});
const DAYS = [start('day', 10, 'Day 3'), start('phase', 15, 'Night 3'), start('day', 20, 'Day 4')];

/** Why each of these positions is outside, for a source with this limit. */
function reasons(since: string | undefined, scopes: readonly ScopeStart[] | undefined, ...positions: number[]) {
  const limited = source(since === undefined ? {} : { since });
  const all = positions.map((position, nth) =>
    found(item(position, 'x', { position, occurred_at: at(position) }), nth + 1, { source: limited }),
  );
  return markEnded(all, scopes).map(({ ended }) => ended);
}

describe('markEnded', () => {
  test('names the scope in which a text was said that has ended, or the one that began after it', () => {
    expect(reasons('day', DAYS, 5, 12, 21)).toEqual([
      'said before Day 4 began',
      'said in Day 3, which has ended',
      undefined,
    ]);
  });

  test('ends the scopes of other levels with a day, and a day with no other level', () => {
    expect(reasons('phase', DAYS, 16, 21)).toEqual(['said in Night 3, which has ended', undefined]);
    expect(reasons('day', DAYS.slice(0, 2), 12)).toEqual([undefined]);
  });

  test('counts scopes without a name', () => {
    expect(reasons('day', [start('day', 10), start('day', 20)], 12)).toEqual(['said before the current day began']);
  });

  test('limits to what came since the latest reply of the agent, whatever scope it was in', () => {
    expect(reasons('reply', [...DAYS, start('reply', 22)], 21, 23)).toEqual([
      "before the agent's latest reply",
      undefined,
    ]);
  });

  test('limits nothing where the session has entered no scope, or the source has no limit', () => {
    expect(reasons('day', [], 5)).toEqual([undefined]);
    expect(reasons('day', undefined, 5)).toEqual([undefined]);
    expect(reasons(undefined, DAYS, 5)).toEqual([undefined]);
  });

  test('orders what happened in the same millisecond by its position', () => {
    const begun = { ...start('day', 20, 'Day 4'), occurred_at: at(5) };
    expect(reasons('day', [begun], 5)).toEqual(['said before Day 4 began']);
  });
});
