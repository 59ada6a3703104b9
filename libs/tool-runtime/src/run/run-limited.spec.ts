import { runLimited } from './run-limited';

const hangs = () => new Promise(() => undefined);

function given() {
  const [ended, stop] = [new AbortController(), new AbortController()];
  return { ended, stop, limits: { timeoutMs: 1_000, ended: ended.signal, stop: stop.signal } };
}

describe('runLimited', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends with the value or the error of the work', async () => {
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

  it('ends at its time limit even if the work never does', async () => {
    const end = runLimited(hangs, given().limits);
    jest.advanceTimersByTime(1_000);
    expect(await end).toEqual({ kind: 'timeout' });
  });

  it('aborts the work at its time limit and ignores what it throws then', async () => {
    const heeding = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const end = runLimited(heeding, given().limits);
    jest.advanceTimersByTime(1_000);
    expect(await end).toEqual({ kind: 'timeout' });
  });

  it('ends when the turn ends', async () => {
    const { limits, ended } = given();
    const end = runLimited(hangs, limits);
    ended.abort();
    expect(await end).toEqual({ kind: 'ended' });
  });

  it('does not start when the turn has already ended', async () => {
    const { limits, ended } = given();
    ended.abort();
    const work = jest.fn(hangs);
    expect(await runLimited(work, limits)).toEqual({ kind: 'ended' });
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects when the process must stop, so that another can take over', async () => {
    const { limits, stop } = given();
    const end = runLimited(hangs, limits);
    stop.abort(new Error('leaving'));
    await expect(end).rejects.toThrow('leaving');
    await expect(runLimited(hangs, limits)).rejects.toThrow('leaving');
  });

  it('does not count the time in which the work waits for somebody', async () => {
    const { limits } = given();
    let reply: (value: string) => void = () => undefined;
    const waiting = new Promise<string>((resolve) => (reply = resolve));
    const end = runLimited(async (_signal, time) => {
      await time.standStill(waiting);
      return hangs();
    }, limits);
    jest.advanceTimersByTime(400);
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(60_000);
    reply('now');
    await jest.advanceTimersByTimeAsync(999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await end).toEqual({ kind: 'timeout' });
  });

  it('leaves no timer running', async () => {
    await runLimited(async () => 1, given().limits);
    await runLimited(async (_signal, time) => {
      void time.standStill(Promise.resolve());
      return 1;
    }, given().limits);
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
