import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { DATABASE, type Database } from '../database/database';
import { WriterPriority } from '../search/index/follower/writer-priority';
import { Lease } from '../writer/lease';
import { Writer } from '../writer/writer';
import { readRetentionSettings, type RetentionClass, type RetentionSetting } from './retention-settings';
import { SWEEP_CLASSES } from './sweep-classes';
import { sweepStep, type SweepTask } from './sweep-step';

const EVERY_MS = 60_000;
/** Between two steps the sweep rests this many times as long as the first took, so that it never has most of the database. */
const REST = 4;

/** The tasks of a setting, in the order in which the classes are swept. */
export function listSweepTasks({ workspace, setting }: RetentionSetting): SweepTask[] {
  const archivedOnly = setting.archived_only ?? false;
  return (Object.keys(SWEEP_CLASSES) as RetentionClass[]).flatMap((name) => {
    const days = setting.keep_days[name];
    return days === undefined ? [] : [{ workspace, name, days, archivedOnly }];
  });
}

/** Removes what workspaces no longer keep, some rows at a time, while writers have precedence. */
@Injectable()
export class RetentionSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly priority = new WriterPriority();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isStopped = false;
  private isFailing = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly lease: Lease,
    private readonly writer: Writer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.writer.onCommit((head) => this.priority.recordWrite(head));
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Removes everything that may be removed now. One run at a time; a second caller waits for the first. */
  sweep(): Promise<void> {
    this.running ??= this.sweepAll().finally(() => (this.running = null));
    return this.running;
  }

  private async sweepAll(): Promise<void> {
    try {
      const settings = await readRetentionSettings(this.database);
      for (const task of settings.flatMap(listSweepTasks)) await this.sweepClass(task);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.error({ err: error }, `Retention could not remove anything; trying again: ${errorMessage(error)}`);
      this.isFailing = true;
    }
  }

  private async sweepClass(task: SweepTask): Promise<void> {
    let total = 0;
    // Rows that are removed while a workspace is copied would come back where it moves to.
    while (!this.isStopped && this.writer.moveStage(task.workspace) === null) {
      await this.priority.waitForWriters({ position: () => this.writer.position, isAwaited: () => false });
      const from = performance.now();
      const removed = await sweepStep({ database: this.database, lease: this.lease, writer: this.writer }, task);
      total += removed;
      if (removed === 0) break;
      await pause(REST * (performance.now() - from));
    }
    if (total > 0)
      this.logger.info({ workspace: task.workspace, class: task.name, removed: total }, 'Removed by retention.');
  }
}
