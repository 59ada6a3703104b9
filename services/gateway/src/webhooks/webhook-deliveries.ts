import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  LeaseWebhook,
  SettleWebhook,
  type FollowedTurn,
  type SettleWebhookRequest,
  type WebhookLease,
} from '@crumbtrail/contracts/operations/webhooks';
import { LOGGER, type Logger, WakeSignal } from '@crumbtrail/platform';
import { ServiceRequests } from '../ports';
import { retryDelay } from './retry-delay';
import { MAX_MESSAGES, TaskNotifier, type NotificationResult } from './task-notifier';
import { toCloudEvent } from './to-cloud-event';
import { ANSWER_WITHIN_MS, WebhookSender } from './webhook-sender';
import { WebhookSettings } from './webhook-settings';

/** Webhooks that one gateway delivers to at the same time, so that a slow receiver does not hold up the others. */
const SLOTS = 8;
/** How often the store is asked for due events, in milliseconds. */
const LOOK_MS = 1_000;
/** The same where no workspace has a webhook. */
const LOOK_FOR_FIRST_MS = 5_000;
/** A lease outlasts one attempt, of which each message may take its time; it is renewed after each. */
const LEASE_MS = MAX_MESSAGES * ANSWER_WITHIN_MS + 5_000;

type LeasedEvent = WebhookLease['events'][number];

/** What becomes of the cursor after an attempt. */
type Settlement = Omit<SettleWebhookRequest, 'workspace' | 'name' | 'fence'>;

/** Delivers the events of webhooks and the changes of tasks: of each by one process at a time, in log order, until the receiver has taken an event or it is given up. */
@Injectable()
export class WebhookDeliveries implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly leaving = new AbortController();
  private readonly wakeSignals: WakeSignal[] = [];
  private loops: Promise<void>[] = [];

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly sender: WebhookSender,
    private readonly notifier: TaskNotifier,
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
      const sent = await this.sendEvent(cell, lease, event);
      const isStopped = this.leaving.signal.aborted && !sent.ok;
      const isLast = at === events.length - 1;
      const settlement: Settlement = isStopped
        ? { position: before.position, attempts: before.attempts, retry_in_ms: 0, lease_ms: 0 }
        : sent.ok
          ? this.afterSuccess(lease, event, isLast || this.leaving.signal.aborted)
          : this.afterFailure(before, event, sent);
      const request = { workspace, name, fence, ...settlement };
      const { held } = await this.requests.requestAsGateway(SettleWebhook, request, { cell });
      if (!held || settlement.lease_ms === 0) return;
      before = { ...before, position: settlement.position, attempts: 0 };
    }
  }

  private sendEvent(cell: string, lease: WebhookLease, event: LeasedEvent): Promise<NotificationResult> {
    const { signal } = this.leaving;
    return 'state' in event
      ? this.notifier.notify({ lease, change: event, cell }, signal)
      : this.sender.send(lease, toCloudEvent(event), signal);
  }

  private afterSuccess({ events, through }: WebhookLease, event: LeasedEvent, isLast: boolean): Settlement {
    const position = event === events.at(-1) ? through : event.position;
    const settlement = { position, attempts: 0, delivered: true, retry_in_ms: 0, lease_ms: isLast ? 0 : LEASE_MS };
    return 'state' in event && event.state === 'closed' ? { ...settlement, ended: true, lease_ms: 0 } : settlement;
  }

  private afterFailure(before: WebhookLease, event: LeasedEvent, sent: NotificationResult): Settlement {
    const { position, attempts } = before;
    const deliveries = attempts + 1;
    const { maxAttempts, retryMs } = this.settings;
    const error = sent.message;
    if (deliveries < maxAttempts && !sent.isOver) {
      const retry_in_ms = retryDelay(deliveries, retryMs);
      return { position, attempts: deliveries, error, retry_in_ms, lease_ms: 0 };
    }
    if (before.task) return this.giveUpTask(before, before.task, error);
    const { id, version, schema_name, kind } = event;
    const dead = { id, version, schema_name, kind, position: event.position, deliveries };
    return { position: event.position, attempts: 0, error, dead, retry_in_ms: retryMs, lease_ms: 0 };
  }

  /** Its client can read the task. */
  private giveUpTask({ workspace, position }: WebhookLease, { push }: FollowedTurn, error: string): Settlement {
    const { agent, turn, config } = push;
    this.logger.warn({ workspace, agent, turn, config, error }, 'a push configuration is removed');
    return { position, attempts: 0, error, ended: true, retry_in_ms: 0, lease_ms: 0 };
  }
}
