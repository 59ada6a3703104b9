import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { eventually, freePort, type TestStack } from '@crumbtrail/testing';

/** A gateway beside that of a stack. */
export interface SecondGateway {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts another gateway of the stack. Whoever starts it ends it. */
export async function startSecondGateway(
  { home, natsUrl }: Pick<TestStack, 'home' | 'natsUrl'>,
  more: Readonly<Record<string, string>> = {},
): Promise<SecondGateway> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    PORT: `${port}`,
    NATS_URL: natsUrl,
    NATS_USER: 'gateway',
    NATS_PASSWORD_FILE: join(home, 'secrets', 'nats-gateway'),
    ...more,
  };
  const main = join(__dirname, '../..', 'services/gateway/dist/main.js');
  const child = spawn(process.execPath, [main], { stdio: 'ignore', env });
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isUp, { withinMs: 60_000 });
  return { url, child };
}
