import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bus, CrumbStore, type SubscriptionOptions, JetStreamStrategy } from '@crumbtrail/bus';
import type { Contract } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import type { TestStack } from '@crumbtrail/testing';

/** The service that is replaced, what it subscribes to, and its error for each event. */
export interface Fault {
  readonly service: string;
  readonly contract: Contract;
  readonly options: SubscriptionOptions;
  readonly says: string;
}

/** Replaces a service by one that fails on every event, so that each becomes a dead letter. Returns how to stop it. */
export async function faultyService(stack: TestStack, fault: Fault): Promise<() => Promise<void>> {
  const { service, contract, options, says } = fault;
  const password = await readFile(join(stack.home, 'secrets', `nats-${service}`), 'utf8');
  const logger = createLogger(service, 'silent');
  const bus = await Bus.connect({ servers: stack.natsUrl, service, user: service, password, logger });
  const strategy = new JetStreamStrategy({ bus, store: new CrumbStore(bus), maxDeliveries: 1 });
  const fail = (): Promise<never> => Promise.reject(new Error(says));
  strategy.addHandler('faulty', fail, true, { subscription: { contract, options } });
  await new Promise<void>((resolve, reject) => {
    strategy.listen((error) => (error ? reject(error as Error) : resolve()));
  });
  return async () => {
    await strategy.close();
    await bus.drain();
  };
}
