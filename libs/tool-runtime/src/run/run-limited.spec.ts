import { runLimited } from './run-limited';

const hangs = () => new Promise(() => undefined);

function given() {
  const [ended, stop] = [new AbortController(), new AbortController()];
  return { ended, stop, limits: { timeoutMs: 1_000, ended: ended.signal, stop: stop.signal } };
}

describe('a run', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends with what it gives, or throws', async () => {
    const { limits } = given();
    expect(await runLimited(async () => 3, limits)).toEqual({ kind: 'returned', value: 3 });
    const error = new Error('broke');
    expect(await runLimited(() => Promise.reject(error), limits)).toEqual({ kind: 'threw', error });
    expect(
      await runLimited(() => {
        throw error;
      }, limits),
    ).toEqual({ kind: 'threw', error });
  });

  it('ends at its time limit, though what runs goes on for ever', async () => {
    const end = runLimited(hangs, given().limits);
    jest.advanceTimersByTime(1_000);
    expect(await end).toEqual({ kind: 'timeout' });
  });

  it('tells what runs that its time is up, and never takes what it throws then for a failure', async () => {
    const heeding = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const end = runLimited(heeding, given().limits);
    jest.advanceTimersByTime(1_000);
    expect(await end).toEqual({ kind: 'timeout' });
  });

  it('ends when its turn does', async () => {
    const { limits, ended } = given();
    const end = runLimited(hangs, limits);
    ended.abort();
    expect(await end).toEqual({ kind: 'ended' });
  });

  it('does not begin when its turn is over already', async () => {
    const { limits, ended } = given();
    ended.abort();
    const work = jest.fn(hangs);
    expect(await runLimited(work, limits)).toEqual({ kind: 'ended' });
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects when it must stop here, for another to take over', async () => {
    const { limits, stop } = given();
    const end = runLimited(hangs, limits);
    stop.abort(new Error('leaving'));
    await expect(end).rejects.toThrow('leaving');
    await expect(runLimited(hangs, limits)).rejects.toThrow('leaving');
  });

  it('leaves no timer behind', async () => {
    await runLimited(async () => 1, given().limits);
    expect(jest.getTimerCount()).toBe(0);
  });
});
