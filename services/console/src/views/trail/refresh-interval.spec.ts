import type { TrailNode } from '@crumbtrail/contracts';
import { MAX_NODES, refreshInterval } from './refresh-interval';

const node = (schema_name: string, duration_ms?: number): TrailNode =>
  ({ schema_name, ...(duration_ms === undefined ? {} : { duration_ms }) }) as TrailNode;
const interval = (...nodes: readonly TrailNode[]): number => Number(refreshInterval(nodes));

describe('refreshInterval', () => {
  test('is shorter while a turn is open', () => {
    const open = interval(node('user.message.v1'), node('agent.turn.v1', 5), node('agent.turn.v1'));
    expect(open).toBeGreaterThan(0);
    expect(open).toBeLessThan(interval(node('user.message.v1'), node('agent.turn.v1', 5)));
  });

  test('a trail that is not loaded, or that is shown only in part, is not read again', () => {
    const long = Array.from({ length: MAX_NODES }, () => node('agent.turn.v1'));
    expect([refreshInterval(undefined), refreshInterval(long)]).toEqual([false, false]);
  });
});
