import { toSql } from 'pgvector';

/** Postgres stores four bytes a number: further digits would be lost. */
const DIGITS = 7;

/** A vector as a parameter of type `vector`. */
export const encodeVector = (vector: readonly number[]): string =>
  toSql(vector.map((one) => Number(one.toPrecision(DIGITS)))) as string;
