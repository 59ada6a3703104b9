import type { Fraction } from 'fraction.js';

/** A fraction of whole numbers; the types of its package name only the class for CommonJS. */
export type ExactNumber = InstanceType<typeof Fraction>;

/** Digits to which a value is rounded that has no end, or that is floating point. */
const ROUNDED = 15;
/** Most significant digits of a decimal with an end that is written in full. */
const MOST_DECIMAL_DIGITS = 34;

const countDigits = (value: bigint): number => value.toString().length;

function countFactors(value: bigint, factor: bigint): [count: number, rest: bigint] {
  let [count, rest] = [0, value];
  while (rest % factor === 0n) [count, rest] = [count + 1, rest / factor];
  return [count, rest];
}

/** A fraction as a decimal with an end; undefined where it has none, or more digits than anybody reads. */
function writeDecimal({ n, d }: ExactNumber): string | undefined {
  const [twos, odd] = countFactors(d, 2n);
  const [fives, rest] = countFactors(odd, 5n);
  const places = Math.max(twos, fives);
  if (rest !== 1n || places > MOST_DECIMAL_DIGITS) return undefined;
  const digits = ((n * 10n ** BigInt(places)) / d).toString().padStart(places + 1, '0');
  if (digits.replace(/^0+/, '').length > MOST_DECIMAL_DIGITS) return undefined;
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A fraction rounded to {@link ROUNDED} digits, half away from zero. */
function writeRounded({ n, d }: ExactNumber): string {
  const places = ROUNDED - (countDigits(n) - countDigits(d));
  const [up, down] = places >= 0 ? [n * 10n ** BigInt(places), d] : [n, d * 10n ** BigInt(-places)];
  const rounded = (2n * up + down) / (2n * down);
  return String(Number(Number(`${rounded}e${-places}`).toPrecision(ROUNDED)));
}

/** A value in digits: whole numbers and decimals with an end in full, others to 15 significant digits. */
export function toDigits(value: ExactNumber | number): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(ROUNDED)));
  const sign = value.s < 0n ? '-' : '';
  if (value.d === 1n) return `${sign}${value.n}`;
  return sign + (writeDecimal(value) ?? writeRounded(value));
}
