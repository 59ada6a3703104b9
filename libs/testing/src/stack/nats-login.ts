import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BusOptions } from '@crumbtrail/bus';
import type { Stack } from '@crumbtrail/setup';

/** What a service connects to the broker with. */
export type NatsLogin = Omit<BusOptions, 'logger'> & {
  readonly servers: string;
  readonly user: string;
  readonly password: string;
};

/** How a service of a stack logs in to its broker. */
export function loginTo(stack: Stack, service: string): NatsLogin {
  const password = readFileSync(join(stack.home, 'secrets', `nats-${service}`), 'utf8');
  return { servers: stack.natsUrl, service, user: service, password };
}
