import type { StreamCopies } from '@crumbtrail/bus';
import { crashPoint, errorMessage, WakeSignal, toError } from '@crumbtrail/platform';
import {
  AGENT_EXECUTOR,
  CONDUCTOR,
  CrumbError,
  refuse,
  TOOL_RUNNER,
  type SubscribeRequest,
} from '@crumbtrail/contracts';
import type { EventRecord } from '../ledger/stored-rows';
import { RelayProgress } from './relay-progress';
import { DatabaseFailedOver, type LostRange } from '../database/failover';
import { RelaySuperseded } from './relay-records';
import { RELAY_DEFAULTS, type RelayOptions, type RelayDependencies } from './relay-options';
import { StreamRepairer } from './stream-repairer';
import { StreamInspector, type InspectedDurable } from './stream-inspection';
import { Mutex } from './mutex';
import { SubscriptionBatches } from './subscription-batches';

/** The services on the way from a message to its answer. */
const TURN_SERVICES: ReadonlySet<string> = new Set([CONDUCTOR, AGENT_EXECUTOR, TOOL_RUNNER]);
const INSPECT_SOON_MS = 100;
const RETRY_MS = 250;
const THROTTLED_MS = 50;
const REFILL_WITHIN_MS = 10_000;

/**
 * Publishes the log in order of position, and moves its cursor only past events that the stream has acknowledged. It runs after
 * every commit and at intervals. After a failure it inspects the stream and publishes again from the cursor.
 */
export class Relay {
  private readonly options: Required<RelayOptions>;
  private readonly wakeSignal = new WakeSignal();
  private readonly lock = new Mutex();
  private readonly subscriptions = new SubscriptionBatches((work) => this.lock.run(work), {
    serve: (requests) => this.subscribeAll(requests),
    now: () => performance.now(),
  });
  private readonly course = new RelayProgress();
  private readonly keeper: StreamRepairer;
  private saved = { relayed: 0, at: 0 };
  private skipped = { after: 0, through: 0 };
  private nextInspectionAt = 0;
  private failure: Error | null = null;
  private running: Promise<void> | null = null;
  private stopped = false;
  private superseded = false;

  constructor(
    private readonly parts: RelayDependencies,
    options: RelayOptions = {},
  ) {
    this.options = { ...RELAY_DEFAULTS, ...options };
    const surveyor = new StreamInspector(parts.stream, parts.records, this.course, parts.readFilter);
    this.keeper = new StreamRepairer(this.course, surveyor, parts);
  }

  /** Takes over the cursor and starts. The relay that had it before can no longer move it. */
  async start(): Promise<void> {
    const fence = await this.parts.records.takeOver();
    const { logId, epoch, relayed } = await this.parts.records.state();
    Object.assign(this.course, { fence, logId, epoch, relayed });
    this.saved = { relayed, at: 0 };
    this.running = this.run();
  }

  /** Publishes these events, which this process has just committed, after those before them. */
  addCommitted(events: readonly EventRecord[]): void {
    this.parts.records.addCommitted(events);
    this.wake();
  }

  /** Something was committed. */
  wake(): void {
    this.wakeSignal.notify();
  }

  /** Stops after the current batch and saves the cursor. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeSignal.notify();
    await this.running;
    if (!this.superseded) await this.saveCursor().catch((error: unknown) => void this.handleFailure(error));
  }

  /** The log, and how long its oldest event that is not published yet has waited. */
  async backlog(): Promise<{ logId: string; head: number; oldestUnrelayedMs: number }> {
    const { logId, head } = await this.parts.records.state();
    return { logId, head, oldestUnrelayedMs: await this.parts.records.oldestUnrelayedMs(this.relayed) };
  }

  /** The ranges of positions that failovers of the database lost in the last seven days, newest first. */
  lostRanges(): Promise<readonly LostRange[]> {
    return this.parts.records.lostRanges();
  }

  /** True while it cannot publish, because of NATS or the database. */
  get isFailing(): boolean {
    return this.failure !== null;
  }

  /** Why it cannot publish now; null: it can. */
  get lastFailure(): Error | null {
    return this.failure;
  }

  /** The refusal of writes while the stream has no room: nobody would be told of them. Else null. */
  whyNoRoom(): CrumbError | null {
    return this.failure instanceof CrumbError && this.failure.code === 'disk_full' ? this.failure : null;
  }

  get relayed(): number {
    return this.course.relayed;
  }

  get epoch(): number {
    return this.course.epoch;
  }

  /** As of the last inspection. */
  get durables(): readonly InspectedDurable[] {
    return this.keeper.durables;
  }

  /** How many copies of the stream a cluster keeps, as of the last inspection; null before the first. */
  get copies(): StreamCopies | null {
    return this.keeper.copies;
  }

  /**
   * How many events a new one at the end of the log has before it: not published yet, or not delivered yet to a service that turns
   * need. At most that, as of the last inspection.
   */
  countAhead(head: number): number {
    return this.countUnpublished(head) + this.keeper.countUndelivered(TURN_SERVICES);
  }

  /** Positions without events: the log was continued after those of a workspace that arrived from another cell. */
  passOver(after: number, through: number): void {
    this.skipped = { after, through };
  }

  private countUnpublished(head: number): number {
    const { relayed } = this.course;
    const { after, through } = this.skipped;
    return head - relayed - Math.max(0, Math.min(head, through) - Math.max(relayed, after));
  }

  /** Inspects the stream again within a tenth of a second, instead of the usual interval. */
  inspectSoon(): void {
    const at = performance.now() + INSPECT_SOON_MS;
    if (at >= this.nextInspectionAt) return;
    this.nextInspectionAt = at;
    this.wakeSignal.notify();
  }

