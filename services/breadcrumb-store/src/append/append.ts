import { refuse, type ClaimReply, type CommitReply, type TurnView, type CommitResult } from '@crumbtrail/contracts';
import { claim } from './claims';
import { erase, update } from './change';
import { create } from './create';
import { settleDue } from './settle-due';
import type { CommitCommand, Command, PreparedWrite } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { openTurn } from '../turns/open-turn';
import { requestTurns } from '../turns/request-turns';
import { stopTurn } from '../turns/stop-turn';
import { nameFailedWrite } from '../commands/name-failed-write';

/** What a job gives, by its kind. */
export interface CommandResults {
  readonly commit: CommitReply;
  readonly 'request-turns': { readonly turns: readonly TurnView[] };
  readonly 'open-turn': { readonly turn: TurnView };
  readonly 'stop-turn': { readonly turn: TurnView };
  readonly claim: ClaimReply;
  readonly due: boolean;
}

export type CommandOutcome = { readonly result: CommandResults[Command['kind']] } | { readonly refusal: unknown };

function applyWrite(write: PreparedWrite, job: CommitCommand, ledger: Ledger): CommitResult {
  if (write.op === 'create') return create(write, job, ledger);
  return write.op === 'update' ? update(write, job, ledger) : erase(write, job, ledger);
}

const applyWrites = (job: CommitCommand, ledger: Ledger): CommitResult[] =>
  job.writes.map((write, at) => nameFailedWrite(at, job.writes.length, () => applyWrite(write, job, ledger)));

const callerKey = ({ caller: { participant } }: CommitCommand): string => `${participant.kind}:${participant.id}`;

/** The same key and request again gets the first reply; nothing is done twice. */
function commit(job: CommitCommand, ledger: Ledger): CommitReply {
  const { idempotency, caller } = job;
  if (idempotency === null) return { results: applyWrites(job, ledger) };
  const { key, request_hash } = idempotency;
  const place = replyKey(job, key);
  const earlier = ledger.replies.get(place);
  if (earlier && earlier.request_hash !== request_hash) {
    throw refuse('idempotency_conflict', `The idempotency key ${key} was used for another request; use a fresh one.`);
  }
  if (earlier) return earlier.reply as CommitReply;
  const reply = { results: applyWrites(job, ledger) };
  const record = { workspace: caller.workspace, caller: callerKey(job), key, request_hash, reply };
  ledger.replies.set(place, { ...record, created_at: ledger.now });
  return reply;
}

/** Key of a kept reply: another caller's same key is another key. */
export const replyKey = (job: CommitCommand, key: string): string => `${job.caller.workspace}/${callerKey(job)}/${key}`;

function decide(job: Command, ledger: Ledger): CommandResults[Command['kind']] {
  if (job.kind === 'commit') return commit(job, ledger);
  if (job.kind === 'request-turns') return requestTurns(job, ledger);
  if (job.kind === 'open-turn') return openTurn(job, ledger);
  if (job.kind === 'stop-turn') return stopTurn(job, ledger);
  return job.kind === 'claim' ? claim(job, ledger) : settleDue(job, ledger);
}

/**
 * Decides a group of requests in order, each on what those before it left. A refused one leaves nothing; the others never
 * notice it. What is to be written stands in the ledger afterwards.
 */
export function append(jobs: readonly Command[], ledger: Ledger): CommandOutcome[] {
  return jobs.map((job) => {
    try {
      return { result: ledger.attempt(() => decide(job, ledger)) };
    } catch (refusal) {
      return { refusal };
    }
  });
}
