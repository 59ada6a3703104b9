import { refuse, type ClaimReply, type CommitReply, type TurnView, type CommitResult } from '@crumbtrail/contracts';
import { claim } from './claims';
import { erase } from './erase';
import { update } from './update';
import { create } from './create';
import { settleDue } from './settle-due';
import type { CommitCommand, Command, PreparedWrite } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { openTurn } from '../turns/open-turn';
import { requestTurns } from '../turns/request-turns';
import { stopTurn } from '../turns/stop-turn';
import { nameFailedWrite } from '../commands/name-failed-write';

/** The result of a command, by its kind. */
export interface CommandResults {
  readonly commit: CommitReply;
  readonly 'request-turns': { readonly turns: readonly TurnView[] };
  readonly 'open-turn': { readonly turn: TurnView };
  readonly 'stop-turn': { readonly turn: TurnView };
  readonly claim: ClaimReply;
  readonly due: boolean;
}

export type CommandOutcome = { readonly result: CommandResults[Command['kind']] } | { readonly refusal: unknown };

function applyWrite(write: PreparedWrite, command: CommitCommand, ledger: Ledger): CommitResult {
  if (write.op === 'create') return create(write, command, ledger);
  return write.op === 'update' ? update(write, command, ledger) : erase(write, command, ledger);
}

const applyWrites = (command: CommitCommand, ledger: Ledger): CommitResult[] =>
  command.writes.map((write, at) =>
    nameFailedWrite(at, command.writes.length, () => applyWrite(write, command, ledger)),
  );

const callerKey = ({ caller: { participant } }: CommitCommand): string => `${participant.kind}:${participant.id}`;

/** A repeated idempotency key with the same request gets the first reply; nothing is done twice. */
function commit(command: CommitCommand, ledger: Ledger): CommitReply {
  const { idempotency, caller } = command;
  if (idempotency === null) return { results: applyWrites(command, ledger) };
  const { key, request_hash } = idempotency;
  const place = replyKey(command, key);
  const earlier = ledger.replies.get(place);
  if (earlier?.request_hash === '')
    throw refuse('erased', `What the idempotency key ${key} wrote was erased; to write it again, use a new key.`);
  if (earlier && earlier.request_hash !== request_hash) {
    throw refuse('idempotency_conflict', `The idempotency key ${key} was used for another request; use a new one.`);
  }
  if (earlier) return earlier.reply as CommitReply;
  const reply = { results: applyWrites(command, ledger) };
  const record = { workspace: caller.workspace, caller: callerKey(command), key, request_hash, reply };
  ledger.replies.set(place, { ...record, created_at: ledger.now });
  return reply;
}

/** Key of a stored reply. Callers have separate idempotency keys. */
export const replyKey = (command: CommitCommand, key: string): string =>
  `${command.caller.workspace}/${callerKey(command)}/${key}`;

function decide(command: Command, ledger: Ledger): CommandResults[Command['kind']] {
  if (command.kind === 'commit') return commit(command, ledger);
  if (command.kind === 'request-turns') return requestTurns(command, ledger);
  if (command.kind === 'open-turn') return openTurn(command, ledger);
  if (command.kind === 'stop-turn') return stopTurn(command, ledger);
  return command.kind === 'claim' ? claim(command, ledger) : settleDue(command, ledger);
}

/**
 * Decides a group of commands in order, each on the state that those before it produced. A refused command leaves no trace.
 * The ledger then holds the rows to write.
 */
export function append(commands: readonly Command[], ledger: Ledger): CommandOutcome[] {
  return commands.map((command) => {
    try {
      return { result: ledger.attempt(() => decide(command, ledger)) };
    } catch (refusal) {
      return { refusal };
    }
  });
}
