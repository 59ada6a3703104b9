import { Injectable } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import type { ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { ShutdownSignal } from '../http/shutdown-signal';
import { EventStream, streamLimits, type BoundaryFrames } from './event-stream';

const MOST = 2_000;

/** The open event streams of this process: at most 2,000. On shutdown all readers are told to reconnect. */
@Injectable()
export class OpenStreams {
  private readonly streams = new Set<EventStream>();
  private readonly gauge: Gauge;

  constructor(
    health: Health,
    private readonly closing: ShutdownSignal,
  ) {
    const name = 'crumbtrail_gateway_event_streams';
    this.gauge = new Gauge({ name, help: 'Event streams that are open.', registers: [health.metrics] });
    closing.signal.addEventListener('abort', () => this.streams.forEach((stream) => stream.close()));
  }

  /** Throws when the limit is reached or this process shuts down. Call it before subscribing to anything for the stream. */
  admit(response: ServerResponse, words?: BoundaryFrames): EventStream {
    if (this.closing.signal.aborted) throw refuse('unavailable', 'The gateway is closing; come back in a second.');
    if (this.streams.size >= MOST) throw refuse('overloaded', `${MOST} event streams are open here already.`);
    const stream = new EventStream(response, streamLimits, words);
    if (stream.gone.aborted) return stream;
    this.streams.add(stream);
    this.gauge.set(this.streams.size);
    stream.gone.addEventListener('abort', () => this.leave(stream), { once: true });
    return stream;
  }

  private leave(stream: EventStream): void {
    this.streams.delete(stream);
    this.gauge.set(this.streams.size);
  }
}
