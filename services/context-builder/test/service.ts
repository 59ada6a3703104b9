import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';

/** Starts a context-builder on this broker. */
export function startBuilder(nats: TestNats): Promise<RunningService> {
  const { servers, user, password } = nats.as(SERVICE);
  const settings = toConfig({
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: password,
    ACK_WAIT_MS: '1000',
    LOG_LEVEL: 'silent',
  });
  const definition = { service: SERVICE, module: AppModule.forRoot(settings), config: settings };
  return startService(definition, createLogger(SERVICE, 'silent'));
}
