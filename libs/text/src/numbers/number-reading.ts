import type { NumberWords } from '../languages/number-words';

/** What a word, or a part of one, says of a number. Of a word that only joins, the value is null; a zero within a number joins, too. */
export interface NumberPart {
  readonly value: number | null;
  /** Does it multiply what stands before it? */
  readonly multiplies: boolean;
}

/** Numbers from here on multiply those in digits: `15 million`. */
const LEAST_SCALE = 1_000;

/** Smaller numbers are articles, pronouns and parts of phrases: they are found by their words. */
const LEAST = 13;
/** Larger ones are of no text. */
const MOST = 1e12;

/** Is a number one that gets a key of its own? */
export const isTold = (value: number): boolean => Number.isInteger(value) && value >= LEAST && value < MOST;

/** How many a number leaves to be added: 10 for twenty, 100 for three hundred, 1 for three. */
function roomOf(value: number, { byTwenty = false }: NumberWords): number {
  if (byTwenty && value < 100 && value % 20 === 0) return 20;
  let room = 1;
  while (value % (room * 10) === 0) room *= 10;
  return room;
}

/** The number that words say one after the other. */
export class NumberReading {
  private readonly parts: number[] = [];
  private isJoined = false;
  private count = 0;

  constructor(private readonly grammar: NumberWords) {}

  get value(): number {
    return this.parts.reduce((sum, part) => sum + part, 0);
  }

  /** How many parts it has that are numbers. */
  get size(): number {
    return this.count;
  }

  /** Adds what follows; false where that is no part of the same number. */
  add({ value, multiplies }: NumberPart): boolean {
    if (value === null || value === 0) {
      const canJoin = this.count > 0 && !this.isJoined;
      this.isJoined = true;
      return canJoin;
    }
    const isPart = multiplies ? this.multiply(value) : this.append(value);
    this.isJoined = false;
    this.count += 1;
    return isPart;
  }

  /** Adds a number in digits: one that a larger one multiplies. */
  addDigits(value: number): boolean {
    this.count += 1;
    return this.parts.push(value) === 1;
  }

  /** Would a number in digits be multiplied by this? */
  static isScale = ({ value, multiplies }: NumberPart): boolean => multiplies && value !== null && value >= LEAST_SCALE;

  private append(value: number): boolean {
    const last = this.parts.at(-1);
    if (last === undefined) return this.parts.push(value) > 0;
    if (this.isBehindScale(last, value)) return this.replaceLast(last * value);
    if (value < roomOf(last, this.grammar)) return this.parts.push(value) > 0;
    return this.isTensBehindUnits(last, value) && this.replaceLast(last + value);
  }

  private isTensBehindUnits(last: number, value: number): boolean {
    const areJoined = this.isJoined ? value < 100 && value % 10 === 0 : value === 10;
    return this.grammar.unitsFirst === true && last < 10 && areJoined;
  }

  private isBehindScale(last: number, value: number): boolean {
    return this.grammar.scaleFirst === true && !this.isJoined && last >= 100 && value < last;
  }

  private replaceLast(value: number): boolean {
    this.parts[this.parts.length - 1] = value;
    return true;
  }

  private multiply(by: number): boolean {
    let factor = 0;
    while ((this.parts.at(-1) ?? by) < by) factor += this.parts.pop() as number;
    const product = Math.max(1, factor) * by;
    const last = this.parts.at(-1);
    if (last !== undefined && product >= roomOf(last, this.grammar)) return false;
    return this.parts.push(product) > 0;
  }
}

/** The number that parts say together; 0 where they are none. */
export function readNumber(parts: readonly NumberPart[], grammar: NumberWords): number {
  const reading = new NumberReading(grammar);
  return parts.every((part) => reading.add(part)) ? reading.value : 0;
}
