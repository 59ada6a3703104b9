import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bus, CrumbStream } from '@crumbtrail/bus';
import { createLogger } from '@crumbtrail/platform';
import type { TestStack } from '@crumbtrail/testing';

/** Runs `work` on the stack's stream with the rights of the store. */
export async function onStream<T>(stack: TestStack, work: (stream: CrumbStream) => Promise<T>): Promise<T> {
  const service = 'breadcrumb-store';
  const password = await readFile(join(stack.home, 'secrets', `nats-${service}`), 'utf8');
  const bus = await Bus.connect({
    servers: stack.natsUrl,
    service,
    user: service,
    password,
    logger: createLogger(service, 'silent'),
  });
  try {
    return await work(new CrumbStream(bus));
  } finally {
    await bus.drain();
  }
}

/** Deletes all data of the broker: its streams, its durables and their acknowledgements. */
export async function forgetStream(stack: TestStack): Promise<void> {
  await stack.halt('nats-server');
  await rm(join(stack.home, 'nats'), { recursive: true, force: true });
  await stack.start('nats-server');
}
