/** `AbortSignal.timeout` takes whole milliseconds, and what is left of a time may be a fraction, or nothing. */
function afterTimeout(ms: number): Promise<'expired'> {
  return new Promise((resolve) => {
    AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve('expired'), { once: true });
  });
}

/**
 * The result of `work`; rejects with `late()` when it takes longer than `ms`. The work itself is not cancelled. The timer does not keep
 * the process alive and is not cleared early: use it for pings and shutdowns, not for something that happens a thousand times a second.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const first = await Promise.race([work.then((value) => ({ value })), afterTimeout(ms)]);
  if (first === 'expired') throw late();
  return first.value;
}

/** Waits for `work`, at most `ms`: true when it ended in time. Rejects when the work does. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const first = await Promise.race([work.then(() => 'ended' as const), afterTimeout(ms)]);
  return first === 'ended';
}
