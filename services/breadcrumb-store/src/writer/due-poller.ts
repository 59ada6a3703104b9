import { Inject, Injectable } from '@nestjs/common';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { DATABASE, type Database } from '../database/database';
import { planDue, type DueEntry } from './plan-due';
import { DUE_AT_ONCE, SELECT_DUE } from './due-statements';
import { ExpiredRows } from './expired-rows';
import { Writer } from './writer';

const LOOK_EVERY_MS = 500;
const HOUR_MS = 3_600_000;

/** Polls for what is due by the database's clock, and passes it to the writer, which settles it once. */
@Injectable()
export class DuePoller {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private cleanedAt = 0;
  private failing = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly writer: Writer,
    private readonly expired: ExpiredRows,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(everyMs = LOOK_EVERY_MS): void {
    this.timer = setInterval(() => void this.poll(), everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /** Settles everything that is due now. One run at a time; a second caller waits for the first. */
  poll(): Promise<void> {
    this.looking ??= this.settleAll().finally(() => (this.looking = null));
    return this.looking;
  }

  private async settleAll(): Promise<void> {
    try {
      for (let due = await this.due(); due.length > 0; due = await this.due()) {
        await Promise.all(
          (await planDue(this.database, due, this.unreadable)).map((command) => this.writer.submit(command)),
        );
        if (due.length < DUE_AT_ONCE) break;
      }
      if (!this.writer.whyRefused()) await this.deleteExpiredRows();
      this.failing = false;
    } catch (error) {
      if (!this.failing)
        this.logger.error({ err: error }, `Due entries could not be settled; trying again: ${errorMessage(error)}`);
      this.failing = true;
    }
  }

  private readonly unreadable = ({ id, workspace }: { id: string; workspace: string }, error: unknown): void =>
    this.logger.error({ err: error, id, workspace }, `The schedule ${id} cannot be read: ${errorMessage(error)}`);

  /** What falls due in a workspace that is closed is settled where it is next. */
  private due(): Promise<DueEntry[]> {
    return this.database.query<DueEntry>(SELECT_DUE, [this.writer.closedWorkspaces]);
  }

  private async deleteExpiredRows(): Promise<void> {
    if (performance.now() - this.cleanedAt < HOUR_MS && this.cleanedAt > 0) return;
    this.cleanedAt = performance.now();
    await this.expired.delete();
  }
}
