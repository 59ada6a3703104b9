import { createLogger, startStation, type Running } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';
import { appModule } from '../src/app.module';
import { STATION, toConfig } from '../src/config';

/** Starts a context-builder on this broker. */
export function startBuilder(nats: TestNats): Promise<Running> {
  const { servers, user, password } = nats.as(STATION);
  const settings = toConfig({
    ...{ NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: password },
    ...{ ACK_WAIT_MS: '1000', LOG_LEVEL: 'silent' },
  });
  const wiring = { station: STATION, module: appModule(settings), config: settings };
  return startStation(wiring, createLogger(STATION, 'silent'));
}
