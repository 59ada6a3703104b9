import { refuse, type Issue, type Participant } from '@crumbtrail/contracts';
import { canSee } from '../ledger/can-see';
import type { Cause, NewCrumb } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { Caller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { invalid } from '../commands/require-storable';
import { keyOf } from '../ledger/stored-rows';
import type { CrumbSchema } from './crumb-schema';

/** What a crumb takes from where it belongs. */
export type PlacedFields = Pick<NewCrumb, 'cause' | 'audience' | 'session' | 'traceparent'> & {
  /** Who hears of it, where its schema names no field that says so. */
  readonly recipient?: string;
};

/** Where a new crumb belongs: a turn, a tool request, or nowhere in particular. */
export interface Placement {
  readonly author: Participant;
  /** Is the same id with another content refused? Else the one that is there stands, whatever it says. */
  readonly refusesOtherContent?: boolean;
  /** Refuses what may not be left here now; asked only of a crumb that is new. */
  requireAllowed(): void;
  fields(schema: CrumbSchema): PlacedFields;
  /** What follows once it is left. */
  afterwards?(): void;
}

/** Finds where a crumb belongs; refuses whoever may not write it there. */
export type PlaceCrumb = (write: PreparedCreate, command: CommitCommand, ledger: Ledger) => Placement;

/** The cause that the draft names, if it names one. */
export function findCause(write: PreparedCreate, caller: Caller, ledger: Ledger): Cause | null {
  if (write.cause === null) return null;
  const { id, version } = write.cause;
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || !canSee(caller, crumb) || (version ?? 1) > crumb.version) {
    throw refuse('not_found', `No crumb ${id}${version ? `, version ${version},` : ''} to be the cause.`);
  }
  return { id, version: version ?? crumb.version, trail_id: crumb.trail_id, hop: crumb.hop };
}

/**
 * The cause of what is made inside a turn: the one given, if it is of the same trail. Its depth is that of the turn's answer,
 * however many rounds it takes: rounds have a limit of their own.
 */
export function causeWithin(own: Cause, given: Cause | null): Cause {
  if (given === null) return own;
  if (given.trail_id === own.trail_id) return { ...given, hop: own.hop };
  const message = 'must be of the same trail as the turn';
  throw invalid('This crumb is made inside a turn.', [{ path: '/cause', rule: 'trail', message }]);
}

/** Refuses a payload that says something else than what it belongs to; each pair is what it says and what it should say. */
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
  if (issues.length > 0) throw invalid(`This does not agree with ${what}.`, issues);
}
