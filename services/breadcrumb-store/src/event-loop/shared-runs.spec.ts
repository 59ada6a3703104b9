import { SharedRuns } from './shared-runs';

describe('shared runs', () => {
  it('a call that arrives while a run is in progress gets the result of a later run, which it shares with the others', async () => {
    let begun = 0;
    const ends: (() => void)[] = [];
    const runs = new SharedRuns(async () => {
      const mine = (begun += 1);
      await new Promise<void>((resolve) => ends.push(resolve));
      return mine;
    });
    const first = runs.run();
    const late = [runs.run(), runs.run()];
    ends.shift()?.();
    expect(await first).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    const later = runs.run();
    ends.shift()?.();
    expect(await Promise.all(late)).toEqual([2, 2]);
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
    expect(await later).toBe(3);
  });

  it('a run that fails fails the calls that share it, and none that come later', async () => {
    let begun = 0;
    const runs = new SharedRuns(async () => {
      begun += 1;
      if (begun < 2) throw new Error('the database is away');
      return begun;
    });
    const first = runs.run();
    const second = runs.run();
    await expect(first).rejects.toThrow('away');
    expect(await second).toBe(2);
  });
});
