import { CrumbError } from '@crumbtrail/contracts';
import { sqlStateOf } from './sql-state';

/** Connections that fail, a server that shuts down, starts or has no connection left, and a standby that is not promoted yet. */
const OUTAGE_STATES = /^(08|57P0|53300|25006)/;
const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** `pg` gives these without a code. */
const OUTAGE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/;

/** An error of TypeORM holds that of the driver. */
const driverError = (error: unknown): unknown => (error as { driverError?: unknown } | null)?.driverError ?? error;

function isOutage(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return OUTAGE_STATES.test(state);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return OUTAGE_CODES.has(String(code)) || OUTAGE_MESSAGES.test(String(message));
}

/** Why a request failed, where the database was away and will be back; undefined for any other error. */
export function explainOutage(error: unknown): string | undefined {
  const cause = driverError(error);
  const isUnknown = cause instanceof Error && !(cause instanceof CrumbError);
  return isUnknown && isOutage(cause) ? 'The database cannot be reached now; try again.' : undefined;
}
