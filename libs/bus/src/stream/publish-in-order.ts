import { type CrumbEvent, refuse } from '@crumbtrail/contracts';
import type { JetStreamClient, JetStreamPublishOptions, NatsConnection, PubAck } from 'nats';
import { toHeaders } from '../request-reply/requester';
import { encode } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import { ConnectionState } from '../connection/connection-state';
import { tracePublish } from '../tracing/spans';
import { eventSubject, messageId, STREAM } from '../protocol/subjects';
import { toRefusal } from './jetstream-errors';

/** The log that the events belong to. A rewind of the log starts a new epoch. */
export interface LogId {
  readonly logId: string;
  readonly epoch: number;
}

/** An event that the stream has. `duplicate`: the stream already had it. */
export interface PublishedEvent {
  readonly position: number;
  readonly seq: number;
  readonly duplicate: boolean;
}

const WINDOW = 256;
const ACK_WITHIN_MS = 5_000;

async function publishEvent(
  client: JetStreamClient,
  event: CrumbEvent,
  log: LogId,
  before: CrumbEvent | undefined,
): Promise<PubAck> {
  const msgID = messageId(log, event.position);
  const { traceparent, end } = tracePublish(event, msgID, Date.now());
  const headers = toHeaders({
    [HEADER.position]: event.position,
    [HEADER.epoch]: log.epoch,
    [HEADER.traceparent]: traceparent,
    [HEADER.trail]: event.trail_id,
  });
  const options: Partial<JetStreamPublishOptions> = {
    msgID,
    headers,
    timeout: ACK_WITHIN_MS,
    expect: {
      streamName: STREAM,
      // JetStream stores each event only directly after the one before it: when one is lost, all later ones fail too, so the stream stays
      // in log order even when a connection breaks in the middle of a window.
      ...(before ? { lastMsgID: messageId(log, before.position) } : {}),
    },
  };
  try {
    const ack = await client.publish(eventSubject(event), encode(event), options);
    end();
    return ack;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Publishes within the window and resolves with all attempts; starts none after the first failure. */
async function publishWindow(
  events: readonly CrumbEvent[],
  one: (index: number) => Promise<PublishedEvent>,
): Promise<Promise<PublishedEvent>[]> {
  const acks: Promise<PublishedEvent>[] = [];
  let failed = false;
  for (let index = 0; index < events.length && !failed; index += 1) {
    const ack = one(index);
    ack.catch(() => (failed = true));
    acks.push(ack);
    if (acks.length >= WINDOW) await acks[index - WINDOW + 1]?.catch(() => undefined);
  }
  return acks;
}

/** See CrumbStream.publish. */
export async function publishInOrder(
  connection: NatsConnection,
  events: readonly CrumbEvent[],
  log: LogId,
): Promise<PublishedEvent[]> {
  const line = ConnectionState.of(connection);
  if (!line.isUp) throw refuse('unavailable', 'NATS is not connected: the events stay in the log until it is.');
  const client = connection.jetstream({ timeout: ACK_WITHIN_MS });
  let breaks: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (breaks = reject));
  broken.catch(() => undefined);
  const forget = line.onDisconnect(() => breaks(new Error('the connection to NATS broke')));
  const one = async (index: number): Promise<PublishedEvent> => {
    const event = events[index] as CrumbEvent;
    const { seq, duplicate } = await Promise.race([publishEvent(client, event, log, events[index - 1]), broken]);
    return { position: event.position, seq, duplicate };
  };
  const settled = await Promise.allSettled(await publishWindow(events, one)).finally(forget);
  const end = settled.findIndex((ack) => ack.status === 'rejected');
  if (end === 0) {
    const { reason } = settled[0] as PromiseRejectedResult;
    throw toRefusal(`The stream did not take the event at ${events[0]?.position}`, reason);
  }
  const taken = (end < 0 ? settled : settled.slice(0, end)) as PromiseFulfilledResult<PublishedEvent>[];
  return taken.map((ack) => ack.value);
}
