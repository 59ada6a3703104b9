import { mapOneByOne, type RestClock } from './map-one-by-one';

describe('mapOneByOne', () => {
  test('pauses after long work for as long as it took, even if it failed, and after many short pieces of work only for what waits', async () => {
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
    rests.length = 0;
    await mapOneByOne([9, 9, 9, 9, 9, 9, 9], work, clock);
    expect(rests).toEqual([0, 0]);
    rests.length = 0;
    const failing = (ms: number): never => {
      throw new Error(`${work(ms)}`);
    };
    await expect(mapOneByOne([300, 1], failing, clock)).rejects.toThrow('-300');
    expect(rests).toEqual([300]);
  });
});
