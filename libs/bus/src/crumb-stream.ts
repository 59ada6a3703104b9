import { type CrumbEvent, refuse } from '@crumbtrail/contracts';
import { messageOf } from '@crumbtrail/platform';
import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  NatsError,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats';
import { type Bus, connectionOf } from './bus';
import { HEADER } from './headers';
import { type LogId, publishInOrder, type Published } from './publish-in-order';
import { CRUMBS, STREAM } from './subjects';

/** How much the stream keeps. It is a road, not the record: what it drops, the store fills in again for who missed it. */
export interface StreamLimits {
  /** Default 7 days. */
  readonly maxAgeMs?: number;
  /** Default 1 GiB. */
  readonly maxBytes?: number;
}

/** Where a message of the stream stands in the log. */
export interface Place {
  readonly position: number;
  readonly epoch: number;
}

/** The stream as it is now. `created` tells one stream from another of the same name. */
export interface StreamState {
  readonly created: string;
  readonly messages: number;
  readonly bytes: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Of the last message; null when the stream holds none. */
  readonly last: Place | null;
}

/** A durable to be made. `start`: everything the stream has, what comes from now on, or from a sequence on. */
export interface DurableWish {
  readonly name: string;
  readonly filter: string;
  readonly start: 'all' | 'new' | number;
  readonly ackWaitMs: number;
}

/** A durable as it is now. */
export interface DurableState {
  readonly name: string;
  readonly filter: string;
  readonly created: string;
  /** Everything for it up to here has been acknowledged; null when the stream cannot say (nothing acknowledged, or aged out). */
  readonly floor: Place | null;
  /** Pulls that wait for a message. */
  readonly waiting: number;
  /** Messages not delivered yet, and those delivered and not acknowledged. */
  readonly pending: number;
  readonly unacknowledged: number;
}

const WINDOW_MS = 120_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const GIB = 1024 ** 3;

const STREAM_NOT_FOUND = 10059;
const CONSUMER_NOT_FOUND = 10014;
const MESSAGE_NOT_FOUND = 10037;

function apiCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

async function unless<T>(code: number, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (apiCode(error) === code) return null;
    throw refuse('unavailable', `JetStream did not do what the store needs: ${messageOf(error)}.`);
  }
}

/** The stream and its durables, for the one station that may make and change them: the breadcrumb-store. */
export class CrumbStream {
  private readonly connection: NatsConnection;
  private manager: JetStreamManager | null = null;

  constructor(bus: Bus) {
    this.connection = connectionOf(bus);
  }

  /** Makes the stream, or brings its limits up to date. `made` is true when it was not there. */
  async ensure(limits: StreamLimits = {}): Promise<{ made: boolean }> {
    const streams = (await this.jsm()).streams;
    const changeable = {
      subjects: [CRUMBS],
      max_age: nanos(limits.maxAgeMs ?? WEEK_MS),
      max_bytes: limits.maxBytes ?? GIB,
      duplicate_window: nanos(Math.min(WINDOW_MS, limits.maxAgeMs ?? WEEK_MS)),
    };
    if (await unless(STREAM_NOT_FOUND, streams.info(STREAM))) {
      await unless(0, streams.update(STREAM, changeable));
      return { made: false };
    }
    const fixed = { retention: RetentionPolicy.Limits, storage: StorageType.File, discard: DiscardPolicy.Old };
    await unless(0, streams.add({ name: STREAM, ...fixed, ...changeable }));
    return { made: true };
  }

  /**
   * Publishes events in their order, up to 256 on their way at once; the stream knows by its id an event that it has (two
   * minutes). Answers for the events that the stream has, from the first on: fewer than asked when it failed in between, and
   * then none after. Rejects with `unavailable` when it has not even the first.
   */
  publish(events: readonly CrumbEvent[], log: LogId): Promise<Published[]> {
    return publishInOrder(this.connection, events, log);
  }

  /** Null when there is no stream. */
  async info(): Promise<StreamState | null> {
    const info = await unless(STREAM_NOT_FOUND, (await this.jsm()).streams.info(STREAM));
    return info === null ? null : this.stateOf(info);
  }

  /** Drops all messages; durables stay. */
  async purge(): Promise<void> {
    await unless(STREAM_NOT_FOUND, (await this.jsm()).streams.purge(STREAM));
  }

  /** Drops the stream with its durables. */
  async remove(): Promise<void> {
    await unless(STREAM_NOT_FOUND, (await this.jsm()).streams.delete(STREAM));
  }

