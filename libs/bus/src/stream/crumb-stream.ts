import { CrumbError, type CrumbEvent, refuse } from '@crumbtrail/contracts';
import {
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats';
import { type Bus, connectionOf } from '../request-reply/bus';
import { createDurable, type DurableState, listDurables, type DurableConfig } from './durables';
import { NOT_FOUND, orNull, orRefuse } from './jetstream-errors';
import { findFirstSequence, readLastEvent, readPosition, type StreamPosition } from './stream-position';
import { EventPublisher, type LogId, type PublishedEvent } from './publish-in-order';
import { CRUMBS, inboxPrefix, STREAM } from '../protocol/subjects';

/** How much the stream keeps. The store's log is the record: a consumer reads from there what the stream has dropped. */
export interface StreamLimits {
  /** Default 7 days. */
  readonly maxAgeMs?: number;
  /** The most bytes that the stream may have; it gets less where the disk of nats-server has no room for them. Default 1 GiB. */
  readonly maxBytes?: number;
  /** How many servers of a cluster keep a copy, 1 to 5. Absent: as many as before; 1 for a new stream. */
  readonly replicas?: number;
}

/** How many copies of the stream a cluster is to keep, and how many are up to date now. */
export interface StreamCopies {
  readonly wanted: number;
  readonly current: number;
}

/** The state of the stream. `created` distinguishes two streams of the same name. */
export interface StreamState {
  readonly created: string;
  readonly messages: number;
  readonly bytes: number;
  /** Above this size the stream drops the oldest messages; -1: no limit. */
  readonly maxBytes: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Time of the last message; null when the stream is empty. */
  readonly last: StreamPosition | null;
  /** The crumb that the last message is about, as `id@version`; null when the stream is empty, or for a message of another application. */
  readonly lastEvent: string | null;
  readonly copies: StreamCopies;
  /** The name of the server that leads the stream; null without one, or without a cluster. */
  readonly leader: string | null;
}

const DEDUPLICATE_MS = 120_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const GIB = 1024 ** 3;
/** A smaller stream is not worth having: some thousand events. */
const LEAST_BYTES = 4 * 1024 ** 2;
const ANSWER_WITHIN_MS = 5_000;

function outOfSpace(bytes: number): CrumbError {
  const wanted = `${Math.round(bytes / 2 ** 20) || 1} MiB`;
  return refuse(
    'disk_full',
    `nats-server has no room for a stream of ${wanted}, because it uses at most three quarters of what was free on its disk when it started: free space there, and restart it.`,
  );
}

/** The leader has every message; a single server is in no cluster. */
function countCopies({ config, cluster }: StreamInfo): StreamCopies {
  const followers = cluster?.replicas?.filter(({ current, offline }) => current && !offline) ?? [];
  return { wanted: config.num_replicas, current: 1 + followers.length };
}

/**
 * The stream and its durables, for the one service that may create and change them: the breadcrumb-store. Every method rejects with
 * CrumbError `unavailable` when JetStream does not answer.
 */
export class CrumbStream {
  readonly name = STREAM;
  private readonly connection: NatsConnection;
  private readonly publisher: EventPublisher;
  private manager: Promise<JetStreamManager> | null = null;

  constructor(bus: Bus) {
    this.connection = connectionOf(bus);
    this.publisher = new EventPublisher(this.connection, inboxPrefix(bus.service));
  }

  /**
   * Creates the stream, or updates its limits. It gets the largest size that the disk of nats-server has room for: the one that is wanted, or
   * that halved until it fits. `made` is true when the stream did not exist. Rejects with `disk_full` when there is no room for 4 MiB.
   */
  async ensure(limits: StreamLimits = {}): Promise<{ made: boolean }> {
    const wanted = limits.maxBytes ?? GIB;
    const least = Math.min(wanted, LEAST_BYTES);
    for (let maxBytes = wanted; ; maxBytes = Math.floor(maxBytes / 2)) {
      try {
        return await this.ensureSize(maxBytes, limits);
      } catch (error) {
        if (!(error instanceof CrumbError) || error.code !== 'disk_full') throw error;
        if (maxBytes / 2 < least) throw outOfSpace(least);
      }
    }
  }

  /**
   * Publishes events in order, up to 256 in flight at once; JetStream drops duplicates within two minutes. Resolves with the events that
   * the stream now has, from the first one on: fewer than given when publishing failed in between, and then none after the failure.
   * Rejects with `unavailable` when not even the first was stored.
   */
  publish(events: readonly CrumbEvent[], log: LogId): Promise<PublishedEvent[]> {
    return this.publisher.publish(events, log);
  }

  /** Null when there is no stream. */
  async info(): Promise<StreamState | null> {
    const manager = await this.jsm();
    const info = await orNull(NOT_FOUND.stream, manager.streams.info(STREAM));
    if (info === null) return null;
    const { messages, bytes, first_seq, last_seq } = info.state;
    const last = messages > 0 ? await readLastEvent(manager, last_seq) : null;
    return {
      created: info.created,
      messages,
      bytes,
      maxBytes: info.config.max_bytes,
      firstSeq: first_seq,
      lastSeq: last_seq,
      last: last?.position ?? null,
      lastEvent: last?.event ?? null,
      copies: countCopies(info),
      leader: info.cluster?.leader || null,
    };
  }

  /** Deletes all messages; durables stay. */
  async purge(): Promise<void> {
    await orNull(NOT_FOUND.stream, (await this.jsm()).streams.purge(STREAM));
  }

  /** Deletes the stream and its durables. */
  async remove(): Promise<void> {
    await orNull(NOT_FOUND.stream, (await this.jsm()).streams.delete(STREAM));
  }

  /** Creates a durable. An existing one with the same filter stays, with the new ackWait; one with another filter is recreated. */
  async createDurable(wish: DurableConfig): Promise<{ made: boolean }> {
    return createDurable(await this.jsm(), wish);
  }

  /** False when it did not exist. */
  async deleteDurable(name: string): Promise<boolean> {
    return (await orNull(NOT_FOUND.consumer, (await this.jsm()).consumers.delete(STREAM, name))) ?? false;
  }

  /** All durables with their acknowledged floors; empty when there is no stream. */
  async durables(): Promise<DurableState[]> {
    return listDurables(await this.jsm());
  }

  /** The acknowledged floor of every durable by name; null where the stream cannot tell. */
  async floors(): Promise<ReadonlyMap<string, StreamPosition | null>> {
    return new Map((await this.durables()).map(({ name, floor }) => [name, floor]));
  }

  /** The log position of the message at a stream sequence; null when the stream does not hold it. */
  async positionAt(seq: number): Promise<StreamPosition | null> {
    return readPosition(await this.jsm(), seq);
  }

  /** The first sequence whose message is at or after a log position, of this epoch or a later one; null when there is none. */
  async firstSeqAtOrAfter(position: number, epoch?: number): Promise<number | null> {
    const state = await this.info();
    if (state === null || state.messages === 0) return null;
    return findFirstSequence(await this.jsm(), state, { position, epoch });
  }

  private async ensureSize(
    maxBytes: number,
    { maxAgeMs = WEEK_MS, replicas }: StreamLimits,
  ): Promise<{ made: boolean }> {
    const { streams } = await this.jsm();
    const changeable = {
      subjects: [CRUMBS],
      max_age: nanos(maxAgeMs),
      max_bytes: maxBytes,
      duplicate_window: nanos(Math.min(DEDUPLICATE_MS, maxAgeMs)),
      ...(replicas === undefined ? {} : { num_replicas: replicas }),
    };
    if (await orNull(NOT_FOUND.stream, streams.info(STREAM))) {
      await orRefuse(streams.update(STREAM, changeable));
      return { made: false };
    }
    const fixed = { retention: RetentionPolicy.Limits, storage: StorageType.File, discard: DiscardPolicy.Old };
    await orRefuse(streams.add({ name: STREAM, ...fixed, ...changeable }));
    return { made: true };
  }

  private jsm(): Promise<JetStreamManager> {
    this.manager ??= this.connection.jetstreamManager({ checkAPI: false, timeout: ANSWER_WITHIN_MS });
    return this.manager;
  }
}
