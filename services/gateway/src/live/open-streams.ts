import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import type { ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { EventStream } from './event-stream';

const MOST = 2_000;

/** The event streams that are open here: at most 2,000, all told to come back when this process closes. */
@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  private readonly gauge: Gauge;
  private closing = false;

  constructor(health: Health) {
    const name = 'crumbtrail_gateway_event_streams';
    this.gauge = new Gauge({ name, help: 'Event streams that are open.', registers: [health.metrics] });
  }

  /** Refuses one too many, and any while this process closes. Call it before anything is subscribed for the stream. */
  admit(response: ServerResponse): EventStream {
    if (this.closing) throw refuse('unavailable', 'The gateway is closing; come back in a second.');
    if (this.streams.size >= MOST) throw refuse('overloaded', `${MOST} event streams are open here already.`);
    const stream = new EventStream(response);
    this.streams.add(stream);
    this.gauge.set(this.streams.size);
    stream.gone.addEventListener('abort', () => this.leave(stream), { once: true });
    return stream;
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
    for (const stream of this.streams) stream.close();
  }

  private leave(stream: EventStream): void {
    this.streams.delete(stream);
    this.gauge.set(this.streams.size);
  }
}
