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

describe('missing services', () => {
  test('no service is missing while each waits for work on its own durable consumer', () => {
    expect(missingServices(status(conductor, builder, executor), new Map(), 0)).toEqual([]);
  });

  test('a service that never waited for work is missing', () => {
    expect(missingServices(status(conductor, builder), new Map(), 0)).toEqual(['agent-executor']);
    expect(missingServices(status(conductor, builder, durable('agent-executors')), new Map(), 0)).toEqual([
      'agent-executor',
    ]);
  });

  test('a busy service is missing only after forty seconds without a pull', () => {
    const busy = status(conductor, builder, durable('agent-executor', { waiting: 0, floor: 8 }));
    const seen = recordWaiting(status(conductor, builder, durable('agent-executor')), new Map(), 1_000);
    expect(missingServices(busy, seen, 2_000)).toEqual([]);
    expect(missingServices(busy, seen, 41_001)).toEqual(['agent-executor']);
  });

  test('a service that has no work and does not wait is missing at once', () => {
    const seen = recordWaiting(status(conductor, builder, executor), new Map(), 1_000);
    const gone = status(conductor, builder, { ...executor, waiting: 0 });
    expect(missingServices(gone, seen, 1_001)).toEqual(['agent-executor']);
  });
});
