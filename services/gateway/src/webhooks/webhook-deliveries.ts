import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { CrumbEvent } from '@crumbtrail/contracts';
import {
  LeaseWebhook,
  SettleWebhook,
  type SettleWebhookRequest,
  type WebhookLease,
} from '@crumbtrail/contracts/operations/webhooks';
import { LOGGER, type Logger, WakeSignal } from '@crumbtrail/platform';
import { ServiceRequests } from '../ports';
import { retryDelay } from './retry-delay';
import { toCloudEvent } from './to-cloud-event';
import { ANSWER_WITHIN_MS, WebhookSender } from './webhook-sender';
import { WebhookSettings } from './webhook-settings';

/** Webhooks that one gateway delivers to at the same time, so that a slow receiver does not hold up the others. */
const SLOTS = 8;
/** How often the store is asked for due events, in milliseconds. */
const LOOK_MS = 1_000;
/** The same where no workspace has a webhook. */
const LOOK_FOR_FIRST_MS = 5_000;
/** A lease outlasts one attempt; it is renewed after each. */
const LEASE_MS = ANSWER_WITHIN_MS + 5_000;

/** What becomes of the cursor after an attempt. */
type Settlement = Omit<SettleWebhookRequest, 'workspace' | 'name' | 'fence'>;

/** Delivers the events of webhooks: of each by one process at a time, in log order, until the receiver has taken an event or it is given up. */
@Injectable()
export class WebhookDeliveries implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly leaving = new AbortController();
  private readonly wakeSignals: WakeSignal[] = [];
  private loops: Promise<void>[] = [];

  constructor(
    private readonly requests: ServiceRequests,
    private readonly sender: WebhookSender,
    private readonly settings: WebhookSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = this.requests.cells.map((cell) => this.serve(cell));
  }

  beforeApplicationShutdown(): void {
    this.leaving.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops);
  }

  /** A webhook was created or changed here. */
  wake(): void {
    this.wakeSignals.forEach((signal) => signal.notify());
  }

  private async serve(cell: string): Promise<void> {
    const { signal } = this.leaving;
    const wakeSignal = new WakeSignal();
    this.wakeSignals.push(wakeSignal);
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { lease, any } = running.size < SLOTS ? await this.take(cell) : { any: true };
      if (!lease) {
        await wakeSignal.wait(any ? LOOK_MS : LOOK_FOR_FIRST_MS, signal);
        continue;
      }
      const delivery = this.deliver(cell, lease)
        .catch((error: unknown) => this.logger.warn({ err: error, webhook: lease.name }, 'a webhook is tried again'))
        .finally(() => {
          running.delete(delivery);
          wakeSignal.notify();
        });
      running.add(delivery);
    }
    await Promise.all(running);
  }

  private async take(cell: string): Promise<{ readonly lease?: WebhookLease; readonly any: boolean }> {
    try {
      return await this.requests.requestAsGateway(LeaseWebhook, { lease_ms: LEASE_MS }, { cell });
    } catch {
      // The store is away: it is asked again.
      return { any: true };
    }
  }

  /** Sends the events of a lease one after the other. Ends at the first that fails, or when another process has the webhook. */
  private async deliver(cell: string, lease: WebhookLease): Promise<void> {
    const { workspace, name, fence, events } = lease;
    let before = lease;
    for (const [at, event] of events.entries()) {
      const sent = await this.sender.send(lease, toCloudEvent(event), this.leaving.signal);
      const isStopped = this.leaving.signal.aborted && !sent.ok;
      const isLast = at === events.length - 1;
      const settlement: Settlement = isStopped
        ? { position: before.position, attempts: before.attempts, retry_in_ms: 0, lease_ms: 0 }
        : sent.ok
          ? this.afterSuccess(lease, event, isLast || this.leaving.signal.aborted)
          : this.afterFailure(before, event, sent.message);
      const request = { workspace, name, fence, ...settlement };
      const { held } = await this.requests.requestAsGateway(SettleWebhook, request, { cell });
      if (!held || settlement.lease_ms === 0) return;
      before = { ...before, position: settlement.position, attempts: 0 };
    }
  }

  private afterSuccess({ events, through }: WebhookLease, event: CrumbEvent, isLast: boolean): Settlement {
    const position = event === events.at(-1) ? through : event.position;
    return { position, attempts: 0, delivered: true, retry_in_ms: 0, lease_ms: isLast ? 0 : LEASE_MS };
  }

  private afterFailure({ position, attempts }: WebhookLease, event: CrumbEvent, message: string): Settlement {
    const deliveries = attempts + 1;
    const { maxAttempts, retryMs } = this.settings;
    if (deliveries < maxAttempts) {
      const retry_in_ms = retryDelay(deliveries, retryMs);
      return { position, attempts: deliveries, error: message, retry_in_ms, lease_ms: 0 };
    }
    const { id, version, schema_name, kind } = event;
    const dead = { id, version, schema_name, kind, position: event.position, deliveries };
    return { position: event.position, attempts: 0, error: message, dead, retry_in_ms: retryMs, lease_ms: 0 };
  }
}
