import { setTimeout as pause } from 'node:timers/promises';
import type { Writer } from '../writer/writer';
import { Mutex } from './mutex';
import type { Relay } from './relay';

/** Imports wait while more events than this are not published yet, or wait in the stream for a service that a turn needs. */
export const MOST_AHEAD = 500;
const LOOK_EVERY_MS = 20;
/** An import that has waited this long no longer waits for the relay: its client gives up soon after. */
const MAX_WAIT_MS = 10_000;

/** What imports are paced by. */
export interface ImportPacerDependencies {
  readonly writer: Pick<Writer, 'position'>;
  readonly relay: Pick<Relay, 'countAhead' | 'inspectSoon' | 'isFailing'>;
  /** The longest wait of one import for the relay, milliseconds. @default 10000 */
  readonly maxWaitMs?: number;
}

/**
 * Keeps the way short for live events while history is imported. The relay publishes and services receive in order of position, so a
 * live event waits for everything before it: imports are committed one after the other, and each only once the relay and the services
 * that a turn needs have nearly caught up. A live event then waits for one import at most, however many are sent at once.
 */
export class ImportPacer {
  private readonly line = new Mutex();

  constructor(private readonly parts: ImportPacerDependencies) {}

  /** Runs the commit of an import when it is its turn, and returns its result. */
  run<Result>(commit: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + (this.parts.maxWaitMs ?? MAX_WAIT_MS);
    return this.line.run(async () => {
      while (this.isBehind() && performance.now() < until) {
        this.parts.relay.inspectSoon();
        await pause(LOOK_EVERY_MS);
      }
      return commit();
    });
  }

  /** While the relay cannot publish at all, imports continue as all other appends do. */
  private isBehind(): boolean {
    const { writer, relay } = this.parts;
    return !relay.isFailing && relay.countAhead(writer.position) > MOST_AHEAD;
  }
}
