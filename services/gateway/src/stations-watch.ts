import { Injectable } from '@nestjs/common';
import { refuse, Status } from '@crumbtrail/contracts';
import { Health } from '@crumbtrail/platform';
import { Asks } from './adapters/asks.nats';
import { lookAround, missingStations, type LastSeen } from './views/readiness';

/** Beside bus and store, which libs/bus looks after: every station on a message's way must hear, or none is answered. */
@Injectable()
export class StationsWatch {
  private seen: LastSeen = new Map();

  constructor(
    private readonly asks: Asks,
    health: Health,
  ) {
    health.require('stations', () => this.look());
  }

  private async look(): Promise<void> {
    const status = await this.asks.askAsStation(Status, {});
    const now = Date.now();
    this.seen = lookAround(status, this.seen, now);
    const missing = missingStations(status, this.seen, now);
    if (missing.length > 0) throw refuse('unavailable', `nobody hears as ${missing.join(', ')}`);
  }
}
