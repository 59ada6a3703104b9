import { setInterval } from 'node:timers';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { Catalogs, Runners } from '../ports';

/** How often is looked whether a service has been connected that tools wait for. */
const LOOK_EVERY_MS = 5_000;

/** Marks tools that nobody runs, and looks from time to time whether somebody does by now. */
@Injectable()
export class RunnerWatch implements OnApplicationBootstrap, OnModuleDestroy {
  @Inject(LOGGER) private readonly logger!: Logger;
  /** The workspaces with tools that nobody runs. */
  private readonly waiting = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly runners: Runners,
    private readonly catalogs: Catalogs,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.lookAgain(), LOOK_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Brings the marks and the catalog of a workspace up to date, at this position of its log or later. */
  async refresh(workspace: string, position?: number): Promise<void> {
    if (await this.runners.mark(workspace, position)) this.waiting.add(workspace);
    else this.waiting.delete(workspace);
    await this.catalogs.refresh(workspace, position);
  }

  private async lookAgain(): Promise<void> {
    try {
      if (this.waiting.size === 0 || !(await this.runners.look())) return;
      for (const workspace of [...this.waiting]) await this.refresh(workspace);
    } catch (error) {
      this.logger.warn({ err: error }, `could not look which services run tools: ${errorMessage(error)}; trying again`);
    }
  }
}
