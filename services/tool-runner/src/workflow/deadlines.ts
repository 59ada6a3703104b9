import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { runTool, ToolDependenciesProvider, type ReceivedToolRequest } from '@crumbtrail/tool-runtime';
import { LOGGER, type Logger } from '@crumbtrail/platform';

/** A little after the deadline, so that clocks which differ by that little agree that it is over. */
const AFTER_MS = 100;
const AGAIN_MS = 5_000;

/**
 * Runs what goes on later once more when its time is up, so that it ends although none of its parts is answered. Kept by every
 * process that ran it; if none of them lives, the end of the turn ends it.
 */
@Injectable()
export class Deadlines implements OnModuleInit, OnApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    @Inject(ToolDependenciesProvider) private readonly world: ToolDependenciesProvider,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.world.later = (heard, deadline) => this.set(heard, deadline + AFTER_MS - Date.now());
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** It has ended; there is nothing to wait for. */
  forget(request: string): void {
    clearTimeout(this.timers.get(request));
    this.timers.delete(request);
  }

  private set(heard: ReceivedToolRequest, inMs: number): void {
    const { id } = heard.request;
    this.forget(id);
    this.timers.set(
      id,
      setTimeout(() => void this.end(heard), Math.max(inMs, 0)),
    );
  }

  private async end(heard: ReceivedToolRequest): Promise<void> {
    this.timers.delete(heard.request.id);
    try {
      await runTool(heard, this.world);
    } catch (error) {
      this.logger.warn(
        { request: heard.request.id, err: error },
        'what is out of time could not be ended; trying again',
      );
      this.set(heard, AGAIN_MS);
    }
  }
}
