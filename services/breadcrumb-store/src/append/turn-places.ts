import { contracts, refuse, responseId, type Participant } from '@crumbtrail/contracts';
import { requireFence, requireHeld } from './claims';
import type { Cause } from './insert';
import type { CommitJob, PreparedCreate } from './jobs';
import type { Caller } from '../identity/caller';
import type { Ledger } from './ledger';
import { isOwnService, POOL } from './own-service';
import { causeWithin, givenCause, requireAgreement, type Bound, type PlaceOf } from './place';
import { audienceTokens, keyOf, type TurnRecord } from './records';
import { causeOfResponse, responseAudience, runnerOf, turnAudience } from './store-crumbs';
import { closeTurn, turnClaim } from './turns';
import { readersOf } from './tool-requests';

function turnOf({ turn_id }: PreparedCreate, { workspace }: Caller, ledger: Ledger): TurnRecord {
  const turn = ledger.turns.get(keyOf(workspace, turn_id ?? ''));
  if (!turn) throw refuse('not_found', `No turn ${turn_id} in this workspace.`);
  return turn;
}

/** Refuses what comes after the end of a turn. */
export function requireOpen(turn: TurnRecord): void {
  if (turn.state !== 'open') throw refuse('turn_closed', `The turn ${turn.id} is not open.`);
}

const agentOf = (turn: TurnRecord): Participant => ({ kind: 'agent', id: turn.agent });

const notForYou = (turn: TurnRecord): Error =>
  refuse('wrong_writer', `The turn ${turn.id} is for ${turn.agent} (${turn.runner}) to answer, and for nobody else.`);

/** Only its agent answers a turn. Services speak for agents of the pool, operators for those that run in a loop of their own. */
function answererOf(write: PreparedCreate, turn: TurnRecord, { role }: Caller): Participant {
  const spokenFor = turn.runner === (role === 'service' ? 'pool' : 'service');
  const author = write.author ?? (spokenFor ? agentOf(turn) : null);
  if (author?.kind === 'agent' && author.id === turn.agent) return author;
  throw notForYou(turn);
}

/** Who works on a turn: the pool's service, or the agent as a service of its own. */
function workerOf(turn: TurnRecord, caller: Caller): Participant {
  const isPool = caller.role === 'service' && caller.principal === POOL && turn.runner === 'pool';
  const isSelf = isOwnService(caller) && caller.participant.id === turn.agent && turn.runner === 'service';
  if (isPool || isSelf) return agentOf(turn);
  throw notForYou(turn);
}

const rulesAudience = (schemaName: string): readonly string[] =>
  audienceTokens(contracts.get(schemaName)?.rules.audience ?? 'agents');

/** A context comes of its turn and is heard by whoever runs the agent. */
export const contextPlace: PlaceOf = (write, job, ledger) => {
  const turn = turnOf(write, job.caller, ledger);
  const { session, traceparent, trail_id, hop } = turn;
  const cause: Cause = { id: turn.id, version: 1, trail_id, hop };
  return {
    author: write.author as Participant,
    admit: () => {
      requireOpen(turn);
      requireFence(job, ledger);
    },
    bound: () => ({
      ...{ session, traceparent, cause, audience: turnAudience(turn, [turn.agent]) },
      recipient: runnerOf(turn),
    }),
  };
};

/** The one answer of a turn, which ends it. */
export const responsePlace: PlaceOf = (write, job, ledger) => {
  const turn = turnOf(write, job.caller, ledger);
  const { session, traceparent } = turn;
  return {
    author: answererOf(write, turn, job.caller),
    // A service may have run a turn twice, which is nobody's second answer; a loop that says something else is told so.
    exact: job.caller.role !== 'service',
    admit: () => {
      requireOpen(turn);
      requireFence(job, ledger, turn.id);
    },
    bound: () => {
      const audience = responseAudience(turn, rulesAudience(write.schema_name));
      return { session, traceparent, audience, cause: causeOfResponse(turn, ledger), recipient: runnerOf(turn) };
    },
    after: () => closeTurn(ledger, turn, { id: write.id, action: String(write.context['action']) }),
  };
};

/** What only the turn's agent, and who is to run a tool for it, may see. */
function boundInside(write: PreparedCreate, turn: TurnRecord, job: CommitJob, ledger: Ledger): Bound {
  const { session, traceparent, agent } = turn;
  const cause = causeWithin(causeOfResponse(turn, ledger), givenCause(write, job.caller, ledger));
  return { session, traceparent, cause, audience: readersOf(agent, write.context) };
}

/** One step of a turn, or a tool that it asks for. */
export const stepPlace: PlaceOf = (write, job, ledger) => {
  const turn = turnOf(write, job.caller, ledger);
  const { id, agent, runner } = turn;
  const ofRequest = {
    ...{ 'definition/id': turn.definition_id, 'definition/version': turn.definition_version },
    reply_to: runner === 'service' ? agent : 'pool',
  };
  return {
    author: workerOf(turn, job.caller),
    admit: () => {
      requireOpen(turn);
      requireHeld(job, ledger, turnClaim(id));
      const expected = { 'turn/id': id, agent, ...(write.identity === 'tool_request' ? ofRequest : {}) };
      requireAgreement(`the turn ${id}`, write.context, expected);
    },
    bound: () => boundInside(write, turn, job, ledger),
  };
};

/** Guards that the store alone watches. */
const STORES_OWN: ReadonlySet<unknown> = new Set(['hop_limit', 'rate_limit']);

const answersIn = (job: CommitJob, turn: TurnRecord): boolean =>
  job.writes.some((one) => one.op === 'create' && one.identity === 'response' && one.turn_id === turn.id);

/** That a guard ended a turn is left with the answer that says so, in one commit, and never without. */
function requireEnding(job: CommitJob, turn: TurnRecord, ledger: Ledger): void {
  const { workspace, id } = turn;
  if (!answersIn(job, turn)) throw refuse('turn_closed', `A guard ends its turn: leave the answer of ${id} with it.`);
  const answer = ledger.crumbs.get(keyOf(workspace, responseId(workspace, id)));
  if (answer && answer.created_position > ledger.attemptedFrom) return;
  requireOpen(turn);
  requireFence(job, ledger, id);
}

/** A guard that ended a turn. */
export const guardPlace: PlaceOf = (write, job, ledger) => {
  const turn = turnOf(write, job.caller, ledger);
  const { id, agent, session, traceparent } = turn;
  return {
    author: answererOf(write, turn, job.caller),
    admit: () => {
      requireEnding(job, turn, ledger);
      requireAgreement(`the turn ${id}`, write.context, { 'turn/id': id, agent });
      if (STORES_OWN.has(write.context['guard'])) {
        throw refuse('wrong_writer', `The guard ${String(write.context['guard'])} is the store's own.`);
      }
    },
    bound: () => {
      const cause = causeWithin(causeOfResponse(turn, ledger), givenCause(write, job.caller, ledger));
      return { session, traceparent, cause, audience: turnAudience(turn, rulesAudience(write.schema_name)) };
    },
  };
};