  /**
   * Creates the durable consumer at its position, after refilling the stream with events that it still needs. All that ask while the stream is being inspected share
   * the next inspection: a service asks again when it has waited too long, and a slow store would otherwise inspect for those who have gone.
   */
  async subscribe(request: SubscribeRequest): Promise<void> {
    await this.subscriptions.add(request);
    await this.waitUntilReached(request.durable);
  }

  private async subscribeAll(requests: readonly SubscribeRequest[]): Promise<void> {
    for (const request of requests) {
      const before = await this.parts.records.saveSubscription(request);
      const isChanged = before && (before.filter !== request.filter || before.ackWaitMs !== request.ack_wait_ms);
      if (isChanged) await this.parts.stream.deleteConsumer(request.durable);
    }
    await this.keeper.inspectAndRepair(requests.map(({ durable }) => durable));
  }

  /** Removes a durable that no process is subscribed to; nothing waits for it any more. A service that subscribes again gets a new one. */
  async removeDurable(name: string): Promise<InspectedDurable> {
    return this.lock.run(async () => {
      await this.keeper.inspectAndRepair();
      const found = this.durables.find((one) => one.name === name);
      if (!found) throw refuse('not_found', `There is no consumer ${name}.`);
      if (found.wanted) throw refuse('id_conflict', `A process is subscribed to ${name}: stop its service first.`);
      // In this order, an inspection after a crash in between creates the consumer again, and this can be repeated.
      await this.parts.stream.deleteConsumer(name);
      await this.parts.records.removeDurable(name);
      await this.keeper.inspectAndRepair();
      return found;
    });
  }

  /** Milliseconds since the oldest event was written that each durable has yet to process, by name, as of the last inspection. */
  pendingAges(): Promise<ReadonlyMap<string, number>> {
    return this.parts.records.agesOf(this.durables);
  }

  /** A consumer whose position is not published yet is created once the relay has reached it. */
  private async waitUntilReached(durable: string): Promise<void> {
    const end = performance.now() + REFILL_WITHIN_MS;
    while (this.keeper.isDue(durable)) {
      if (performance.now() > end)
        throw refuse('unavailable', `The stream is being refilled for ${durable}; try again.`);
      this.wakeSignal.notify();
      await this.lock.run(() => this.runRound());
    }
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const rest = await this.lock
        .run(() => this.runRound())
        .then(
          (ms) => this.handleRecovery(ms),
          (error: unknown) => this.handleFailure(error),
        );
      if (!this.stopped && rest > 0) await this.wakeSignal.wait(rest);
    }
  }

  /**
   * Inspects the stream when that is due, publishes until the cursor is to be saved, and saves it: a relay that is behind does all three,
   * and lets subscriptions in between. Returns how many milliseconds to wait before the next round.
   */
  private async runRound(): Promise<number> {
    this.parts.requireRoom?.();
    if (performance.now() >= this.nextInspectionAt) {
      await this.keeper.inspectAndRepair();
      this.nextInspectionAt = performance.now() + this.options.inspectEveryMs;
    }
    const backlog = await this.publishUntil(this.saved.at + this.options.saveEveryMs);
    if (backlog === 'throttled') this.nextInspectionAt = 0;
    if (performance.now() - this.saved.at >= this.options.saveEveryMs) await this.saveCursor();
    if (backlog === 'more') return 0;
    return backlog === 'none' ? this.restMs() : THROTTLED_MS;
  }

  private restMs(): number {
    const look = this.nextInspectionAt - performance.now();
    return Math.max(1, this.saved.relayed === this.course.relayed ? look : Math.min(look, this.options.saveEveryMs));
  }

  /** Publishes at least once. What remains is `throttled` where a refill has to wait for its slowest consumer. */
  private async publishUntil(end: number): Promise<'none' | 'more' | 'throttled'> {
    const { keeper, options } = this;
    do {
      await keeper.startDue();
      if (this.stopped) return 'none';
      const room = Math.min(keeper.room, options.window);
      if (room === 0) return 'throttled';
      const isMore = await this.publishSome(keeper.barrier, room);
      if (!isMore) return 'none';
    } while (performance.now() < end);
    return 'more';
  }

  /** True where there may be more. */
  private async publishSome(through: number, most: number): Promise<boolean> {
    const { course, parts } = this;
    const events = await parts.records.events(course.relayed, through, most);
    if (events.length === 0) return false;
    const published = await parts.stream.publish(events, { logId: course.logId, epoch: course.epoch });
    crashPoint('relay.after-publish');
    parts.onPublished?.(events.filter((_, n) => published[n]?.duplicate === false));
    course.advance(published, events);
    return events.length === most || course.relayed === through;
  }

  private async saveCursor(): Promise<void> {
    const { fence, epoch, relayed } = this.course;
    if (this.saved.relayed !== relayed) await this.parts.records.moveCursor({ fence, epoch, relayed });
    this.saved = { relayed, at: performance.now() };
  }

  private handleRecovery(rest: number): number {
    if (this.failure) this.parts.logger.info({ relayed: this.course.relayed }, 'the relay continues');
    this.failure = null;
    return rest;
  }

  /** After a failure nothing is known about the stream: the next round begins with an inspection. */
  private handleFailure(error: unknown): number {
    this.nextInspectionAt = 0;
    if (error instanceof RelaySuperseded || error instanceof DatabaseFailedOver) {
      this.stopped = true;
      this.superseded = true;
      this.parts.onSuperseded(error);
    } else if (!this.failure)
      this.parts.logger.warn(
        { err: error, relayed: this.course.relayed },
        `the relay waits and tries again: ${errorMessage(error)}`,
      );
    this.failure = toError(error);
    return RETRY_MS;
  }
}
