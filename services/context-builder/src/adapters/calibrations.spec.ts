import { Calibrations } from './calibrations';

const calibration = { samples: 3, factor: 1.2, margin: 0.05 };
const unavailable = (): Promise<never> => Promise.reject(new Error('the store is unavailable'));

describe('Calibrations', () => {
  test('loads a calibration once and then remembers it', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.get('gpt', 1, () => Promise.resolve(calibration))).toEqual({
      learned: calibration,
      queries: 1,
    });
    expect(await calibrations.get('gpt', 1, unavailable)).toEqual({ learned: calibration, queries: 0 });
    expect(await calibrations.get('other', 0, unavailable)).toEqual({ learned: null, queries: 0 });
  });

  test('loads in the background for the next build when a build has no spare query', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.get('gpt', 0, () => Promise.resolve(calibration))).toEqual({ learned: null, queries: 0 });
    expect(await calibrations.get('gpt', 0, unavailable)).toEqual({ learned: calibration, queries: 0 });
  });

  test('fails only a build that waits for the calibration', async () => {
    const calibrations = new Calibrations();
    expect(await calibrations.get('gpt', 0, unavailable)).toEqual({ learned: null, queries: 0 });
    await expect(calibrations.get('gpt', 1, unavailable)).rejects.toThrow('unavailable');
  });
});
