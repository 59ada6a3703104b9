import { Fraction } from 'fraction.js';
import { type ExactNumber, toDigits } from './digits';
import { BadExpression } from './tokens';

/**
 * A fraction of whole numbers is exact: all decimals, and everything that is computed of them without roots, logarithms and angles. A number is floating
 * point, rounded to 15 digits.
 */
export type Value = ExactNumber | number;

/** Maximum number of digits of a whole number, and of each part of a fraction. */
const MOST_DIGITS = 1_000;
const MOST = 10n ** BigInt(MOST_DIGITS);

const tooManyDigits = (): BadExpression => new BadExpression(`A number has more than ${MOST_DIGITS} digits.`);

function limitDigits(value: ExactNumber): ExactNumber {
  if (value.n >= MOST || value.d >= MOST) throw tooManyDigits();
  return value;
}

const toNumber = (value: Value): number => (typeof value === 'number' ? value : Number(toDigits(value)));

function finite(value: number): number {
  if (Number.isNaN(value)) throw new BadExpression('The result is not a real number.');
  if (!Number.isFinite(value)) throw new BadExpression('The result is too large: more than 1.8e308.');
  return value;
}

/** Converts a floating point number that is whole and exact to a whole number. */
const normalise = (value: number): Value => (Number.isSafeInteger(finite(value)) ? new Fraction(BigInt(value)) : value);

/** Computes exactly where both values are exact and the result is a fraction, else in floating point. */
const operation =
  (exact: (a: ExactNumber, b: ExactNumber) => ExactNumber | null, floating: (a: number, b: number) => number) =>
  (a: Value, b: Value): Value => {
    const result = typeof a === 'number' || typeof b === 'number' ? null : exact(a, b);
    return result === null ? normalise(floating(toNumber(a), toNumber(b))) : limitDigits(result);
  };

const isZero = (value: Value): boolean => (typeof value === 'number' ? value === 0 : value.n === 0n);

function nonZero(b: Value, what: string): void {
  if (isZero(b)) throw new BadExpression(`${what} by zero.`);
}

const countDigits = (value: bigint): number => value.toString().length;

/** Null when the exponent is no whole number. Rejects results with too many digits before computing them. */
function power(a: ExactNumber, b: ExactNumber): ExactNumber | null {
  if (b.d !== 1n) return null;
  if (a.d === 1n && a.n <= 1n) return a.n === 0n && b.n > 0n ? a : new Fraction(b.n % 2n === 0n ? 1n : a.s * 1n);
  const longest = Math.max(countDigits(a.n), countDigits(a.d)) - 1;
  if (b.n > BigInt(MOST_DIGITS * 4) || longest * Number(b.n) > MOST_DIGITS) throw tooManyDigits();
  return a.pow(b);
}

/** The binary operators. */
export const OPERATIONS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': operation(
    (a, b) => a.add(b),
    (a, b) => a + b,
  ),
  '-': operation(
    (a, b) => a.sub(b),
    (a, b) => a - b,
  ),
  '*': operation(
    (a, b) => a.mul(b),
    (a, b) => a * b,
  ),
  '/': (a, b) => {
    nonZero(b, 'Division');
    return operation(
      (x, y) => x.div(y),
      (x, y) => x / y,
    )(a, b);
  },
  '%': (a, b) => {
    nonZero(b, 'Remainder of a division');
    return operation(
      (x, y) => x.sub(truncate(x.div(y)).mul(y)),
      (x, y) => x % y,
    )(a, b);
  },
  '^': (a, b) => {
    if (isZero(a) && toNumber(b) < 0) throw new BadExpression('Division by zero.');
    return operation(power, (x, y) => x ** y)(a, b);
  },
};

/** The negative of a value. */
export const negative = (value: Value): Value => (typeof value === 'number' ? -value : value.neg());

/** The value of digits such as `12.50` or `1e3`; exact. */
export function parseNumber(text: string): Value {
  if (!Number.isFinite(Number(text))) throw new BadExpression(`${text} is too large.`);
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const shift = Number(exponent) - decimals.length;
  if (Math.abs(shift) > MOST_DIGITS) throw tooManyDigits();
  const digits = BigInt(whole + decimals);
  return limitDigits(
    shift < 0 ? new Fraction(digits, 10n ** BigInt(-shift)) : new Fraction(digits * 10n ** BigInt(shift)),
  );
}

