import type { StatusReply } from '@crumbtrail/contracts';
import { recordWaiting, missingServices } from './missing-services';

type Durable = StatusReply['durables'][number];
const durable = (name: string, more: Partial<Durable> = {}): Durable => ({
  name,
  floor: 10,
  waiting: 1,
  pending: 0,
  ...more,
});
const status = (...durables: Durable[]): StatusReply => ({ relayed: 10, durables }) as unknown as StatusReply;
const conductor = durable('conductor');
const builder = durable('context-builder');
const executor = durable('agent-executor-contexts');

describe('which services hear', () => {
  test('all are there when each waits for work on a durable of its own', () => {
    expect(missingServices(status(conductor, builder, executor), new Map(), 0)).toEqual([]);
  });

  test('one that never waited is missing', () => {
    expect(missingServices(status(conductor, builder), new Map(), 0)).toEqual(['agent-executor']);
    expect(missingServices(status(conductor, builder, durable('agent-executors')), new Map(), 0)).toEqual([
      'agent-executor',
    ]);
  });

  test('one at work, that waited a moment ago, is there; after forty seconds without a pull it is not', () => {
    const busy = status(conductor, builder, durable('agent-executor', { waiting: 0, floor: 8 }));
    const seen = recordWaiting(status(conductor, builder, durable('agent-executor')), new Map(), 1_000);
    expect(missingServices(busy, seen, 2_000)).toEqual([]);
    expect(missingServices(busy, seen, 41_001)).toEqual(['agent-executor']);
  });

  test('one that has nothing to do and does not wait is missing at once', () => {
    const seen = recordWaiting(status(conductor, builder, executor), new Map(), 1_000);
    const gone = status(conductor, builder, { ...executor, waiting: 0 });
    expect(missingServices(gone, seen, 1_001)).toEqual(['agent-executor']);
  });
});
