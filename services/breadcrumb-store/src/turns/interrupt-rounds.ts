import { UserMessage } from '@crumbtrail/contracts';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { endTurn } from './lanes';
import { endRounds, isInRounds } from './session-rounds';

/**
 * A person has written in a session: rounds that go on by themselves end, and agents that wait to speak in the second or a later one do
 * not. Who answers an earlier message of a person still speaks.
 */
export function interruptRounds(ledger: Ledger, message: CrumbRecord): void {
  const { workspace, session, id, author_kind: kind, author_id } = message;
  if (message.schema_name !== UserMessage.name || session === null) return;
  const inRounds = ledger.turns
    .all()
    .filter((turn) => turn.workspace === workspace && turn.session === session && turn.state !== 'closed')
    .filter(isInRounds)
    .filter(({ auto }) => auto.since !== id);
  for (const turn of inRounds) endRounds(ledger, turn);
  for (const { id: one } of inRounds.filter(({ state, auto }) => state === 'queued' && auto.number > 1)) {
    const turn = ledger.turns.get(keyOf(workspace, one));
    if (turn) endTurn(ledger, turn, { action: 'stopped', stopped_by: { kind, id: author_id } });
  }
}
