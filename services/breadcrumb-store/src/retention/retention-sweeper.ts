import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchemaDef, WorkspaceRetention } from '@crumbtrail/contracts';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { DATABASE, type Database } from '../database/database';
import { UseCounter } from '../uses/use-counter';
import { WriterPriority } from '../search/index/follower/writer-priority';
import { Lease } from '../writer/lease';
import { Writer } from '../writer/writer';
import { readLifeRules, type LifeRule } from '../uses/life-rules';
import { listSweepTasks } from './list-sweep-tasks';
import { readRetentionSettings, type RetentionSetting } from './retention-settings';
import { LifeSweeper } from './sweep-lives';
import { sweepStep, type SweepDependencies, type SweepTask } from './sweep-step';

const EVERY_MS = 60_000;
/** Between two steps the sweep rests this many times as long as the first took, so that it never has most of the database. */
const REST = 4;

/** A change of one of these changes which uses are counted. */
const WITH_RULES: readonly string[] = [WorkspaceRetention.name, SchemaDef.name];

/** Removes what workspaces no longer keep, some rows at a time, while writers have precedence. */
@Injectable()
export class RetentionSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly priority = new WriterPriority();
  private readonly lives = new LifeSweeper();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isStopped = false;
  private isFailing = false;

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly lease: Lease,
    private readonly writer: Writer,
    private readonly uses: UseCounter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.writer.onCommit((head, events) => {
      this.priority.recordWrite(head);
      if (events.some(({ schema_name }) => WITH_RULES.includes(schema_name))) void this.countUses();
    });
    await this.countUses();
    this.uses.start();
    this.timer = setInterval(() => void this.run(false), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
    await this.uses.stop();
  }

  /** Removes everything that may be removed now, and of lives what the call before has found too. One run at a time; a second caller waits for the first. */
  sweep(): Promise<void> {
    return this.run(true);
  }

  /** Counts the uses that a life depends on, from now on. */
  async countUses(): Promise<void> {
    try {
      await this.uses.count(await readLifeRules(this.database));
    } catch (error) {
      this.logger.warn(
        { err: error },
        `The lives of breadcrumbs could not be read; trying again: ${errorMessage(error)}`,
      );
    }
  }

  private run(isWhole: boolean): Promise<void> {
    this.running ??= this.sweepAll(isWhole).finally(() => (this.running = null));
    return this.running;
  }

  private async sweepAll(isWhole: boolean): Promise<void> {
    try {
      const settings = await readRetentionSettings(this.database);
      for (const task of settings.flatMap(listSweepTasks)) await this.sweepClass(task);
      await this.sweepLives(settings, isWhole);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.error({ err: error }, `Retention could not remove anything; trying again: ${errorMessage(error)}`);
      this.isFailing = true;
    }
  }

  private get parts(): SweepDependencies {
    return { database: this.database, lease: this.lease, writer: this.writer, uses: this.uses };
  }

  private async sweepLives(settings: readonly RetentionSetting[], isWhole: boolean): Promise<void> {
    const rules = await readLifeRules(this.database);
    await this.uses.count(rules);
    await this.uses.write();
    for (const rule of rules) {
      if (!isWhole && !this.lives.isDue(rule)) continue;
      const { workspace } = rule;
      const archivedOnly = settings.find((one) => one.workspace === workspace)?.setting.archived_only ?? false;
      if (await this.mayGoOn(workspace)) this.tell(workspace, 'lives', await this.sweepLife(rule, archivedOnly));
    }
  }

  private sweepLife(rule: LifeRule, archivedOnly: boolean): Promise<number> {
    const pace = async (tookMs: number): Promise<boolean> => {
      await pause(REST * tookMs);
      return this.mayGoOn(rule.workspace);
    };
    return this.lives.sweep(rule, archivedOnly, { ...this.parts, pace });
  }

  /** Waits until writers are done. Rows that are removed while a workspace is copied would come back where it moves to. */
  private async mayGoOn(workspace: string): Promise<boolean> {
    if (this.isStopped || this.writer.moveStage(workspace) !== null) return false;
    await this.priority.waitForWriters({ position: () => this.writer.position, isAwaited: () => false });
    return true;
  }

  private tell(workspace: string, name: string, removed: number): void {
    if (removed > 0) this.logger.info({ workspace, class: name, removed }, 'Removed by retention.');
  }

  private async sweepClass(task: SweepTask): Promise<void> {
    let total = 0;
    while (await this.mayGoOn(task.workspace)) {
      const from = performance.now();
      const removed = await sweepStep(this.parts, task);
      total += removed;
      if (removed === 0) break;
      await pause(REST * (performance.now() - from));
    }
    this.tell(task.workspace, task.name, total);
  }
}