  /** Makes a durable. One of the same name and filter stays as it is, with a new ackWait; one of another filter is made anew. */
  async createDurable(wish: DurableWish): Promise<{ made: boolean }> {
    const consumers = (await this.jsm()).consumers;
    const known = await unless(CONSUMER_NOT_FOUND, consumers.info(STREAM, wish.name));
    if (known && known.config.filter_subject === wish.filter) {
      if (known.config.ack_wait !== nanos(wish.ackWaitMs)) {
        await unless(0, consumers.update(STREAM, wish.name, { ack_wait: nanos(wish.ackWaitMs) }));
      }
      return { made: false };
    }
    if (known) await this.deleteDurable(wish.name);
    await unless(0, consumers.add(STREAM, configOf(wish)));
    return { made: true };
  }

  /** False when there was none. */
  async deleteDurable(name: string): Promise<boolean> {
    return (await unless(CONSUMER_NOT_FOUND, (await this.jsm()).consumers.delete(STREAM, name))) !== null;
  }

  /** All durables with their acknowledged floors; none when there is no stream. */
  async durables(): Promise<DurableState[]> {
    // The stream's end is read first: a durable that has nothing pending afterwards has acknowledged all up to there.
    const end = await this.info();
    if (end === null) return [];
    const states: DurableState[] = [];
    const found = await unless(STREAM_NOT_FOUND, (await this.jsm()).consumers.list(STREAM).next());
    if (found === null) return [];
    for await (const one of this.allConsumers()) states.push(await this.durableOf(one, end));
    return states;
  }

  /** Where the message of a sequence stands in the log; null when the stream does not hold it. */
  async positionAt(seq: number): Promise<Place | null> {
    if (seq < 1) return null;
    const message = await unless(MESSAGE_NOT_FOUND, (await this.jsm()).streams.getMessage(STREAM, { seq }));
    if (message === null) return null;
    const position = Number(message.header.get(HEADER.position));
    return position > 0 ? { position, epoch: Number(message.header.get(HEADER.epoch)) } : null;
  }

  /** The first sequence whose message stands at or after a position (of an epoch, or later ones); null when none does. */
  async firstSeqAtOrAfter(position: number, epoch = 0): Promise<number | null> {
    const state = await this.info();
    if (state === null || state.messages === 0) return null;
    let low = state.firstSeq;
    let high = state.lastSeq + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const place = await this.positionAt(middle);
      // A message that aged out while we search, or that is not ours, is before what we look for.
      if (
        place === null ||
        place.epoch < epoch ||
        ((place.epoch === epoch || epoch === 0) && place.position < position)
      )
        low = middle + 1;
      else high = middle;
    }
    return low > state.lastSeq ? null : low;
  }

  private async *allConsumers(): AsyncGenerator<ConsumerInfo> {
    const lister = (await this.jsm()).consumers.list(STREAM);
    for (let page = await lister.next(); page.length > 0; page = await lister.next()) yield* page;
  }

  private async durableOf(info: ConsumerInfo, end: StreamState): Promise<DurableState> {
    const idle = info.num_pending === 0 && info.num_ack_pending === 0;
    return {
      name: info.name,
      filter: info.config.filter_subject ?? CRUMBS,
      created: info.created,
      floor: idle ? end.last : await this.positionAt(info.ack_floor.stream_seq),
      waiting: info.num_waiting,
      pending: info.num_pending,
      unacknowledged: info.num_ack_pending,
    };
  }

  private async stateOf({ created, state }: StreamInfo): Promise<StreamState> {
    const last = state.messages > 0 ? await this.positionAt(state.last_seq) : null;
    const { messages, bytes, first_seq: firstSeq, last_seq: lastSeq } = state;
    return { created, messages, bytes, firstSeq, lastSeq, last };
  }

  private async jsm(): Promise<JetStreamManager> {
    this.manager ??= await this.connection.jetstreamManager({ checkAPI: false, timeout: 5_000 });
    return this.manager;
  }
}

function configOf(wish: DurableWish): Parameters<JetStreamManager['consumers']['add']>[1] {
  const start =
    typeof wish.start === 'number'
      ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: Math.max(1, wish.start) }
      : { deliver_policy: wish.start === 'new' ? DeliverPolicy.New : DeliverPolicy.All };
  return {
    durable_name: wish.name,
    filter_subject: wish.filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(wish.ackWaitMs),
    // Retries end in a dead letter (settlement.ts), never by the broker's forgetting.
    max_deliver: -1,
    max_ack_pending: 1_000,
    ...start,
  };
}
