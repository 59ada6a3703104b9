/** Dice, as in `2d6+1`. */
export interface Dice {
  readonly count: number;
  readonly sides: number;
  readonly add: number;
}

/** Most dice of one roll. */
export const MAX_DICE = 100;
/** Most sides of a die. */
export const MAX_SIDES = 1_000_000;

const FORMULA = /^\s*(?:(\d{0,4})d)?(\d{1,8})\s*(?:([+-])\s*(\d{1,8}))?\s*$/i;

/** Reads `2d6+1`, `d20`, or `20` for one die of twenty sides; null: it is no such formula. */
export function parseDice(formula: string): Dice | null {
  const [, count, sides, sign, add] = FORMULA.exec(formula) ?? [];
  if (sides === undefined) return null;
  const dice = { count: Number(count || 1), sides: Number(sides), add: Number(`${sign ?? ''}${add ?? 0}`) };
  const isPossible = dice.count >= 1 && dice.count <= MAX_DICE && dice.sides >= 1 && dice.sides <= MAX_SIDES;
  return isPossible ? dice : null;
}

/** The sum of dice; `draw` gives a number in [0, 1) for each. */
export function sumDice({ count, sides, add }: Dice, draw: (die: number) => number): number {
  return Array.from({ length: count }, (_, die) => 1 + Math.floor(draw(die) * sides)).reduce((a, b) => a + b, add);
}
