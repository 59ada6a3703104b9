import { CliError } from './cli-error';

/** The value of `--limit`. Throws a {@link CliError} with exit code 2 unless it is a whole number from 1 to `most`. */
export function parseLimit(limit: string, most: number): number {
  const count = /^\d{1,6}$/.test(limit) ? Number(limit) : NaN;
  if (count >= 1 && count <= most) return count;
  throw new CliError(`--limit must be a whole number from 1 to ${most} (got "${limit}").`, 2);
}
