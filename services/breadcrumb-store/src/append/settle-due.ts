import { contextId, contracts } from '@crumbtrail/contracts';
import { settleApproval } from './approval-placement';
import { announceRequest } from './announce-request';
import { fireDue } from './fire-due';
import type { DueCommand } from '../commands/commands';
import { insertEvent } from '../ledger/insert-crumb';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { failedEnding } from '../turns/turn-crumbs';
import { endTurn, openNext } from '../turns/lanes';
import { fireRound } from '../turns/session-rounds';
import { leaveLane } from '../turns/waiting-turns';

/** Why a turn is late, according to the log: no context was built, or the service that runs the agent was too slow. */
function explainDelay({ workspace, id, agent, runner, turn_seconds }: TurnRecord, ledger: Ledger): string {
  const what = `${agent} did not answer within ${turn_seconds} s`;
  if (!ledger.crumbs.get(keyOf(workspace, contextId(workspace, id))))
    return `${what}: its context could not be built in time; see its dead letters, or check that the context-builder is up.`;
  if (runner === 'service') return `${what}: the agent runs in a separate service or loop; check that it is up.`;
  return `${what}: its model or a tool took longer than limits.turn_seconds of its definition, or the agent-executor is not up.`;
}

function endOverdueTurn({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  const turn = ledger.turns.get(keyOf(workspace, key));
  if (turn?.state !== 'open' || turn.deadline_at === null || turn.deadline_at > ledger.now) return false;
  endTurn(ledger, turn, failedEnding('error', 'deadline', explainDelay(turn, ledger)));
  return true;
}

function expireCrumb({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  const crumb = ledger.crumbs.get(keyOf(workspace, key));
  if (!crumb || crumb.erased_at !== null || crumb.expired_at !== null) return false;
  if (crumb.expires_at === null || crumb.expires_at > ledger.now) return false;
  ledger.crumbs.set(keyOf(workspace, key), { ...crumb, expired_at: ledger.now });
  insertEvent(ledger, crumb, 'expired', { recipient: null, traceparent: null, content_hash: crumb.content_hash });
  // Where the schema keeps crumbs for some days, the content is deleted; other expired crumbs stay stored, but hidden.
  if (contracts.get(crumb.schema_name)?.rules.retention.class === 'days') ledger.emptied.push({ workspace, id: key });
  return true;
}

/** The conductor did not decide in time about a message that a lane waited for: the lane continues without it. */
function releaseLane({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  ledger.setDue('lane', { workspace, key }, null);
  openNext(ledger, { workspace, lane: key });
  return true;
}

/** Frees the lane of a turn that has waited for a person as long as it may keep the lane. */
function freeLane({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  const turn = ledger.turns.get(keyOf(workspace, key));
  const until = turn?.approvals?.lane_until;
  if (until !== undefined && until > ledger.now) return false;
  ledger.setDue('lane-hold', { workspace, key }, null);
  return turn !== undefined && leaveLane(ledger, turn);
}

/** Settles what is due, once. Skips what was postponed or has ended meanwhile. Returns true if something was done. */
export function settleDue(command: DueCommand, ledger: Ledger): boolean {
  if (command.what === 'lane') return releaseLane(command, ledger);
  if (command.what === 'round') return fireRound(command, ledger);
  if (command.what === 'approval') return settleApproval(command, ledger);
  if (command.what === 'request') return announceRequest(command, ledger);
  if (command.what === 'lane-hold') return freeLane(command, ledger);
  if (command.what === 'timer' || command.what === 'schedule') return fireDue(command, ledger);
  const done = command.what === 'deadline' ? endOverdueTurn(command, ledger) : expireCrumb(command, ledger);
  const later = nextDueAt(command, ledger);
  if (later === null) ledger.setDue(command.what, command, null);
  return done;
}

function nextDueAt({ what, workspace, key }: DueCommand, ledger: Ledger): string | null {
  const turn = what === 'deadline' ? ledger.turns.get(keyOf(workspace, key)) : undefined;
  const crumb = what === 'expiry' ? ledger.crumbs.get(keyOf(workspace, key)) : undefined;
  const at = (turn?.state === 'open' ? turn.deadline_at : null) ?? crumb?.expires_at ?? null;
  return at !== null && at > ledger.now ? at : null;
}
