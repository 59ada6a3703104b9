import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@crumbtrail/setup';
import { eventually } from '../eventually';

const MAIN = join(__dirname, '../../../../services/breadcrumb-store/dist/main.js');

/** Where a reader reads. */
export interface ReplicaSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL?: string;
}

/** A reader of a stack's store, in a process of its own, on a replica of its database. It ends with this process. */
export class ReaderProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** Resolves when it answers requests. */
  static async start(
    stack: { readonly home: string; readonly natsUrl: string },
    replica: ReplicaSettings,
  ): Promise<ReaderProcess> {
    const port = await freePort();
    const { PATH } = process.env;
    const env = {
      PATH,
      ROLE: 'reader',
      ...replica,
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

  get pid(): number | undefined {
    return this.child.pid;
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
