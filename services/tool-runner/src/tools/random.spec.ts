import fc from 'fast-check';
import { aCall } from '../../test/tool-call-fixture';
import { random } from './random';

const draw = (input: object) => random.run(input as Record<string, unknown>, aCall()) as Promise<number[]>;

describe('random', () => {
  it('draws whole numbers of the range, including both ends', async () => {
    const drawn = await draw({ min: -1, max: 1, count: 100 });
    expect(new Set(drawn)).toEqual(new Set([-1, 0, 1]));
  });

  it('draws fractions when asked to', async () => {
    const drawn = await draw({ min: 0, max: 0.5, integer: false, count: 50 });
    for (const one of drawn) expect(one >= 0 && one < 0.5).toBe(true);
    expect(new Set(drawn).size).toBe(50);
  });

  it('draws a pack of cards without drawing one twice', async () => {
    const drawn = await draw({ min: 1, max: 52, count: 52, unique: true });
    expect([...drawn].sort((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, at) => at + 1));
  });

  it('picks from choices', async () => {
    expect(new Set(await draw({ choices: ['red', 'blue'], count: 60 }))).toEqual(new Set(['red', 'blue']));
    expect((await draw({ choices: ['a', 'b', 'c'], count: 3, unique: true })).sort()).toEqual(['a', 'b', 'c']);
  });

  it('draws from the widest possible range, unique or not', async () => {
    const widest = { min: 0, max: 2 ** 48 - 2, count: 2 };
    for (const one of [...(await draw(widest)), ...(await draw({ ...widest, unique: true }))])
      expect(one >= 0 && one <= widest.max).toBe(true);
  });

  it.each([
    [{ min: 2, max: 1 }, 'min must not be greater than max'],
    [{ min: 0.5, max: 2 }, 'whole numbers'],
    [{ min: 0, max: 2 ** 50 }, 'must be smaller than'],
    [{ min: 1, max: 3, count: 4, unique: true }, 'Cannot draw 4 different values from 3'],
    [{ choices: ['a'], count: 2, unique: true }, 'Cannot draw 2 different values from 1'],
  ])('rejects %j with the reason', async (input, wrong) => {
    await expect(draw(input)).rejects.toThrow(wrong);
  });

  it('never leaves its range', async () => {
    const range = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 50 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(range, async ([min, more, unique]) => {
        const drawn = await draw({ min, max: min + more, unique, count: unique ? more + 1 : 20 });
        for (const one of drawn) expect(Number.isInteger(one) && one >= min && one <= min + more).toBe(true);
      }),
    );
  });
});
