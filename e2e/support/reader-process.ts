import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@crumbtrail/setup';
import { eventually, type TestStack } from '@crumbtrail/testing';

const MAIN = join(__dirname, '../../services/breadcrumb-store/dist/main.js');

/** A reader of a stack's store, in a process of its own, on the replica at `databaseUrl`. It ends with this process. */
export class ReaderProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** Resolves when it answers requests. */
  static async start(stack: TestStack, databaseUrl: string): Promise<ReaderProcess> {
    const port = await freePort();
    const { PATH } = process.env;
    const env = {
      PATH,
      ROLE: 'reader',
      DATABASE_URL: databaseUrl,
      CRUMBTRAIL_HOME: stack.home,
      CRUMBTRAIL_SUPERVISED: '1',
      NATS_URL: stack.natsUrl,
      NATS_USER: 'breadcrumb-store',
      NATS_PASSWORD: readFileSync(join(stack.home, 'secrets', 'nats-breadcrumb-store'), 'utf8'),
      HEALTH_PORT: `${port}`,
      LOG_LEVEL: 'warn',
    };
    const reader = new ReaderProcess(
      spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'inherit', 'inherit'] }),
      port,
    );
    await reader.whenAnswering();
    return reader;
  }

  /** Resolves when it has announced itself, because its replica keeps up. */
  async whenAnswering(): Promise<void> {
    const url = `http://127.0.0.1:${this.port}/readyz`;
    await eventually(async () => ((await (await fetch(url)).json()) as { status: string }).status === 'ready');
  }

  /** How many requests it has admitted. */
  async countAdmitted(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    return Number(/^crumbtrail_reader_requests_total\{outcome="admitted"\} (\d+)$/m.exec(text)?.[1]);
  }

  /** SIGSTOP lets it hang, SIGCONT lets it go on, SIGKILL ends it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.child.kill(signal);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
