import { Injectable } from '@nestjs/common';
import { refuse, Status } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import { ServiceRequests } from '../ports';
import { recordWaiting, missingServices, type LastSeen } from './missing-services';

/** Reports the gateway as ready only while every service that is needed to answer a message is running. libs/bus checks NATS and the store. */
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
    if (missing.length > 0) throw refuse('unavailable', `no service is subscribed as ${missing.join(', ')}`);
  }
}
