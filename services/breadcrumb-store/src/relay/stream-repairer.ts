import type { StreamCopies } from '@crumbtrail/bus';
import type { Logger } from '@crumbtrail/platform';
import type { RelayProgress } from './relay-progress';
import { decideRepair, type Repair, type ConsumerStart } from './decide-repair';
import type { RelayRecords } from './relay-records';
import type { StreamPort } from './stream-port';
import type { StreamInspection, InspectedDurable, StreamInspector } from './stream-inspection';

type Rewind = Extract<Repair, { kind: 'rewind' }>;

/** A subscriber notices within this time that its consumer was created again. */
const EXPECTED_MS = 15_000;

interface DueConsumer extends ConsumerStart {
  readonly filter: string;
  readonly ackWaitMs: number;
}

/** What a {@link StreamRepairer} works with. */
export interface StreamRepairerDependencies {
  readonly stream: StreamPort;
  readonly records: Pick<RelayRecords, 'beginEpoch'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Keeps the stream and its consumers consistent with the database. Only one of its methods may run at a time. */
export class StreamRepairer {
  /** Consumers that are created once the relay has reached their position, nearest first. */
  private due: readonly DueConsumer[] = [];
  /** Until when a refill waits for durables that were requested lately or whose consumer was created again. */
  private readonly expected = new Map<string, number>();
  private seen: StreamInspection | null = null;
  /** {@link RelayProgress.live} when the last inspection began. */
  private seenLive = 0;
  private refillTo = 0;

  constructor(
    private readonly course: RelayProgress,
    private readonly surveyor: StreamInspector,
    private readonly parts: StreamRepairerDependencies,
  ) {}

  /** The durables as of the last inspection. */
  get durables(): readonly InspectedDurable[] {
    return this.seen?.durables ?? [];
  }

  /** The copies of the stream as of the last inspection; null before the first. */
  get copies(): StreamCopies | null {
    return this.seen?.copies ?? null;
  }

  /** The most events that one of these services, if it is connected, has not received yet; all published since the last inspection count, but for imported history. */
  countUndelivered(names: ReadonlySet<string>): number {
    if (!this.seen) return 0;
    const connected = this.seen.durables.filter(({ name, wanted }) => wanted && names.has(name));
    const since = this.course.live - this.seenLive;
    const pending = connected.map(({ consumer }) => (consumer?.pending ?? 0) + since);
    return Math.max(0, ...pending);
  }

  /** Inspects the stream, decides on a repair and makes it. `asking` are durables that are requested now. */
  async inspectAndRepair(asking: readonly string[] = []): Promise<void> {
    for (const durable of asking) this.expect(durable);
    const { live } = this.course;
    const survey = await this.surveyor.inspect(asking);
    this.seen = survey;
    this.seenLive = live;
    const repair = decideRepair(survey);
    if (repair.kind === 'rewind') await this.rewind(repair, survey);
    this.due = repair.kind === 'none' ? [] : listDue(repair.starts, survey);
    await this.startDue();
  }

  /** The relay must not pass this position before {@link startDue} has run there. */
  get barrier(): number {
    return this.due[0]?.after ?? Number.MAX_SAFE_INTEGER;
  }

  isDue(durable: string): boolean {
    return this.due.some(({ name }) => name === durable);
  }

  /** Creates the consumers whose position the relay has reached, so that each receives exactly what comes after it. */
  async startDue(): Promise<void> {
    const { relayed, epoch } = this.course;
    for (const { name, filter, ackWaitMs, after } of this.due.filter((one) => one.after <= relayed)) {
      // The stream may be ahead of the cursor: a relay that died had published more than it had saved.
      const start = await this.parts.stream.sequenceFrom({ position: after + 1, epoch });
      await this.parts.stream.createConsumer({ name, filter, ackWaitMs, start: start ?? 'next' });
      this.due = this.due.filter((one) => one.name !== name);
    }
  }

  /**
   * How many events may be published now. A refill stays at most half the stream's capacity ahead of the slowest connected
   * consumer, or the stream would drop the refilled events again. Without a refill there is no limit.
   */
  get room(): number {
    const { relayed } = this.course;
    if (relayed >= this.refillTo || !this.seen) return Number.MAX_SAFE_INTEGER;
    const { durables, capacity } = this.seen;
    const behind = durables.filter(({ name, wanted, next }) => {
      const isThere = wanted || performance.now() < (this.expected.get(name) ?? 0);
      return isThere && next !== null && next <= relayed;
    });
    const slowest = behind.reduce((least, { next }) => Math.min(least, next as number), relayed + 1);
    return Math.max(0, slowest + Math.max(1, Math.floor(capacity / 2)) - 1 - relayed);
  }

  private expect(durable: string): void {
    this.expected.set(durable, performance.now() + EXPECTED_MS);
  }

  /** In this order a crash between any two steps leaves a state that the next inspection repairs. */
  private async rewind(
    { why, rewindFrom, epoch }: Rewind,
    { durables, head, stream }: StreamInspection,
  ): Promise<void> {
    this.parts.logger.warn({ why, rewindFrom, epoch }, 'rewinding the stream');
    for (const { name, wanted } of durables) {
      if (wanted) this.expect(name);
      await this.parts.stream.deleteConsumer(name);
    }
    await this.parts.stream.purge();
    const published = stream.last?.logId === this.course.logId ? stream.last : null;
    const { fence, epoch: known, relayed } = this.course;
    const next = { epoch, relayed: rewindFrom - 1, published };
    await this.parts.records.beginEpoch({ fence, epoch: known, relayed }, next);
    this.course.restart(epoch, rewindFrom - 1);
    this.refillTo = head;
  }
}

function listDue(starts: readonly ConsumerStart[], { durables }: StreamInspection): readonly DueConsumer[] {
  const byName = new Map(durables.map((one) => [one.name, one]));
  return starts
    .map(({ name, after }) => ({ name, after, ...pick(byName.get(name) as InspectedDurable) }))
    .sort((a, b) => a.after - b.after);
}

const pick = ({ filter, ackWaitMs }: InspectedDurable) => ({ filter, ackWaitMs });
