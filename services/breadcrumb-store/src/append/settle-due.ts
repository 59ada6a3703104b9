import { contextId, contracts } from '@crumbtrail/contracts';
import { fireDue } from './fire-due';
import type { DueCommand } from '../commands/commands';
import { insertEvent } from '../ledger/insert-crumb';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { failedEnding } from '../turns/turn-crumbs';
import { endTurn, openNext } from '../turns/lanes';

/** Who let the time pass, as far as the log tells: nobody made a context, the agent's own service, or the pool with its model and tools. */
function explainDelay({ workspace, id, agent, runner, turn_seconds }: TurnRecord, ledger: Ledger): string {
  const what = `${agent} did not answer within ${turn_seconds} s`;
  if (!ledger.crumbs.get(keyOf(workspace, contextId(workspace, id))))
    return `${what}: nobody made its context; is the context-builder up?`;
  if (runner === 'service') return `${what}: it is run by a service or loop of its own; is that up?`;
  return `${what}: its model or a tool took longer (limits.turn_seconds of its definition), or the agent-executor is not up.`;
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
  // What is kept for some days is gone after them; what merely expired stays in the record, unseen.
  if (contracts.get(crumb.schema_name)?.rules.retention.class === 'days') ledger.emptied.push({ workspace, id: key });
  return true;
}

/** A message that a lane waited for was not decided on in time: the lane goes on without it. */
function releaseLane({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  ledger.setDue('lane', { workspace, key }, null);
  openNext(ledger, { workspace, lane: key });
  return true;
}

/** Does what falls due, once: what has been put off or has ended meanwhile is left alone. Says whether something was done. */
export function settleDue(command: DueCommand, ledger: Ledger): boolean {
  if (command.what === 'lane') return releaseLane(command, ledger);
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
