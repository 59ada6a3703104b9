import { type CrumbEvent, refuse } from '@crumbtrail/contracts';
import { messageOf } from '@crumbtrail/platform';
import type { JetStreamClient, JetStreamPublishOptions, NatsConnection, PubAck } from 'nats';
import { toHeaders } from './asker';
import { encode } from './envelope';
import { HEADER } from './headers';
import { eventSubject, messageId, STREAM } from './subjects';

/** Which log these events are of. A rewind of the log starts a new epoch. */
export interface LogId {
  readonly logId: string;
  readonly epoch: number;
}

/** An event that the stream has. `duplicate`: it had it already. */
export interface Published {
  readonly position: number;
  readonly seq: number;
  readonly duplicate: boolean;
}

const WINDOW = 256;
const ACK_WITHIN_MS = 5_000;

function send(client: JetStreamClient, event: CrumbEvent, log: LogId, before: CrumbEvent | undefined): Promise<PubAck> {
  const headers = toHeaders({
    [HEADER.position]: event.position,
    [HEADER.epoch]: log.epoch,
    [HEADER.traceparent]: event.traceparent,
    [HEADER.trail]: event.trail_id,
  });
  const options: Partial<JetStreamPublishOptions> = {
    msgID: messageId(log, event.position),
    headers,
    timeout: ACK_WITHIN_MS,
    expect: {
      streamName: STREAM,
      // Each event is taken only right after the one before it: a lost one takes all later ones with it, so that the
      // stream is in the log's order even when a connection breaks in the middle of a window.
      ...(before ? { lastMsgID: messageId(log, before.position) } : {}),
    },
  };
  return client.publish(eventSubject(event), encode(event), options);
}

/** See CrumbStream.publish. */
export async function publishInOrder(
  connection: NatsConnection,
  events: readonly CrumbEvent[],
  log: LogId,
): Promise<Published[]> {
  const client = connection.jetstream({ timeout: ACK_WITHIN_MS });
  const acks: Promise<Published>[] = [];
  const done: Published[] = [];
  let broken: unknown = null;
  for (const [index, event] of events.entries()) {
    if (acks.length >= WINDOW) await acks[index - WINDOW]?.catch(() => undefined);
    if (broken !== null) break;
    const ack = send(client, event, log, events[index - 1]).then(({ seq, duplicate }) => ({
      position: event.position,
      seq,
      duplicate,
    }));
    ack.catch((error: unknown) => (broken ??= error));
    acks.push(ack);
  }
  for (const one of await Promise.allSettled(acks)) {
    if (one.status === 'rejected') break;
    done.push(one.value);
  }
  if (done.length === 0 && events.length > 0)
    throw refuse('unavailable', `The stream did not take the event at ${events[0]?.position}: ${messageOf(broken)}.`);
  return done;
}
