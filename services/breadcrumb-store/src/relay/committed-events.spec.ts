import type { EventRecord } from '../ledger/stored-rows';
import { CommittedEvents } from './committed-events';

const event = (position: number, kind: EventRecord['kind'] = 'created') => ({ position, kind }) as EventRecord;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => event(from + n));
const positions = (events: readonly EventRecord[] | null) => events?.map(({ position }) => position) ?? null;

describe('the committed events that are kept for the relay', () => {
  it('are read in order from where the relay is, up to the limit and the last position', () => {
    const committed = new CommittedEvents();
    committed.add(range(5, 6));
    committed.add(range(7, 9));
    expect(positions(committed.read(4, Infinity, 100))).toEqual([5, 6, 7, 8, 9]);
    expect(positions(committed.read(6, Infinity, 2))).toEqual([7, 8]);
    expect(positions(committed.read(5, 7, 100))).toEqual([6, 7]);
    expect(positions(committed.read(5, 5, 100))).toEqual([]);
  });

  it('are not used for what came before them or comes after them', () => {
    const committed = new CommittedEvents();
    expect(committed.read(0, Infinity, 100)).toBeNull();
    committed.add(range(5, 9));
    expect(committed.read(3, Infinity, 100)).toBeNull();
    expect(committed.read(9, Infinity, 100)).toBeNull();
  });

  it('never have a gap', () => {
    const committed = new CommittedEvents();
    committed.add(range(1, 3));
    committed.add(range(5, 6));
    expect(committed.read(0, Infinity, 100)).toBeNull();
    expect(positions(committed.read(4, Infinity, 100))).toEqual([5, 6]);
  });

  it('are at most the newest 1,024', () => {
    const committed = new CommittedEvents();
    committed.add(range(1, 1_000));
    committed.add(range(1_001, 1_100));
    expect(committed.read(75, Infinity, 1)).toBeNull();
    expect(positions(committed.read(76, Infinity, 1))).toEqual([77]);
  });

  it.each(['erased', 'expired'] as const)('are forgotten when one is %s, which changes stored events', (kind) => {
    const committed = new CommittedEvents();
    committed.add(range(1, 3));
    committed.add([event(4, kind)]);
    expect(committed.read(0, Infinity, 100)).toBeNull();
    expect(committed.read(3, Infinity, 100)).toBeNull();
    committed.add([event(5)]);
    expect(positions(committed.read(4, Infinity, 100))).toEqual([5]);
  });
});
