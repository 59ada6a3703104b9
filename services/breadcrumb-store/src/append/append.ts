import { refuse, type ClaimReply, type CommitReply, type TurnView, type CommitResult } from '@crumbtrail/contracts';
import { claim } from './claims';
import { erase, update } from './change';
import { create } from './create';
import { fallDue } from './due';
import type { CommitJob, Job, PreparedWrite } from './jobs';
import type { Ledger } from './ledger';
import { openTurn } from './open-turn';
import { requestTurns } from './request-turns';
import { stopTurn } from './stop-turn';
import { whichWrite } from './which-write';

/** What a job gives, by its kind. */
export interface Results {
  readonly commit: CommitReply;
  readonly 'request-turns': { readonly turns: readonly TurnView[] };
  readonly 'open-turn': { readonly turn: TurnView };
  readonly 'stop-turn': { readonly turn: TurnView };
  readonly claim: ClaimReply;
  readonly due: boolean;
}

export type Outcome = { readonly result: Results[Job['kind']] } | { readonly refusal: unknown };

function one(write: PreparedWrite, job: CommitJob, ledger: Ledger): CommitResult {
  if (write.op === 'create') return create(write, job, ledger);
  return write.op === 'update' ? update(write, job, ledger) : erase(write, job, ledger);
}

const all = (job: CommitJob, ledger: Ledger): CommitResult[] =>
  job.writes.map((write, at) => whichWrite(at, job.writes.length, () => one(write, job, ledger)));

const callerOf = ({ caller: { participant } }: CommitJob): string => `${participant.kind}:${participant.id}`;

/** The same key and request again gets the first reply; nothing is done twice. */
function commit(job: CommitJob, ledger: Ledger): CommitReply {
  const { idempotency, caller } = job;
  if (idempotency === null) return { results: all(job, ledger) };
  const { key, request_hash } = idempotency;
  const place = replyKey(job, key);
  const earlier = ledger.replies.get(place);
  if (earlier && earlier.request_hash !== request_hash) {
    throw refuse('idempotency_conflict', `The idempotency key ${key} was used for another request; use a fresh one.`);
  }
  if (earlier) return earlier.reply as CommitReply;
  const reply = { results: all(job, ledger) };
  const record = { workspace: caller.workspace, caller: callerOf(job), key, request_hash, reply };
  ledger.replies.set(place, { ...record, created_at: ledger.now });
  return reply;
}

/** Key of a kept reply: another caller's same key is another key. */
export const replyKey = (job: CommitJob, key: string): string => `${job.caller.workspace}/${callerOf(job)}/${key}`;

function decide(job: Job, ledger: Ledger): Results[Job['kind']] {
  if (job.kind === 'commit') return commit(job, ledger);
  if (job.kind === 'request-turns') return requestTurns(job, ledger);
  if (job.kind === 'open-turn') return openTurn(job, ledger);
  if (job.kind === 'stop-turn') return stopTurn(job, ledger);
  return job.kind === 'claim' ? claim(job, ledger) : fallDue(job, ledger);
}

/**
 * Decides a group of requests in order, each on what those before it left. A refused one leaves nothing; the others never
 * notice it. What is to be written stands in the ledger afterwards.
 */
export function append(jobs: readonly Job[], ledger: Ledger): Outcome[] {
  return jobs.map((job) => {
    try {
      return { result: ledger.attempt(() => decide(job, ledger)) };
    } catch (refusal) {
      return { refusal };
    }
  });
}
