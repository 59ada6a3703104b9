import { Health, TransientError } from '@crumbtrail/platform';
import { GracefulAbort } from './shutdown-signal';

describe('GracefulAbort', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets turns finish for 24 s, then aborts them', () => {
    const health = new Health();
    const leaving = new GracefulAbort(health);
    health.beginDraining();
    jest.advanceTimersByTime(23_900);
    expect(leaving.signal.aborted).toBe(false);
    jest.advanceTimersByTime(100);
    expect(leaving.signal.aborted).toBe(true);
    expect(leaving.signal.reason).toBeInstanceOf(TransientError);
  });
});
