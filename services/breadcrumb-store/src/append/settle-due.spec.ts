import { contextId, responseId } from '@crumbtrail/contracts';
import { numberedId, turnIdFor, W } from '../../test/ledgers';
import { WorkingTurn } from '../../test/working-turn';
import { append } from './append';
import type { CrumbRecord, TurnRecord } from '../ledger/stored-rows';
import { keyOf, versionKey } from '../ledger/stored-rows';

/** Returns the error text of the response that ends an overdue turn. */
function endOf({ ledger }: WorkingTurn, { context }: { context: boolean }): unknown {
  const key = keyOf(W, turnIdFor(0));
  const turn = ledger.turns.get(key) as TurnRecord;
  ledger.turns.set(key, { ...turn, deadline_at: '2000-01-01T00:00:00.000Z' });
  const id = contextId(W, turn.id);
  const some = ledger.crumbs.get(keyOf(W, numberedId(1))) as CrumbRecord;
  if (context) ledger.crumbs.set(keyOf(W, id), { ...some, id });
  append([{ kind: 'due', what: 'deadline', workspace: W, key: turn.id }], ledger);
  const end = ledger.versions.get(versionKey(W, responseId(W, turn.id), 1));
  return (end?.context as { error?: { message: string } } | undefined)?.error?.message;
}

describe('the error of an overdue turn names as too slow', () => {
  it.each([
    [
      'the context-builder, if there is no context',
      () => WorkingTurn.ofPool(),
      false,
      /its context could not be built in time; .* the context-builder is up/,
    ],
    [
      'the agent-executor, its model or a tool, if there is a context',
      () => WorkingTurn.ofPool(),
      true,
      /its model or a tool took longer .*agent-executor/,
    ],
    [
      'the service of an agent that runs its own loop',
      () => WorkingTurn.ofService(),
      true,
      /runs in a separate service or loop; check that it is up/,
    ],
  ] as const)('%s', (_who, work, context, message) => {
    expect(endOf(work(), { context })).toMatch(message);
  });
});
