import { errorMessage } from './errors';
import { type HoldReporter, LoopWatch } from './event-loop/loop-watch';
import { processMetrics } from './health';
import { HostedService } from './hosted-service';
import { createLogger, type Logger, openLog } from './logger';
import { DRAIN_WITHIN_MS, followSupervisor, loadService, WRONG_CONFIGURATION } from './run-service';
import type { Environment } from './read-env';
import { endsWithin } from './timeout';

/** A service that a host runs: what its own process would have been given. */
export interface HostedEntry {
  /** Its name in messages and logs: `conductor`, or `conductor-2` for a second copy. */
  readonly name: string;
  /** Its compiled main.ts, which calls `runService`. */
  readonly entry: string;
  /** Its environment variables; those of the process do not reach it. */
  readonly environment: Environment;
  /** Where its log is appended. */
  readonly logFile: string;
}

/** What a host tells its supervisor over the IPC channel: once that all are ready, and at each change the names of those that are not. */
export type HostMessage = { readonly ready: true } | { readonly waiting: readonly string[] };

/** The service that others write to while they drain: it is closed last. */
const LAST_TO_CLOSE = /^breadcrumb-store(-\d+)?$/;

/** Runs several services in this process, each with its own configuration, log, health and NATS connection. */
export class Host {
  private readonly services: HostedService[] = [];
  private entries: readonly HostedEntry[] = [];
  private wereReady = false;
  private leaving = false;
  private readonly watch: LoopWatch;

  constructor(
    private readonly logger: Logger,
    private readonly tell: (message: HostMessage) => void,
    private readonly exit: (code: number) => void,
  ) {
    this.watch = new LoopWatch({ logger, metrics: processMetrics(), prefix: 'crumbtrail_process' });
  }

  /** Loads and starts the services in their order. A main.ts that throws ends the process. */
  async start(entries: readonly HostedEntry[]): Promise<void> {
    this.entries = entries;
    for (const entry of entries) {
      if (this.leaving) return;
      this.load(entry);
      // What was loaded sends its first requests before the next modules are compiled.
      await new Promise(setImmediate);
    }
  }

  /** Drains and closes all services, the store last, and exits. A second call does nothing. */
  async leave(code: number, why: string): Promise<void> {
    if (this.leaving) return;
    this.leaving = true;
    this.logger.info({ why }, 'draining');
    try {
      const isLast = ({ name }: HostedService): boolean => LAST_TO_CLOSE.test(name);
      const closing = (async () => {
        await Promise.all(this.services.filter((one) => !isLast(one)).map((one) => one.close()));
        await Promise.all(this.services.filter(isLast).map((one) => one.close()));
      })();
      if (!(await endsWithin(closing, DRAIN_WITHIN_MS)))
        throw new Error(
          `the services could not drain within ${DRAIN_WITHIN_MS / 1000} s; what was unfinished is delivered again`,
        );
      this.exit(code);
    } catch (error) {
      this.logger.error({ err: error }, errorMessage(error));
      this.exit(1);
    }
  }

  private load({ name, entry, environment, logFile }: HostedEntry): void {
    const events = {
      changed: () => this.report(),
      runs: ({ name }: HostedService, reporter: HoldReporter) => this.watch.add(name, reporter),
      giveUp: (service: HostedService, error: Error) => void this.giveUp(service, error),
      endProcess: (service: HostedService, error: Error) =>
        void this.leave(1, `${service.name}: ${errorMessage(error)}`),
    };
    const load = (): void => {
      // A second copy of a service runs its main.ts again; what that imports is shared.
      delete require.cache[require.resolve(entry)];
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- which services run here is said at the start
      require(entry);
    };
    loadService(load, (_, define) => {
      const service = new HostedService({ name, environment, log: openLog(logFile) }, define, events);
      this.services.push(service);
      this.report();
      void service.start();
    });
  }

  private report(): void {
    const ready = new Set(this.services.filter(({ state }) => state === 'ready').map(({ name }) => name));
    const waiting = this.entries.map(({ name }) => name).filter((name) => !ready.has(name));
    this.tell({ waiting });
    if (waiting.length > 0 || this.wereReady || this.leaving) return;
    this.wereReady = true;
    this.logger.info({ services: this.services.map(({ name }) => name) }, 'ready');
    this.tell({ ready: true });
    this.watch.start();
  }

  private async giveUp(service: HostedService, error: Error): Promise<void> {
    this.logger.fatal({ err: error }, `${service.name} could not start: ${errorMessage(error)}`);
    await this.leave(WRONG_CONFIGURATION, `${service.name} cannot run`);
  }
}

/**
 * Runs the services that the supervisor names in its first message, `{ services }`, until SIGTERM or SIGINT. Exits 78 when a service cannot
 * start, with its reason as the last error of the log. A service that reports that it cannot continue is started again, alone; an error that
 * no service catches ends the process, because nobody can say whose it is.
 */
export function runHost(): void {
  const logger = createLogger('host');
  const host = new Host(
    logger,
    // Without its supervisor nobody is told, and sending would be an error.
    (message) => void (process.connected && process.send?.(message)),
    (code) => process.exit(code),
  );
  process.once('message', ({ services }: { services: readonly HostedEntry[] }) => {
    host.start(services).catch((error: unknown) => {
      logger.fatal({ err: error }, errorMessage(error));
      process.exit(1);
    });
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void host.leave(0, signal));
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'a promise was rejected and not handled');
    void host.leave(1, 'unhandled rejection');
  });
  followSupervisor(() => void host.leave(0, 'the supervisor is gone'));
}
