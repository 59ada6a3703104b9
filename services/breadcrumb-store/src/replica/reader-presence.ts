import type { Bus } from '@crumbtrail/bus';
import { errorMessage, type Logger } from '@crumbtrail/platform';
import type { ReportedUses } from '../uses/reported-uses';
import type { ForgetErased } from './forget-erased';
import type { ReaderMetrics } from './reader-metrics';
import type { ReplicaIndex } from './replica-index';
import type { ReplicaLog } from './replica-log';
import { WITHIN_MS } from './within';
import type { WriterHead } from './writer-head';

const EVERY_MS = 500;

/** What a {@link ReaderPresence} works with. */
export interface ReaderPresenceOptions {
  readonly bus: Pick<Bus, 'announceReader'>;
  readonly writer: Pick<WriterHead, 'read' | 'reportUses'>;
  readonly log: ReplicaLog;
  readonly index: ReplicaIndex;
  readonly erased: ForgetErased;
  readonly metrics: ReaderMetrics;
  readonly uses: ReportedUses;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Runs once, before the first announcement. */
  readonly warmUp: () => Promise<void>;
}

/** Announces this reader twice a second while its replica keeps up with the writer. One that does not is sent no requests. */
export class ReaderPresence {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isWarm = false;
  private problem: string | null = 'it has not compared the replica with the writer yet';

  constructor(private readonly parts: ReaderPresenceOptions) {}

  /** Why this reader answers no requests now, in one sentence; null: it does. */
  get trouble(): string | null {
    return this.problem;
  }

  start(): void {
    this.running = this.run();
  }

  /** Ends the announcements. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.reportUses().catch(() => undefined);
  }

  private async run(): Promise<void> {
    const { bus, logger, metrics } = this.parts;
    try {
      await this.compare();
      if (this.isStopped) return;
      bus.announceReader();
      if (this.problem !== null) logger.info('This reader answers requests.');
      this.problem = null;
    } catch (error) {
      const problem = errorMessage(error);
      if (this.problem === null) logger.warn({ err: error }, `This reader answers no requests: ${problem}`);
      this.problem = problem;
    }
    metrics.isServing(this.problem === null);
    if (!this.isStopped) this.timer = setTimeout(() => this.start(), EVERY_MS).unref();
  }

  /** Tells the writer what was used since the report before; what it has not got comes with the next. */
  private async reportUses(): Promise<void> {
    const { uses, writer } = this.parts;
    const taken = uses.take();
    if (taken.length === 0) return;
    await writer.reportUses(taken).catch((error: unknown) => {
      uses.giveBack(taken);
      throw error;
    });
  }

  /** Rejects where the replica is behind. */
  private async compare(): Promise<void> {
    const { writer, log, index, metrics, erased, warmUp, uses } = this.parts;
    const head = await writer.read();
    uses.countIn(head.counts_uses ?? []);
    await this.reportUses();
    await log.look();
    metrics.isBehind(head.position - log.position);
    index.use(head.embedder);
    await log.reach({ epoch: head.epoch, position: head.position }, WITHIN_MS);
    await erased.forget();
    if (this.isWarm) return;
    await warmUp();
    this.isWarm = true;
  }
}