/** n! for whole numbers from 0 to 400. */
export function factorial(value: Value): Value {
  if (typeof value === 'number' || value.d !== 1n || value.s < 0n || value.n > 400n)
    throw new BadExpression('A factorial is taken of a whole number from 0 to 400.');
  let product = 1n;
  for (let n = 2n; n <= value.n; n += 1n) product *= n;
  return limitDigits(new Fraction(product));
}

const truncate = (value: ExactNumber): ExactNumber => new Fraction((value.s * value.n) / value.d);
const HALF = new Fraction(1n, 2n);

/** Rounds half away from zero: 1.005 to two places is 1.01, -2.5 is -3. */
function roundFraction(value: ExactNumber, places: number): ExactNumber {
  const scale = new Fraction(10n ** BigInt(places));
  return truncate(value.abs().mul(scale).add(HALF))
    .div(scale)
    .mul(new Fraction(value.s < 0n ? -1n : 1n));
}

/** The value of the decimal digits that a floating point number is shown with. */
const asShown = (value: number): ExactNumber => parseNumber(toDigits(Math.abs(value))) as ExactNumber;
const exactly = (value: Value): ExactNumber =>
  typeof value !== 'number' ? value : value < 0 ? asShown(value).neg() : asShown(value);

function round([x, places = new Fraction(0n)]: readonly Value[]): Value {
  const to = toNumber(places);
  if (!Number.isInteger(to) || to < 0 || to > 15) throw new BadExpression('round takes 0 to 15 places.');
  return roundFraction(exactly(x as Value), to);
}

const real =
  (of: (x: number) => number) =>
  ([x]: readonly Value[]): Value =>
    normalise(of(toNumber(x as Value)));
const whole =
  (of: (x: ExactNumber) => ExactNumber) =>
  ([x]: readonly Value[]): Value =>
    of(exactly(x as Value));
/** Below this, a sine of a multiple of pi is what floating point leaves of zero. */
const NOTHING = 1e-15;
const angle = (of: (x: number) => number): ((values: readonly Value[]) => Value) =>
  real((x) => (Math.abs(of(x)) < NOTHING ? 0 : of(x)));

const isLess = (a: Value, b: Value): boolean =>
  typeof a === 'number' || typeof b === 'number' ? toNumber(a) < toNumber(b) : a.compare(b) < 0;
const best =
  (is: (a: Value, b: Value) => boolean) =>
  (values: readonly Value[]): Value =>
    values.reduce((a, b) => (is(b, a) ? b : a));

interface MathFunction {
  readonly least: number;
  readonly most: number;
  readonly of: (values: readonly Value[]) => Value;
}

const one = (of: MathFunction['of']): MathFunction => ({ least: 1, most: 1, of });

/** Functions by name. A map, so that names such as `constructor` find nothing. */
export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map([
  ['abs', one(([x]) => (typeof x === 'number' ? Math.abs(x) : (x as ExactNumber).abs()))],
  ['sqrt', one(real(Math.sqrt))],
  ['cbrt', one(real(Math.cbrt))],
  ['exp', one(real(Math.exp))],
  ['ln', one(real(Math.log))],
  ['log10', one(real(Math.log10))],
  ['log2', one(real(Math.log2))],
  ['sin', one(angle(Math.sin))],
  ['cos', one(angle(Math.cos))],
  ['tan', one(angle(Math.tan))],
  ['asin', one(real(Math.asin))],
  ['acos', one(real(Math.acos))],
  ['atan', one(real(Math.atan))],
  ['floor', one(whole((x) => x.floor()))],
  ['ceil', one(whole((x) => x.ceil()))],
  ['trunc', one(whole(truncate))],
  ['round', { least: 1, most: 2, of: round }],
  ['min', { least: 1, most: 64, of: best(isLess) }],
  ['max', { least: 1, most: 64, of: best((a, b) => isLess(b, a)) }],
]);

/** Constants by name. */
export const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);
