import { mapOneByOne, type RestClock } from './map-one-by-one';

describe('mapOneByOne', () => {
  test('pauses only after long work, for as long as the work took, even if it failed', async () => {
    let now = 0;
    const rests: number[] = [];
    const clock: RestClock = {
      now: () => now,
      rest: (ms) => {
        rests.push(ms);
        return Promise.resolve();
      },
    };
    const work = (ms: number): number => {
      now += ms;
      return -ms;
    };
    expect(await mapOneByOne([1, 500, 20, 80], work, clock)).toEqual([-1, -500, -20, -80]);
    expect(rests).toEqual([500, 80]);
    const failing = (ms: number): never => {
      throw new Error(`${work(ms)}`);
    };
    await expect(mapOneByOne([300, 1], failing, clock)).rejects.toThrow('-300');
    expect(rests).toEqual([500, 80, 300]);
  });
});
