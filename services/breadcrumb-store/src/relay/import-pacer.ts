import { PROCESS_CLOCK, type RestClock } from '../event-loop/map-one-by-one';
import type { Writer } from '../writer/writer';
import { Mutex } from './mutex';
import type { Relay } from './relay';

/** Imports wait while more events than this are not published yet, or wait in the stream for a service that a turn needs. */
export const MOST_AHEAD = 500;
const LOOK_EVERY_MS = 20;
/** An import that has waited this long no longer waits for the relay: its client gives up soon after. */
const MAX_WAIT_MS = 10_000;
/** Somebody is at work if something live was committed in this time. */
const LIVE_MS = 5_000;
/** The longest pause after an import while somebody is at work. */
const MAX_PAUSE_MS = 1_000;

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
 * that a turn needs have nearly caught up. A live event then waits for one import at most, however many are sent at once. While somebody is at work, each import
 * is followed by a pause as long as it took: a turn asks the database many times, and would wait for an import each time.
 */
export class ImportPacer {
  private readonly line = new Mutex();
  private liveAt = Number.NEGATIVE_INFINITY;
  private restUntil = 0;

  constructor(
    private readonly parts: ImportPacerDependencies,
    private readonly clock: RestClock = PROCESS_CLOCK,
  ) {}

  /** Something that is no import is committed. */
  noteLive(): void {
    this.liveAt = this.clock.now();
  }

  /** Runs the commit of an import when it is its turn, and returns its result. */
  run<Result>(commit: () => Promise<Result>): Promise<Result> {
    const until = this.clock.now() + (this.parts.maxWaitMs ?? MAX_WAIT_MS);
    return this.line.run(async () => {
      await this.untilRested();
      while (this.isBehind() && this.clock.now() < until) {
        this.parts.relay.inspectSoon();
        await this.clock.rest(LOOK_EVERY_MS);
      }
      const from = this.clock.now();
      try {
        return await commit();
      } finally {
        this.restUntil = this.clock.now() + Math.min(this.clock.now() - from, MAX_PAUSE_MS);
      }
    });
  }

  /** The pause comes before the next import, so that none waits for its reply. */
  private async untilRested(): Promise<void> {
    const now = this.clock.now();
    if (now - this.liveAt < LIVE_MS && now < this.restUntil) await this.clock.rest(this.restUntil - now);
  }

  /** While the relay cannot publish at all, imports continue as all other appends do. */
  private isBehind(): boolean {
    const { writer, relay } = this.parts;
    return !relay.isFailing && relay.countAhead(writer.position) > MOST_AHEAD;
  }
}
