import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { rollDice } from './roll';

/** Returns the given rolls, repeatedly. */
const loaded = (...faces: readonly number[]) => {
  let at = 0;
  return () => faces[at++ % faces.length] as number;
};

describe('dice', () => {
  it.each([
    ['2d6+3', [4, 5], 12],
    ['d20', [17], 17],
    ['d%', [100], 100],
    ['4d6kh3', [3, 5, 1, 4], 12],
    ['4d6k3', [3, 5, 1, 4], 12],
    ['4d6dl1', [3, 5, 1, 4], 12],
    ['4d6dh1', [3, 5, 1, 4], 8],
    ['2d20kl1', [17, 3], 3],
    ['2D20KH1 - 1', [17, 3], 16],
    ['3d6!', [6, 6, 2, 1, 4], 19],
    ['2d6!kh1', [6, 3, 1], 6],
    ['2d6kh1!', [6, 3, 1], 6],
    ['1d4+1d6-2', [3, 5], 6],
    ['7', [1], 7],
    ['10-d6', [4], 6],
  ] as const)('%s of %j is %i', (notation, faces, total) => {
    expect(rollDice(notation, loaded(...faces)).total).toBe(total);
  });

  it('list every die as rolled, which were kept and what was added', () => {
    expect(rollDice('4d6kh3+2', loaded(3, 5, 1, 4))).toEqual({
      notation: '4d6kh3+2',
      total: 14,
      groups: [{ dice: '4d6kh3', rolled: [3, 5, 1, 4], kept: [5, 4, 3], subtotal: 12 }],
      modifier: 2,
    });
  });

  it.each([
    ['two dice', 'Write dice as 2d6+3'],
    ['', 'Write dice as'],
    ['101d6', '1 to 100 can be rolled'],
    ['0d6', '1 to 100 can be rolled'],
    ['d1', '2 to 1000 are possible'],
    ['d99999', '2 to 1000 are possible'],
    ['2d6kh3', 'Of 2 dice 3 cannot be kept'],
    ['1+'.repeat(30) + '1', 'More than 20 terms'],
    ['d6+9999999999', 'too large a number'],
    ['2d6kh', 'Write dice as'],
  ])('reject %s and explain the notation', (notation, wrong) => {
    expect(() => rollDice(notation, loaded(1))).toThrow(wrong);
  });

  it('that explode forever end', () => {
    expect(() => rollDice('1d6!', loaded(6))).toThrow('exploded more than 100 times');
  });

  it('show each face about equally often', () => {
    const { rolled } = rollDice('100d6', (sides) => randomInt(1, sides + 1)).groups[0] ?? { rolled: [] };
    expect(new Set(rolled)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it('never keep a die that was not rolled, and always add up', () => {
    const group = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 2, max: 20 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 5 }), (groups) => {
        const notation = groups.map(([n, m, keep]) => `${n}d${m}${keep ? `kh${n}` : ''}`).join('+');
        const thrown = rollDice(notation, (sides) => randomInt(1, sides + 1));
        expect(thrown.total).toBe(thrown.groups.flatMap(({ kept }) => kept).reduce((a, b) => a + b, 0));
        for (const [at, { rolled, kept }] of thrown.groups.entries()) {
          expect([...kept].sort()).toEqual([...rolled].sort());
          for (const face of rolled) expect(face).toBeLessThanOrEqual((groups[at] as number[])[1] as number);
        }
      }),
    );
  });
});
