import { Calibrations } from './calibrations';

const taught = { samples: 3, factor: 1.2, margin: 0.05 };
const away = (): Promise<never> => Promise.reject(new Error('the store is away'));

describe('what bills taught', () => {
  test('is asked for once and then remembered', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.of('gpt', 1, () => Promise.resolve(taught))).toEqual({ learned: taught, queries: 1 });
    expect(await calibrations.of('gpt', 1, away)).toEqual({ learned: taught, queries: 0 });
    expect(await calibrations.of('other', 0, away)).toEqual({ learned: null, queries: 0 });
  });

  test('is learnt beside a build that has no room for a query, for the next one', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.of('gpt', 0, () => Promise.resolve(taught))).toEqual({ learned: null, queries: 0 });
    expect(await calibrations.of('gpt', 0, away)).toEqual({ learned: taught, queries: 0 });
  });

  test('fails a build that has to wait for it, and no other', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.of('gpt', 0, away)).toEqual({ learned: null, queries: 0 });
    await expect(calibrations.of('gpt', 1, away)).rejects.toThrow('away');
  });
});
