import { TransientError } from '@crumbtrail/platform';
import { ShutdownSignal } from './shutdown-signal';

describe('ShutdownSignal', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets turns finish for 24 s, then aborts them', () => {
    const leaving = new ShutdownSignal();
    leaving.onModuleDestroy();
    jest.advanceTimersByTime(23_900);
    expect(leaving.signal.aborted).toBe(false);
    jest.advanceTimersByTime(100);
    expect(leaving.signal.aborted).toBe(true);
    expect(leaving.signal.reason).toBeInstanceOf(TransientError);
  });
});
