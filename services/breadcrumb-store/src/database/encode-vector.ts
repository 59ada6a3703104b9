import { toSql } from 'pgvector';

/** Significant digits of a number in a `vector`, which has four bytes: further digits would be lost. */
const DIGITS = 7;

/**
 * Encodes a vector as a parameter of type `vector`. For the way back see `search/session-cache/text-chunk.ts`: vectors are read in
 * their binary form, which the `pgvector` package cannot decode.
 */
export const encodeVector = (vector: readonly number[]): string =>
  toSql(vector.map((one) => Number(one.toPrecision(DIGITS)))) as string;

/** Encodes whole numbers as a parameter of type `halfvec`, which has those up to 2,048 exactly. */
export const encodeWholeNumbers = (numbers: Iterable<number>): string => toSql([...numbers]) as string;
