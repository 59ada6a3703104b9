import { asPayload, refuse, Session, singletonId, type Participant } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, versionKey } from '../ledger/stored-rows';
import { isSame } from './list-speakers';
import { isTrusted } from './session-rights';

/** A message that is about to be written. */
export interface SaidMessage {
  readonly caller: AuthenticatedCaller;
  /** Null: it belongs to no session. */
  readonly session: string | null;
  readonly author: Participant;
  /** Who may read it, as stored tokens. */
  readonly audience: readonly string[];
}

/** Who the author is in the session, as its record says; undefined: the session lists nobody, or not the author. */
function findMember({ caller: { workspace }, session, author }: SaidMessage, ledger: Ledger) {
  const crumb = ledger.crumbs.get(keyOf(workspace, singletonId(workspace, 'session', session ?? '')));
  if (!crumb || crumb.erased_at !== null) return undefined;
  const content = ledger.versions.get(versionKey(workspace, crumb.id, crumb.version));
  return asPayload(Session.name, content?.context)?.members?.find((one) => isSame(one, author));
}

/** Whether everybody, or every agent, may read it. */
const isForAll = ({ audience }: SaidMessage): boolean => typeof audienceOf(audience) === 'string';

/**
 * Refuses a message for everybody of somebody whom its session has muted or marked as absent: it would stand in the talk of all. To those who may
 * hear it, it can be said in private; operators may write anything.
 */
export function requireHeard(message: SaidMessage, ledger: Ledger): void {
  const { caller, session, author } = message;
  if (session === null || isTrusted(caller) || !isForAll(message)) return;
  const { muted = false, present = true } = findMember(message, ledger) ?? {};
  if (!muted && present) return;
  const what = present ? 'muted in' : 'absent from';
  throw refuse(
    'forbidden',
    `${author.kind} ${author.id} is ${what} the session ${session}, and so does not speak there: name those who may hear it in \`audience\`, or ask an operator.`,
  );
}
