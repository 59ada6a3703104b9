import { EventEmitter } from 'node:events';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ReceivedToolRequest } from './ports';

/** Added to every time, so that processes whose clocks differ by that little agree that a deadline has passed. */
const MARGIN_MS = 100;

/** Requests whose tool returned LATER: each becomes due once, at its deadline, unless it is cancelled before. */
@Injectable()
export class PostponedRuns implements OnApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly events = new EventEmitter<{ due: [received: ReceivedToolRequest] }>();

  /** Calls the listener with every request that becomes due from now on. */
  onDue(listener: (received: ReceivedToolRequest) => void): void {
    this.events.on('due', listener);
  }

  /** Makes the request due just after this time, in milliseconds since 1970; replaces an earlier time of the same request. */
  schedule(received: ReceivedToolRequest, atMs: number): void {
    const { id } = received.request;
    this.cancel(id);
    const due = (): void => {
      this.timers.delete(id);
      this.events.emit('due', received);
    };
    this.timers.set(id, setTimeout(due, Math.max(atMs + MARGIN_MS - Date.now(), 0)));
  }

  /** Does nothing for a request that is not scheduled. */
  cancel(requestId: string): void {
    clearTimeout(this.timers.get(requestId));
    this.timers.delete(requestId);
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
