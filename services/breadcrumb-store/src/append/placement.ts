import { refuse, type CrumbAuthor, type Issue } from '@crumbtrail/contracts';
import { canSee } from '../ledger/can-see';
import type { Cause, NewCrumb } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { invalid } from '../commands/require-storable';
import { keyOf } from '../ledger/stored-rows';
import type { CrumbSchema } from './crumb-schema';

/** The fields of a new crumb that follow from where it belongs. */
export type PlacedFields = Pick<NewCrumb, 'cause' | 'audience' | 'session' | 'traceparent'> & {
  /** The recipient of its event, if that is not the one in the field that its schema names. Null: the event has no recipient. */
  readonly recipient?: string | null;
  /** The readers whose answers it may inform, where its placement decides that. */
  readonly informs?: readonly string[];
};

/** Where a new crumb belongs (a turn, a tool request, or neither), and what follows from that. */
export interface Placement {
  readonly author: CrumbAuthor;
  /** True: the same id with other content is refused. By default the existing crumb is returned, regardless of its content. */
  readonly refusesOtherContent?: boolean;
  /** Refuses a crumb that may not be written here now. Called only for a crumb that is new. */
  requireAllowed(): void;
  fields(schema: CrumbSchema): PlacedFields;
  /** Runs once the crumb is written. */
  afterwards?(): void;
}

/** Finds where a crumb belongs. Refuses a caller who may not write it there. */
export type PlaceCrumb = (write: PreparedCreate, command: CommitCommand, ledger: Ledger) => Placement;

/** The cause of the draft; null if it has none. Refuses a cause that the caller may not read. */
export function findCause(write: PreparedCreate, caller: AuthenticatedCaller, ledger: Ledger): Cause | null {
  if (write.cause === null) return null;
  const { id, version } = write.cause;
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || !canSee(caller, crumb) || (version ?? 1) > crumb.version) {
    throw refuse('not_found', `No crumb ${id}${version ? `, version ${version},` : ''} that could be the cause.`);
  }
  return { id, version: version ?? crumb.version, trail_id: crumb.trail_id, hop: crumb.hop };
}

/**
 * The cause of a crumb made inside a turn: the one that the draft names, if it is of the same trail, else the turn's own. Its
 * hop is that of the turn's answer, regardless of the number of rounds, which have a separate limit.
 */
export function causeWithin(own: Cause, given: Cause | null): Cause {
  if (given === null) return own;
  if (given.trail_id === own.trail_id) return { ...given, hop: own.hop };
  const message = 'must be of the same trail as the turn';
  throw invalid('This crumb is made inside a turn.', [{ path: '/cause', rule: 'trail', message }]);
}

/** Refuses a payload that contradicts what it belongs to. `expected` maps a path in the payload to the value it must have. */
export function requireAgreement(
  what: string,
  context: Record<string, unknown>,
  expected: Readonly<Record<string, unknown>>,
): void {
  const issues = Object.entries(expected).flatMap(([path, value]): Issue[] => {
    const said = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], context);
    return said === value ? [] : [{ path: `/context/${path}`, rule: 'agreement', message: `must be ${String(value)}` }];
  });
  if (issues.length > 0) throw invalid(`The payload contradicts ${what}.`, issues);
}
