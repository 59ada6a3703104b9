import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { natsServerCandidates } from '../connection/config';

/** A nats-server to start. `config` returns the whole nats.conf for a port; -1 means any free port. */
export interface NatsProcessOptions {
  readonly folder: string;
  readonly config: (port: number) => string;
  readonly binary?: string;
}

const START_WITHIN_MS = 10_000;

/** Path of the nats-server on this machine. Throws one sentence with instructions when there is none. */
export function findNatsServer(): string {
  const found = natsServerCandidates().find((place) => existsSync(place));
  if (found) return found;
  throw new Error(
    'No nats-server was found: set NATS_SERVER_BIN, install the package nats-server, or start Crumbtrail once, which downloads it.',
  );
}

/** The version of a nats-server executable, as `2.9.10`. */
export function natsServerVersion(binary: string): string {
  return /v?(\d+\.\d+\.\d+)/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
}

/** A private nats-server for tests and benchmarks, in its own folder; it keeps its port over restarts. */
export class NatsProcess {
  private child: ChildProcess | null = null;
  private ended: Promise<unknown> = Promise.resolve();
  private known = -1;

  constructor(private readonly options: NatsProcessOptions) {}

  get port(): number {
    return this.known;
  }
  get url(): string {
    return `nats://127.0.0.1:${this.known}`;
  }

  /** Resolves when it accepts clients. */
  async start(): Promise<void> {
    const { folder, config, binary = findNatsServer() } = this.options;
    const ports = join(folder, 'ports');
    rmSync(ports, { recursive: true, force: true });
    mkdirSync(ports, { recursive: true });
    writeFileSync(join(folder, 'nats.conf'), config(this.known));
    const log = join(folder, 'nats.log');
    const args = ['-c', join(folder, 'nats.conf'), '--ports_file_dir', ports, '-l', log];
    const child = spawn(binary, args, { stdio: 'ignore' });
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    this.known = await waitForPort(join(ports, `nats-server_${child.pid}.ports`), child, log);
  }

  /** Stops it in order and waits until it has exited. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Kills it, as a crash would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.child?.kill(signal);
    await this.ended;
    this.child = null;
  }
}

async function waitForPort(file: string, child: ChildProcess, log: string): Promise<number> {
  for (const until = performance.now() + START_WITHIN_MS; performance.now() < until; await pause(10)) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const port = /"nats":\s*\[\s*"(?:nats|tls):\/\/[^"]*:(\d+)"/.exec(text)?.[1];
    if (port) return Number(port);
    if (child.exitCode !== null) break;
  }
  const said = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : 'nothing';
  throw new Error(`nats-server did not start; its output: ${said}`);
}
