import type { EventRecord } from '../ledger/stored-rows';
import { LastChange } from './last-change';
import type { CommitListener } from './writer';

const event = (kind: EventRecord['kind'], position: number): EventRecord => ({ kind, position }) as EventRecord;

it('the last change is where the log ended at the start, and then the last event that is no creation', () => {
  let commit: CommitListener = () => undefined;
  const last = new LastChange(
    { onSkip: () => undefined, onCommit: (listener) => ((commit = listener), () => undefined) },
    7,
  );
  expect(last.position).toBe(7);
  commit(9, [event('created', 8), event('created', 9)]);
  expect(last.position).toBe(7);
  for (const [at, kind] of (['updated', 'erased', 'expired'] as const).entries()) {
    const position = 10 + 2 * at;
    commit(position + 1, [event(kind, position), event('created', position + 1)]);
    expect(last.position).toBe(position);
  }
});
