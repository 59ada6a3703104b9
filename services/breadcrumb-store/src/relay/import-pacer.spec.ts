import { ImportPacer } from './import-pacer';

/** Imports of these durations, one after the other, on a clock of their own. */
async function pausesBetween(tookMs: readonly number[], isLive: boolean): Promise<number[]> {
  let now = 0;
  const pauses: number[] = [];
  const clock = {
    now: () => now,
    rest: (ms: number) => {
      now += ms;
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  const relay = { countAhead: () => 0, inspectSoon: () => undefined, isFailing: false };
  const pacer = new ImportPacer({ writer: { position: 0 }, relay }, clock);
  for (const ms of tookMs) {
    if (isLive) pacer.noteLive();
    await pacer.run(() => Promise.resolve((now += ms)));
  }
  return pauses;
}

describe('imports', () => {
  it('leave the store free for as long as each took, a second at most, while somebody is at work', async () => {
    expect(await pausesBetween([200, 3_000, 50, 10], true)).toEqual([200, 1_000, 50]);
  });

  it('follow each other at once while nobody is', async () => {
    expect(await pausesBetween([200, 3_000, 50], false)).toEqual([]);
  });
});
