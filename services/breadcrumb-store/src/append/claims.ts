import { turnClaimKey, parseTurnClaimKey, parseToolClaimKey, refuse, type ClaimReply } from '@crumbtrail/contracts';
import type { ClaimCommand, CommitCommand } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type ClaimRecord, type TurnRecord } from '../ledger/stored-rows';
import { isAgentService } from '../identity/agent-services';
import { findToolRequest } from './tool-requests';

const ANY_AGENT = '*';

/** The name under which a caller holds claims: replicas of a service share one, and so do the keys of a participant. */
const holderOf = ({ principal, role, participant: { kind, id } }: AuthenticatedCaller): string =>
  role === 'service' ? principal : `${kind}:${id}`;

/** The name under which a caller holds claims, and the agents whose turns it may claim: an agent its own, an operator any. */
export function claimRights(
  caller: AuthenticatedCaller,
): Pick<ClaimCommand, 'holder' | 'turnsOfAgent' | 'runsToolsOf'> {
  const { role, participant } = caller;
  const { kind, id } = participant;
  const holder = holderOf(caller);
  if (role === 'service') return { holder };
  if (role === 'operator') return { holder, turnsOfAgent: ANY_AGENT };
  const tools = isAgentService(caller) ? { runsToolsOf: id } : {};
  if (kind === 'agent') return { holder, turnsOfAgent: id, ...tools };
  throw refuse(
    'forbidden',
    `Turns are claimed with a key of their agent or of an operator; this key is of ${kind} ${id}.`,
  );
}

function grant(command: ClaimCommand, fence: number, ledger: Ledger): Extract<ClaimReply, { granted: true }> {
  const { workspace, key, holder, ttl_ms } = command;
  const until = new Date(Date.parse(ledger.now) + ttl_ms).toISOString();
  ledger.claims.set(keyOf(workspace, key), { workspace, key, holder, fence, until });
  return { granted: true, fence, until };
}

function renew(command: ClaimCommand, held: ClaimRecord | undefined, ledger: Ledger): ClaimReply {
  if (held?.fence !== command.fence || held.holder !== command.holder) throw staleFence(command.key);
  return grant(command, command.fence as number, ledger);
}

const staleFence = (key: string): Error =>
  refuse('stale_fence', `The claim ${key} is held by another process now, or its work is done; stop working on it.`);

/** An agent's service may claim only the tool requests that name it as their runner. */
function requireRunnableRequest({ workspace, runsToolsOf }: ClaimCommand, id: string, ledger: Ledger): void {
  const request = findToolRequest(workspace, id, ledger);
  if (request?.payload.runner !== runsToolsOf)
    throw refuse('not_found', `No tool request ${id} for ${runsToolsOf} to run.`);
}

/** Agents and operators may claim only turns of agents that run their own loop, and tool requests that the agent runs. */
function requireClaimable(command: ClaimCommand, ledger: Ledger): void {
  const { key, workspace, turnsOfAgent, runsToolsOf } = command;
  if (turnsOfAgent === undefined) return;
  const request = parseToolClaimKey(key);
  if (request !== null && runsToolsOf !== undefined) return requireRunnableRequest(command, request, ledger);
  const id = parseTurnClaimKey(key);
  if (id === null) throw refuse('forbidden', 'Only services may claim anything other than a turn (`turn:<id>`).');
  const turn = ledger.turns.get(keyOf(workspace, id));
  if (!turn) throw refuse('not_found', `No turn ${id} in this workspace.`);
  if (turnsOfAgent !== ANY_AGENT && turn.agent !== turnsOfAgent)
    throw refuse('not_found', `No turn ${id} of ${turnsOfAgent}.`);
  if (turn.runner !== 'service') throw refuse('wrong_runner', `The turn ${id} of ${turn.agent} is run by the pool.`);
}

/** Later claims on a key have higher fences. */
const nextFence = ({ fence_step }: ClaimCommand, held: ClaimRecord | undefined): number =>
  (held?.fence ?? 0) + fence_step;

/** Milliseconds after which a claim on a turn that has left its lane is tried again. */
const LANE_AGAIN_MS = 1_000;

/** A turn that left its lane while it waited for a person continues once the lane is free again. */
const isOutOfLane = (turn: TurnRecord | undefined): boolean =>
  turn !== undefined && turn.opened_at !== null && turn.state !== 'open';

/**
 * Grants a free claim, or renews the caller's own. At most one fence is valid for a key at any time. Fences rise by random
 * steps, so that nobody can guess the fence of another.
 */
export function claim(command: ClaimCommand, ledger: Ledger): ClaimReply {
  requireClaimable(command, ledger);
  const turn = parseTurnClaimKey(command.key);
  if (turn !== null && ledger.turns.get(keyOf(command.workspace, turn))?.state === 'closed') {
    throw refuse('turn_closed', `The turn ${turn} is closed; there is nothing left to do.`);
  }
  const held = ledger.claims.get(keyOf(command.workspace, command.key));
  if (command.fence !== null) return renew(command, held, ledger);
  if (turn !== null && isOutOfLane(ledger.turns.get(keyOf(command.workspace, turn))))
    return { granted: false, retry_in_ms: LANE_AGAIN_MS };
  if (held && held.until > ledger.now) {
    return { granted: false, retry_in_ms: Date.parse(held.until) - Date.parse(ledger.now) };
  }
  const granted = grant(command, nextFence(command, held), ledger);
  return held ? granted : { ...granted, is_first: true };
}

/** Refuses a write under a claim that the caller does not hold now. A write that names no claim needs none. */
export function requireFence(command: CommitCommand, ledger: Ledger): void {
  if (command.fence !== null) requireClaim(command, ledger, command.fence.key);
}

/** Refuses a write that does not carry the current claim of this key, granted to the caller, also when there is none. */
export function requireClaim({ caller, fence }: CommitCommand, ledger: Ledger, key: string): void {
  const held = ledger.claims.get(keyOf(caller.workspace, key));
  const isHeld = held !== undefined && held.fence === fence?.fence && held.holder === holderOf(caller);
  if (!isHeld || fence?.key !== key) throw staleFence(key);
}

/**
 * Refuses the end of a turn without the claim on that turn and no other. Only services, which NATS knows by their users, may end a turn
 * that nobody has claimed.
 */
export function requireTurnClaim(command: CommitCommand, ledger: Ledger, turn: string): void {
  const key = turnClaimKey(turn);
  const { caller, fence } = command;
  const isUnclaimed = fence === null && ledger.claims.get(keyOf(caller.workspace, key)) === undefined;
  if (caller.role !== 'service' || !isUnclaimed) requireClaim(command, ledger, key);
}
