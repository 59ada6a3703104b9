import { Injectable } from '@nestjs/common';
import { refuse, Status } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import { ServiceRequests } from '../ports';
import { recordWaiting, missingServices, type LastSeen } from './missing-services';

/** An event that has waited this long for the stream is not merely one of many. */
const LATE_MS = 10_000;

/** Reports the gateway as degraded while committed events do not reach the stream, or a service that is needed to answer a message is not running. libs/bus checks NATS and the store. */
@Injectable()
export class ServiceMonitor {
  private seen: LastSeen = new Map();

  constructor(
    private readonly requests: ServiceRequests,
    health: Health,
  ) {
    health.report('stations', () => this.look());
    health.report('stream', () => this.requirePublishing());
  }

  /** Else messages are accepted and answered late. While a disk is full, none are accepted, and reading goes on. */
  private async requirePublishing(): Promise<void> {
    const { oldest_unrelayed_ms: oldest, writes_refused } = await this.requests.requestAsGateway(Status, {});
    if (writes_refused === undefined && oldest > LATE_MS)
      throw refuse(
        'unavailable',
        `committed events have waited ${Math.round(oldest / 1000)} s for the stream; is JetStream running?`,
      );
  }

  private async look(): Promise<void> {
    const status = await this.requests.requestAsGateway(Status, {});
    const now = Date.now();
    this.seen = recordWaiting(status, this.seen, now);
    const missing = missingServices(status, this.seen, now);
    const { writes_refused: why } = status;
    if (missing.length > 0)
      throw refuse('unavailable', `no service is subscribed as ${missing.join(', ')}${why ? ` (${why})` : ''}`);
  }
}
