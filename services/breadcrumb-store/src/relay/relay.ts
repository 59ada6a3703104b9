import { crashPoint } from '@crumbtrail/platform';
import { refuse, type SubscribeRequest } from '@crumbtrail/contracts';
import { Bell } from './bell';
import { Course } from './course';
import { Superseded } from './relay-records';
import { DEFAULTS, type RelayOptions, type RelayParts } from './relay-parts';
import { StreamKeeper } from './stream-keeper';
import { Surveyor, type Surveyed } from './survey';
import { Turnstile } from './turnstile';

const RETRY_MS = 250;
const THROTTLED_MS = 50;
const REFILL_WITHIN_MS = 10_000;

/**
 * Publishes the log in position order, and moves its cursor only over what the stream has acknowledged. It wakes on
 * every commit and looks by itself besides; whatever fails is tried again from the cursor, after a look at the stream.
 */
export class Relay {
  private readonly options: Required<RelayOptions>;
  private readonly bell = new Bell();
  private readonly turnstile = new Turnstile();
  private readonly course = new Course();
  private readonly keeper: StreamKeeper;
  private fence = 0;
  private kept = { relayed: 0, at: 0 };
  private lookAt = 0;
  private failing = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  private superseded = false;

  constructor(
    private readonly parts: RelayParts,
    options: RelayOptions = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    const surveyor = new Surveyor(parts.road, parts.records, this.course, parts.readFilter);
    this.keeper = new StreamKeeper(this.course, surveyor, parts);
  }

  /** Takes the cursor over and begins. Whatever relay had it before can move it no more. */
  async start(): Promise<void> {
    this.fence = await this.parts.records.takeOver();
    const { logId, epoch, relayed } = await this.parts.records.state();
    Object.assign(this.course, { logId, epoch, relayed });
    this.kept = { relayed, at: 0 };
    this.running = this.run();
  }

  /** Something was committed. */
  wake(): void {
    this.bell.ring();
  }

  /** Ends after the batch in hand, and keeps the cursor. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.bell.ring();
    await this.running;
    if (!this.superseded) await this.keepCursor().catch((error: unknown) => void this.complain(error));
  }

  /** The log, and how long its oldest event that is not published yet has waited. */
  async backlog(): Promise<{ logId: string; head: number; oldestUnrelayedMs: number }> {
    const { logId, head } = await this.parts.records.state();
    return { logId, head, oldestUnrelayedMs: await this.parts.records.oldestUnrelayedMs(this.relayed) };
  }

  get relayed(): number {
    return this.course.relayed;
  }

  get epoch(): number {
    return this.course.epoch;
  }

  /** As they were at the last look. */
  get durables(): readonly Surveyed[] {
    return this.keeper.durables;
  }

  /** Makes the durable at its place in the stream, refilling the stream first when it lost what the durable misses. */
  async subscribe(request: SubscribeRequest): Promise<void> {
    await this.turnstile.pass(async () => {
      const before = await this.parts.records.keepWish(request);
      const isChanged = before && (before.filter !== request.filter || before.ack_wait_ms !== request.ack_wait_ms);
      if (isChanged) await this.parts.road.deleteConsumer(request.durable);
      await this.keeper.tend(this.fence, request.durable);
    });
    await this.reached(request.durable);
  }

  /** A consumer whose place is further on is made when the relay gets there. */
  private async reached(durable: string): Promise<void> {
    const end = performance.now() + REFILL_WITHIN_MS;
    while (this.keeper.isDue(durable)) {
      if (performance.now() > end)
        throw refuse('unavailable', `The stream is being refilled for ${durable}; ask again.`);
      this.bell.ring();
      await this.turnstile.pass(() => this.round());
    }
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const rest = await this.turnstile
        .pass(() => this.round())
        .then(
          (ms) => this.recovered(ms),
          (error: unknown) => this.complain(error),
        );
      if (!this.stopped) await this.bell.sleep(rest);
    }
  }

  /** Gives how long to rest before the next one. */
  private async round(): Promise<number> {
    if (performance.now() >= this.lookAt) {
      await this.keeper.tend(this.fence);
      this.lookAt = performance.now() + this.options.lookEveryMs;
    }
    const isDone = await this.publishAll();
    if (!isDone) this.lookAt = 0;
    if (performance.now() - this.kept.at >= this.options.keepEveryMs) await this.keepCursor();
    return isDone ? this.restMs() : THROTTLED_MS;
  }

  private restMs(): number {
    const look = this.lookAt - performance.now();
    return Math.max(1, this.kept.relayed === this.course.relayed ? look : Math.min(look, this.options.keepEveryMs));
  }

  /** False when a refill has to wait for those whom it is for. */
  private async publishAll(): Promise<boolean> {
    const { keeper, options } = this;
    for (;;) {
      await keeper.startDue();
      if (this.stopped) return true;
      const room = Math.min(keeper.room, options.window);
      if (room === 0) return false;
      const isMore = await this.publishSome(keeper.barrier, room);
      if (!isMore) return true;
    }
  }

  /** True when there may be more. */
  private async publishSome(through: number, most: number): Promise<boolean> {
    const { course, parts } = this;
    const events = await parts.records.events(course.relayed, through, most);
    if (events.length === 0) return false;
    const published = await parts.road.publish(events, { logId: course.logId, epoch: course.epoch });
    crashPoint('relay.after-publish');
    parts.onPublished?.(events.filter((_, n) => published[n]?.duplicate === false));
    course.advance(published);
    return events.length === most || course.relayed === through;
  }

  private async keepCursor(): Promise<void> {
    const { relayed } = this.course;
    if (this.kept.relayed !== relayed) await this.parts.records.moveCursor(this.fence, relayed);
    this.kept = { relayed, at: performance.now() };
  }

  private recovered(rest: number): number {
    if (this.failing) this.parts.logger.info({ relayed: this.course.relayed }, 'the relay goes on');
    this.failing = false;
    return rest;
  }

  /** Nothing is known of the stream after a failure, so the next round begins with a look. */
  private complain(error: unknown): number {
    this.lookAt = 0;
    if (error instanceof Superseded) {
      this.stopped = true;
      this.superseded = true;
      this.parts.onSuperseded(error);
    } else if (!this.failing)
      this.parts.logger.warn({ err: error, relayed: this.course.relayed }, 'the relay waits; appends go on');
    this.failing = true;
    return RETRY_MS;
  }
}
