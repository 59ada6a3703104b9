import { errorMessage, SetupError, toError } from './errors';
import { asService } from './event-loop/running';
import type { HoldReporter } from './event-loop/loop-watch';
import type { Environment } from './read-env';
import { createLogger, type Logger, type LogDestination } from './logger';
import { type DefineService, type RunningService, type ServiceSetup, startService } from './start-service';
import { endsWithin } from './timeout';
import { DRAIN_WITHIN_MS } from './run-service';

/** How a service stands in its host. */
export type HostedState = 'starting' | 'ready' | 'closed';

/** What a host is told by its services. */
export interface HostedEvents {
  changed(service: HostedService): void;
  /** It runs, with this logger and these metrics. */
  runs(service: HostedService, reporter: HoldReporter): void;
  /** No restart of the process helps, because of what `error` says. */
  giveUp(service: HostedService, error: Error): void;
  /** The service cannot be started again in this process: the process must be replaced. */
  endProcess(service: HostedService, error: Error): void;
}

/** What a service is given, as its own process would be. */
export interface HostedSettings {
  readonly name: string;
  readonly environment: Environment;
  readonly log: LogDestination;
}

/** A start or a run that fails so soon is likely to fail again. */
const QUICK_MS = 5_000;
/** Failures in a row, each of them quick, after which a start that fails makes the host give up. */
const MOST_QUICK_FAILURES = 4;
const LONGEST_PAUSE_MS = 5_000;
const pauseAfter = (failures: number): number => Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS);

/** A service in a process that it shares with others: it is started again when it fails, without the others. */
export class HostedService {
  state: HostedState = 'starting';
  private running: RunningService | undefined;
  private startedAt = 0;
  private quickFailures = 0;
  private timer: NodeJS.Timeout | undefined;
  private ending = false;

  constructor(
    private readonly settings: HostedSettings,
    private readonly define: DefineService,
    private readonly events: HostedEvents,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  /** Starts it, and again when it fails. Never rejects. */
  async start(): Promise<void> {
    this.startedAt = performance.now();
    const setup = this.readSetup();
    if (!setup) return;
    try {
      await this.run(setup, createLogger(this.name, setup.config.logLevel, this.settings.log));
    } catch (error) {
      this.startFailed(toError(error));
    }
  }

  /** Drains and closes it, and starts it no more. Rejects when it cannot be closed in time. */
  async close(): Promise<void> {
    this.ending = true;
    clearTimeout(this.timer);
    await this.closeRunning();
    this.change('closed');
  }

  /** Undefined, and the host gives up, where the configuration is wrong. */
  private readSetup(): ServiceSetup | undefined {
    try {
      return this.define(this.settings.environment);
    } catch (error) {
      this.events.giveUp(this, toError(error));
      return undefined;
    }
  }

  private async run(setup: ServiceSetup, logger: Logger): Promise<void> {
    const running = await asService(this.name, () => startService({ service: this.name, ...setup }, logger));
    this.running = running;
    if (this.ending) return void (await this.closeRunning());
    running.health.whenFailed((error, scope) => {
      logger.fatal({ err: error }, errorMessage(error));
      if (scope === 'process') this.events.endProcess(this, error);
      else void this.restart(running);
    });
    this.events.runs(this, { logger, metrics: running.health.metrics });
    logger.info('ready');
    this.change('ready');
  }

  private startFailed(error: Error): void {
    this.countFailure();
    this.settings.log.write(`${this.name} could not start: ${errorMessage(error)}\n`);
    if (error instanceof SetupError || this.quickFailures >= MOST_QUICK_FAILURES) this.events.giveUp(this, error);
    else this.startLater();
  }

  private countFailure(): void {
    this.quickFailures = performance.now() - this.startedAt < QUICK_MS ? this.quickFailures + 1 : 0;
  }

  private startLater(): void {
    if (this.ending) return;
    this.timer = setTimeout(() => void this.start(), pauseAfter(this.quickFailures));
  }

  private async restart(failed: RunningService): Promise<void> {
    if (this.ending || this.running !== failed) return;
    this.change('starting');
    this.countFailure();
    try {
      await this.closeRunning();
      this.startLater();
    } catch (error) {
      this.events.endProcess(this, toError(error));
    }
  }

  private async closeRunning(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    if (running && !(await endsWithin(running.close(), DRAIN_WITHIN_MS)))
      throw new Error(
        `${this.name} could not drain within ${DRAIN_WITHIN_MS / 1000} s; what was unfinished is delivered again.`,
      );
  }

  private change(state: HostedState): void {
    this.state = state;
    this.events.changed(this);
  }
}
