import { BadExpression } from './tokens';

/** Whole numbers are exact at any size; others are floating point. */
export type Value = bigint | number;

/** Maximum number of digits of a whole number. */
const MOST_DIGITS = 1_000;
const MOST = 10n ** BigInt(MOST_DIGITS);

function limitDigits(value: bigint): bigint {
  if (value >= MOST || value <= -MOST) throw new BadExpression(`A number has more than ${MOST_DIGITS} digits.`);
  return value;
}

function finite(value: number): number {
  if (Number.isNaN(value)) throw new BadExpression('The result is not a real number.');
  if (!Number.isFinite(value)) throw new BadExpression('The result is too large: more than 1.8e308.');
  return value;
}

/** Converts a floating point number that is whole and exact to a whole number. */
const normalise = (value: number): Value => (Number.isSafeInteger(finite(value)) ? BigInt(value) : value);

type Whole = (a: bigint, b: bigint) => bigint | null;
type FloatOperation = (a: number, b: number) => number;

/** Computes exactly when both are whole numbers and the result is, else in floating point. */
const operation =
  (whole: Whole, floating: FloatOperation) =>
  (a: Value, b: Value): Value => {
    const exact = typeof a === 'bigint' && typeof b === 'bigint' ? whole(a, b) : null;
    return exact === null ? normalise(floating(Number(a), Number(b))) : limitDigits(exact);
  };

function nonZero(b: Value, what: string): void {
  if (Number(b) === 0) throw new BadExpression(`${what} by zero.`);
}

const digits = (value: bigint): number => (value < 0n ? -value : value).toString().length;

/** Null when the result is not exact. Rejects results with too many digits before computing them. */
function power(a: bigint, b: bigint): bigint | null {
  if (b < 0n) return null;
  if (a === 0n || a === 1n || a === -1n) return b === 0n ? 1n : a === -1n && b % 2n === 0n ? 1n : a;
  if (b > BigInt(MOST_DIGITS * 4) || (digits(a) - 1) * Number(b) > MOST_DIGITS)
    throw new BadExpression(`A number has more than ${MOST_DIGITS} digits.`);
  return a ** b;
}

/** The binary operators. */
export const OPERATIONS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': operation(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  '-': operation(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  '*': operation(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  '/': (a, b) => {
    nonZero(b, 'Division');
    return operation(
      (x, y) => (x % y === 0n ? x / y : null),
      (x, y) => x / y,
    )(a, b);
  },
  '%': (a, b) => {
    nonZero(b, 'Remainder of a division');
    return operation(
      (x, y) => x % y,
      (x, y) => x % y,
    )(a, b);
  },
  '^': (a, b) => {
    if (Number(a) === 0 && Number(b) < 0) throw new BadExpression('Division by zero.');
    return operation(power, (x, y) => x ** y)(a, b);
  },
};

/** The negative of a value. */
export const negative = (value: Value): Value => -value;

/** n! for whole numbers from 0 to 400. */
export function factorial(value: Value): Value {
  if (typeof value !== 'bigint' || value < 0n || value > 400n)
    throw new BadExpression('A factorial is taken of a whole number from 0 to 400.');
  let product = 1n;
  for (let n = 2n; n <= value; n += 1n) product *= n;
  return limitDigits(product);
}

const real =
  (of: (x: number) => number) =>
  ([x]: readonly Value[]): Value =>
    normalise(of(Number(x)));
const wholeStays =
  (of: (x: number) => number) =>
  ([x]: readonly Value[]): Value =>
    typeof x === 'bigint' ? x : normalise(of(Number(x)));
const best =
  (is: (a: Value, b: Value) => boolean) =>
  (values: readonly Value[]): Value =>
    values.reduce((a, b) => (is(b, a) ? b : a));

function round([x, places = 0n]: readonly Value[]): Value {
  const to = Number(places);
  if (!Number.isInteger(to) || to < 0 || to > 15) throw new BadExpression('round takes 0 to 15 places.');
  if (typeof x === 'bigint') return x;
  // Rounds decimal digits half away from zero: 1.005 to two places is 1.01, -2.5 is -3.
  const [mantissa, exponent = '0'] = String(Math.abs(Number(x))).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + to}`));
  const [m, e = '0'] = String(shifted).split('e');
  return normalise(Math.sign(Number(x)) * Number(`${m}e${Number(e) - to}`));
}

interface MathFunction {
  readonly least: number;
  readonly most: number;
  readonly of: (values: readonly Value[]) => Value;
}

const one = (of: MathFunction['of']): MathFunction => ({ least: 1, most: 1, of });

/** Functions by name. A map, so that names such as `constructor` find nothing. */
export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map([
  ['abs', one(([x]) => ((x as Value) < 0 ? negative(x as Value) : (x as Value)))],
  ['sqrt', one(real(Math.sqrt))],
  ['cbrt', one(real(Math.cbrt))],
  ['exp', one(real(Math.exp))],
  ['ln', one(real(Math.log))],
  ['log10', one(real(Math.log10))],
  ['log2', one(real(Math.log2))],
  ['sin', one(real(Math.sin))],
  ['cos', one(real(Math.cos))],
  ['tan', one(real(Math.tan))],
  ['asin', one(real(Math.asin))],
  ['acos', one(real(Math.acos))],
  ['atan', one(real(Math.atan))],
  ['floor', one(wholeStays(Math.floor))],
  ['ceil', one(wholeStays(Math.ceil))],
  ['trunc', one(wholeStays(Math.trunc))],
  ['round', { least: 1, most: 2, of: round }],
  ['min', { least: 1, most: 64, of: best((a, b) => a < b) }],
  ['max', { least: 1, most: 64, of: best((a, b) => a > b) }],
]);

/** Constants by name. */
export const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

/**
 * A value in digits: whole numbers in full, others to 15 significant digits, beyond which floating point is inexact.
 */
export function inDigits(value: Value): string {
  return typeof value === 'bigint' ? value.toString() : String(Number(value.toPrecision(15)));
}
