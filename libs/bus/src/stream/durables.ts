import { AckPolicy, type ConsumerConfig, type ConsumerInfo, DeliverPolicy, type JetStreamManager, nanos } from 'nats';
import { NOT_FOUND, orNull, orRefuse } from './jetstream-errors';
import { type StreamPosition, readPosition } from './stream-position';
import { CRUMBS, STREAM } from '../protocol/subjects';

/** A durable to create. `start`: all messages of the stream, only new ones, or from a sequence on. */
export interface DurableConfig {
  readonly name: string;
  readonly filter: string;
  readonly start: 'all' | 'new' | number;
  readonly ackWaitMs: number;
}

/** The state of a durable. */
export interface DurableState {
  readonly name: string;
  readonly filter: string;
  readonly created: string;
  /**
   * Every message that matches the filter is acknowledged, or aged out, up to this sequence; null when the stream cannot tell. Messages
   * outside the filter never raise it. Do not use "nothing is pending" instead: that is also true of a durable whose messages all aged
   * out.
   */
  readonly floor: StreamPosition | null;
  /** Pulls that wait for a message. */
  readonly waiting: number;
  /** Messages that were never delivered. */
  readonly pending: number;
  /** Messages delivered and not acknowledged. */
  readonly unacknowledged: number;
}

function toStartPolicy(start: DurableConfig['start']): Partial<ConsumerConfig> {
  if (start === 'all') return { deliver_policy: DeliverPolicy.All };
  if (start === 'new') return { deliver_policy: DeliverPolicy.New };
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: Math.max(1, start) };
}

function toConsumerConfig(wish: DurableConfig): Partial<ConsumerConfig> {
  return {
    ...toStartPolicy(wish.start),
    durable_name: wish.name,
    filter_subject: wish.filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(wish.ackWaitMs),
    // Retries end in a dead letter (settlement.ts), never because the broker gives up.
    max_deliver: -1,
    // Limits delivered but unsettled messages over all replicas of the service.
    max_ack_pending: 128,
  };
}

/** See CrumbStream.createDurable. */
export async function createDurable({ consumers }: JetStreamManager, wish: DurableConfig): Promise<{ made: boolean }> {
  const known = await orNull(NOT_FOUND.consumer, consumers.info(STREAM, wish.name));
  const ackWait = nanos(wish.ackWaitMs);
  if (known?.config.filter_subject === wish.filter) {
    if (known.config.ack_wait !== ackWait) await orRefuse(consumers.update(STREAM, wish.name, { ack_wait: ackWait }));
    return { made: false };
  }
  if (known) await orNull(NOT_FOUND.consumer, consumers.delete(STREAM, wish.name));
  await orRefuse(consumers.add(STREAM, toConsumerConfig(wish)));
  return { made: true };
}

async function toDurableState(manager: JetStreamManager, info: ConsumerInfo): Promise<DurableState> {
  return {
    name: info.name,
    filter: info.config.filter_subject ?? CRUMBS,
    created: info.created,
    floor: await readPosition(manager, info.ack_floor.stream_seq),
    waiting: info.num_waiting,
    pending: info.num_pending,
    unacknowledged: info.num_ack_pending,
  };
}

/** All durables. */
export async function listDurables(manager: JetStreamManager): Promise<DurableState[]> {
  const lister = manager.consumers.list(STREAM);
  const next = async (): Promise<ConsumerInfo[]> => (await orNull(NOT_FOUND.stream, lister.next())) ?? [];
  const states: DurableState[] = [];
  for (let page = await next(); page.length > 0; page = await next()) {
    for (const info of page) states.push(await toDurableState(manager, info));
  }
  return states;
}
