import { Injectable } from '@nestjs/common';
import { refuse, Status } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import { ServiceRequests } from '../ports';
import { recordWaiting, missingServices, type LastSeen } from './missing-services';

/** Beside bus and store, which libs/bus looks after: every service on a message's way must hear, or none is answered. */
@Injectable()
export class ServiceMonitor {
  private seen: LastSeen = new Map();

  constructor(
    private readonly requests: ServiceRequests,
    health: Health,
  ) {
    health.require('stations', () => this.look());
  }

  private async look(): Promise<void> {
    const status = await this.requests.requestAsGateway(Status, {});
    const now = Date.now();
    this.seen = recordWaiting(status, this.seen, now);
    const missing = missingServices(status, this.seen, now);
    if (missing.length > 0) throw refuse('unavailable', `nobody hears as ${missing.join(', ')}`);
  }
}
