import { TransientError } from '@crumbtrail/platform';
import { ShutdownSignal } from './shutdown-signal';

describe('a process that is told to go', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets its turns finish for 24 s, then gives them back', () => {
    const leaving = new ShutdownSignal();
    leaving.onModuleDestroy();
    jest.advanceTimersByTime(23_900);
    expect(leaving.signal.aborted).toBe(false);
    jest.advanceTimersByTime(100);
    expect(leaving.signal.aborted).toBe(true);
    expect(leaving.signal.reason).toBeInstanceOf(TransientError);
  });
});
