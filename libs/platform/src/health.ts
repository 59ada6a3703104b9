import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { errorMessage } from './errors';
import { withTimeout } from './timeout';

/** Rejects with one sentence when this part cannot work now. */
export type HealthCheck = () => Promise<void> | void;

/** The body of /readyz: for each part, `ok` or a sentence with the reason why it is not ready. */
export interface Readiness {
  readonly ready: boolean;
  /** Ready, but a part that others need and this process does not is away: some of the stack's work waits. */
  readonly degraded?: true;
  /** This process waits to take over from another one, which is all that it can do until then. */
  readonly standby?: true;
  readonly checks: Readonly<Record<string, string>>;
}

const CHECK_WITHIN_MS = 2_000;

interface NamedCheck {
  readonly check: HealthCheck;
  readonly isRequired: boolean;
}

async function verdict(check: HealthCheck): Promise<string> {
  const late = (): Error => new Error(`did not answer within ${CHECK_WITHIN_MS} ms`);
  return withTimeout(Promise.resolve().then(check), CHECK_WITHIN_MS, late).then(() => 'ok', errorMessage);
}

let sharedMetrics: Registry | undefined;

/** Metrics of the process, which its services share: processor time, memory, event loop. */
export function processMetrics(): Registry {
  if (sharedMetrics) return sharedMetrics;
  sharedMetrics = new Registry();
  collectDefaultMetrics({ register: sharedMetrics });
  return sharedMetrics;
}

/** What cannot continue: the service, or the whole process, whose memory other services may share. */
export type FailureScope = 'service' | 'process';

/** The health of a service: its readiness checks, its metrics, and a way to report that it cannot continue. */
export class Health {
  /** The service's own metrics. {@link metricsText} has those of the process too. */
  readonly metrics = new Registry();
  private readonly shared = processMetrics();
  private readonly checks = new Map<string, NamedCheck>();
  private standbyFor: string | null = null;
  private readonly drain = new AbortController();
  private onFatal: (error: Error, scope: FailureScope) => void = () => undefined;

  /** All metrics in the text format of Prometheus. */
  metricsText(): Promise<string> {
    return Registry.merge([this.shared, this.metrics]).metrics();
  }

  /** Adds a readiness check: the service is ready only while all checks pass. */
  require(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isRequired: true });
  }

  /**
   * Adds a check of something that this process can do without: where it fails, the service is `degraded` and stays ready, so that no load
   * balancer takes it out for the fault of another process.
   */
  report(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isRequired: false });
  }

  /** Removes a check. */
  drop(name: string): void {
    this.checks.delete(name);
  }

  /**
   * This process waits until another one ends, and says for which one; null: it has taken over. A standby is ready, because it can do
   * what it is there for: an orchestrator that waits for readiness must not wait until the other one dies.
   */
  standBy(reason: string | null): void {
    this.standbyFor = reason;
  }

  /** Runs all checks at once, each limited to two seconds. */
  async readiness(): Promise<Readiness> {
    if (this.standbyFor !== null) return { ready: true, standby: true, checks: { standby: this.standbyFor } };
    const judged = await Promise.all(
      [...this.checks].map(async ([name, { check, isRequired }]) => ({ name, isRequired, says: await verdict(check) })),
    );
    const failed = judged.filter(({ says }) => says !== 'ok');
    const ready = !failed.some(({ isRequired }) => isRequired);
    const checks = Object.fromEntries(judged.map(({ name, says }) => [name, says]));
    return { ready, ...(ready && failed.length > 0 ? { degraded: true } : {}), checks };
  }

  /** Aborted when this process begins to drain. Nest runs its shutdown hooks only after the transport has waited for running handlers. */
  get draining(): AbortSignal {
    return this.drain.signal;
  }

  /** Aborts {@link draining}; startService does when the service is closed. */
  beginDraining(): void {
    this.drain.abort();
  }

  /** Reports that this service cannot continue: it is drained and started again, with its process where it has one of its own. */
  fail(error: Error): void {
    this.onFatal(error, 'service');
  }

  /** Reports that what this process holds in memory is wrong: it drains and exits 1, and its supervisor starts another. */
  failProcess(error: Error): void {
    this.onFatal(error, 'process');
  }

  /** Sets the callback of {@link fail} and {@link failProcess}; what runs the service does. */
  whenFailed(act: (error: Error, scope: FailureScope) => void): void {
    this.onFatal = act;
  }
}

interface HealthResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** `ready`, `degraded` and `standby` come with the status code 200. */
export function describeReadiness({ ready, degraded, standby }: Readiness): string {
  if (standby) return 'standby';
  if (degraded) return 'degraded';
  return ready ? 'ready' : 'not ready';
}

const json = (status: number, value: unknown): HealthResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

async function answer(path: string, health: Health): Promise<HealthResponse> {
  if (path === '/healthz') return json(200, { status: 'alive' });
  if (path === '/metrics') return { status: 200, type: health.metrics.contentType, body: await health.metricsText() };
  if (path !== '/readyz') return json(404, { status: 'not found' });
  const readiness = await health.readiness();
  return json(readiness.ready ? 200 : 503, {
    status: describeReadiness(readiness),
    checks: readiness.checks,
  });
}

/** Serves /healthz (the process runs), /readyz (it can work) and /metrics (Prometheus) on a separate port. */
export function serveHealth(health: Health, port: number, host = '0.0.0.0'): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] as string;
    answer(path, health).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => response.writeHead(500).end(errorMessage(error)),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
