import { contentHash, derivedId, SessionRound, type AutoRounds, type SessionRoundV1 } from '@crumbtrail/contracts';
import type { DueCommand } from '../commands/commands';
import { insertCrumb } from '../ledger/insert-crumb';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { EMPTY_FIELDS, STORE_SERVICE } from './turn-crumbs';

/** How long a round waits, milliseconds, for turns of its session that have nothing to do with it, before it looks again. */
const BUSY_AGAIN_MS = 1_000;

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** A turn that rounds follow. */
export type TurnInRounds = TurnRecord & { readonly auto: AutoRounds };

/** Whether rounds follow the turn. */
export const isInRounds = (turn: TurnRecord): turn is TurnInRounds => turn.auto !== null;

/** Plans the next round, some time after the turn that has just ended; every later turn of the round moves it. */
export function planRound(ledger: Ledger, { workspace, auto }: TurnInRounds): void {
  const { since: key, number, delay_seconds } = auto;
  ledger.setDue('round', { workspace, key: roundKey(key, number + 1) }, later(ledger.now, delay_seconds * 1_000));
}

/** Key of a due round: the message that began the rounds, and the number of the round. */
const roundKey = (since: string, number: number): string => `${since}/${number}`;

/** The message and the number in the key of a due round. */
export function parseRoundKey(key: string): { readonly since: string; readonly number: number } {
  const [since = '', number = ''] = key.split('/');
  return { since, number: Number(number) };
}

/** Ends the rounds that follow a turn: a person has stopped it. */
export function endRounds(ledger: Ledger, { workspace, auto }: TurnInRounds): void {
  const { since, number } = auto;
  ledger.setDue('round', { workspace, key: roundKey(since, number + 1) }, null);
  const waiting = ledger.turns.all().filter((turn) => turn.workspace === workspace && turn.state !== 'closed');
  for (const turn of waiting.filter((one) => one.auto?.since === since))
    ledger.turns.set(keyOf(workspace, turn.id), { ...turn, auto: null });
}

/** A turn that waits for a person has left its lane. */
const OCCUPYING: ReadonlySet<TurnRecord['state']> = new Set<TurnRecord['state']>(['queued', 'open']);

const isBusy = (ledger: Ledger, { workspace, session }: CrumbRecord): boolean =>
  ledger.turns
    .all()
    .some((turn) => turn.workspace === workspace && turn.session === session && OCCUPYING.has(turn.state));

/** Asks for the next round of a session once its turns are closed; the conductor decides who speaks, if anybody. */
export function fireRound({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  const { since, number } = parseRoundKey(key);
  const message = ledger.crumbs.get(keyOf(workspace, since));
  const isGone = !message || message.erased_at !== null || message.session === null;
  if (!isGone && isBusy(ledger, message)) {
    ledger.setDue('round', { workspace, key }, later(ledger.now, BUSY_AGAIN_MS));
    return false;
  }
  ledger.setDue('round', { workspace, key }, null);
  if (isGone) return false;
  insertRound(ledger, message, { since: { id: since }, number });
  return true;
}

/** The id of a round's crumb. */
export const roundId = (workspace: string, key: string): string => {
  const { since, number } = parseRoundKey(key);
  return derivedId(workspace, 'session_round', { context: { since: { id: since }, number } }) as string;
};

/** Every round has the message as its cause: rounds are bounded by their number, and would otherwise end at the hop limit. */
function insertRound(ledger: Ledger, message: CrumbRecord, context: SessionRoundV1): void {
  const { workspace, session, audience, trail_id, hop, traceparent } = message;
  const id = derivedId(workspace, 'session_round', { context }) as string;
  if (ledger.crumbs.get(keyOf(workspace, id))) return;
  insertCrumb(ledger, {
    ...EMPTY_FIELDS,
    workspace,
    session,
    audience,
    traceparent,
    id,
    context,
    schema_name: SessionRound.name,
    content_hash: contentHash(context),
    author: STORE_SERVICE,
    recipient: null,
    cause: { id: message.id, version: message.version, trail_id, hop },
  });
}
