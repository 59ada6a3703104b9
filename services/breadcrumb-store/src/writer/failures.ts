import { CrumbError, refuse } from '@crumbtrail/contracts';
import { sqlStateOf } from '../database/sql-state';

/** Connection failures, shutdowns, and a standby that is not promoted yet: it is unknown whether the transaction was committed. */
const isOutcomeUnknown = (state: string | undefined): boolean =>
  state === undefined || /^(08|57|58|XX|25006)/.test(state);

/** SQLSTATE of a database whose disk is full. */
const DISK_FULL = '53100';

/** Was the transaction rolled back because of one of its commands, so that the others may be tried again? */
export const isSafeToRetry = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return error instanceof CrumbError || (state !== DISK_FULL && !isOutcomeUnknown(state));
};

/** The error for the caller when the database refused the rows or could not be reached. */
export function toCrumbError(error: unknown): CrumbError {
  if (error instanceof CrumbError) return error;
  const state = sqlStateOf(error);
  if (state === undefined || isOutcomeUnknown(state)) {
    const message =
      'The database could not be reached; it is unknown whether this was stored. Retry with the same idempotency key.';
    return new CrumbError({ code: 'unavailable', message }, { cause: error });
  }
  if (state === DISK_FULL) return diskFullError('The disk of the database is full.', error);
  if (/^(22|54)/.test(state)) {
    return new CrumbError(
      { code: 'invalid_payload', message: `The database cannot store this (${state}).` },
      { cause: error },
    );
  }
  return new CrumbError({ code: 'internal', message: `The database refused the write (${state}).` }, { cause: error });
}

/** The error for a command that was not stored because a disk is full; `reason` says which. */
export const diskFullError = (reason: string, cause: unknown): CrumbError => {
  const message = `${reason} Nothing was stored; send it again once there is space. Reading goes on.`;
  return new CrumbError({ code: 'disk_full', message }, { cause });
};

/** The error for commands that find the queue full or the writer closing. */
export const overloadedError = (): CrumbError =>
  refuse('overloaded', 'Too many writes are waiting; slow down and try again.');
