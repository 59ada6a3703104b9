import { CrumbError } from '@crumbtrail/contracts';

/** A refusal that a workspace is being moved says more than that a cell is unavailable, and that more than that the other cells do not know the key. */
function rank(error: unknown): number {
  if (!(error instanceof CrumbError)) return 0;
  return error.code === 'moving' ? 3 : error.code === 'unauthenticated' ? 1 : 2;
}

/** The first answer of any cell. Where all refuse, the refusal that says most: `unauthenticated` only where every cell has said so. */
export async function findFirstCell<T>(lookUps: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(lookUps);
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.reduce((most: unknown, one: unknown) => (rank(one) > rank(most) ? one : most));
  }
}
