import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Bus, CrumbStream } from '@crumbtrail/bus';
import type { StatusReply } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { eventually, freePort, NatsCluster, PostgresPair, TestStack, type StackSettings } from '@crumbtrail/testing';
import { echo } from '../support/conversations';
import { WITHOUT_MEMORY, WITHOUT_TOOLS } from '../support/fewer-services';
import { Load, type LoadResult } from './load';

const STORE = 'breadcrumb-store';
const ELECTED = { withinMs: 60_000, everyMs: 100 };
const KILL_EVERY_MS = 5_000;
const KILLS_FOR_MS = 60_000;
const BEFORE_MS = 5_000;
const AFTER_MS = 10_000;

const seed = Number(process.env['DRILL_SEED'] ?? randomInt(1_000_000));
const rows: string[][] = [['fault', 'faults', 'acknowledged', 'lost', 'doubled', 'longest gap', 'all answered after']];
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function report(fault: string, faults: number, result: LoadResult): void {
  const { acknowledged, lost, doubled, longestGapMs, answeredAfterMs } = result;
  const counts = [faults, acknowledged, lost.length, doubled].map(String);
  rows.push([fault, ...counts, seconds(longestGapMs), seconds(answeredAfterMs)]);
}

afterAll(() => {
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '));
  process.stderr.write(`\nDRILL_SEED=${seed}\n${lines.join('\n')}\n\n`);
});

async function startStack(settings: StackSettings): Promise<TestStack> {
  const services = { ...WITHOUT_TOOLS, ...WITHOUT_MEMORY, ...settings.services };
  const stack = await TestStack.start({ ...settings, services });
  stack.model.otherwise(echo);
  return stack;
}

describe('three NATS servers with three copies of the stream, under 24 clients', () => {
  let cluster: NatsCluster;
  let stack: TestStack;
  let bus: Bus;
  let stream: CrumbStream;

  beforeEach(async () => {
    cluster = await NatsCluster.start();
    bus = await Bus.connect({ ...cluster.as(STORE), logger: createLogger(STORE, 'silent') });
    stream = new CrumbStream(bus);
    // JetStream has a leader when it makes a stream.
    await eventually(() => stream.ensure({ replicas: 3 }), ELECTED);
    stack = await startStack({ nats: cluster, services: { [STORE]: { env: { NATS_REPLICAS: '3' } } } });
    await untilWhole();
  });
  afterEach(async () => {
    await stack.stop();
    await bus.drain();
    await cluster.stop();
  });

  const info = () => stream.info().catch(() => null);
  const leader = async (): Promise<string | null> => (await info())?.leader ?? null;
  const untilWhole = () => eventually(async () => (await info())?.copies.current === 3, ELECTED);

  it('loses and doubles nothing while the leader is killed every 5 s for a minute', async () => {
    const load = new Load(stack, seed);
    let kills = 0;
    for (const until = performance.now() + KILLS_FOR_MS; performance.now() < until; kills += 1) {
      const next = pause(KILL_EVERY_MS);
      const name = await eventually(leader, ELECTED);
      await cluster.kill(name);
      await cluster.start(name);
      await next;
    }
    const result = await load.end();
    report('NATS leader killed', kills, result);
    expect(kills).toBeGreaterThan(5);
    expect(result).toMatchObject({ lost: [], doubled: 0 });
  });

  /** Kills these servers, removes their directories, and starts them empty. */
  async function wipe(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => cluster.kill(name)));
    await Promise.all(names.map((name) => cluster.wipe(name)));
    await Promise.all(names.map((name) => cluster.start(name)));
  }

  it('loses and doubles nothing when the leader loses its directory', async () => {
    const load = new Load(stack, seed);
    await pause(BEFORE_MS);
    await wipe([await eventually(leader, ELECTED)]);
    await untilWhole();
    await pause(AFTER_MS);
    const result = await load.end();
    report('NATS: 1 of 3 directories removed', 1, result);
    expect(result).toMatchObject({ lost: [], doubled: 0 });
  });

  it('loses and doubles nothing when two servers lose their directories, and the third is emptied because there is no majority any more', async () => {
    const load = new Load(stack, seed);
    await pause(BEFORE_MS);
    const kept = await eventually(leader, ELECTED);
    await wipe(cluster.names.filter((name) => name !== kept));
    await pause(BEFORE_MS);
    await wipe(cluster.names);
    await untilWhole();
    await pause(AFTER_MS);
    const result = await load.end();
    report('NATS: 2 of 3 directories removed', 2, result);
    expect(result).toMatchObject({ lost: [], doubled: 0 });
  });
});

describe('Postgres with a replica, promoted under 24 clients', () => {
  let postgres: PostgresPair;
  let stack: TestStack;

  const begin = async (commit: 'local' | 'remote_apply'): Promise<Load> => {
    postgres = await PostgresPair.start(commit);
    stack = await startStack({ services: { [STORE]: { env: postgres.settings } } });
    return new Load(stack, seed);
  };
  const failOver = async (): Promise<void> => {
    await postgres.killPrimary();
    await postgres.promoteReplica();
    await pause(AFTER_MS);
  };
  afterEach(async () => {
    await stack.stop();
    await postgres.stop();
  });

  it('loses nothing with a synchronous replica', async () => {
    const load = await begin('remote_apply');
    await pause(BEFORE_MS);
    await failOver();
    const result = await load.end();
    report('Postgres: synchronous replica promoted', 1, result);
    expect(result).toMatchObject({ lost: [], doubled: 0 });
    const { lost } = await stack.api.get<StatusReply>('/v1/status');
    expect(lost.filter(({ from, through }) => through >= from).length).toBeLessThanOrEqual(1);
  });

  it('names the range that an asynchronous replica lacks, and leaves nothing undecided', async () => {
    const load = await begin('local');
    await pause(BEFORE_MS);
    await postgres.detachReplica();
    await pause(BEFORE_MS);
    await failOver();
    const result = await load.end();
    report('Postgres: asynchronous replica promoted', 1, result);
    const { lost } = await stack.api.get<StatusReply>('/v1/status');
    expect(result.lost.length).toBeGreaterThan(0);
    expect(result.doubled).toBe(0);
    const isNamed = (position: number): boolean =>
      lost.some(({ from, through }) => position >= from && position <= through);
    expect(result.lost.filter((position) => !isNamed(position))).toEqual([]);
  });
});

describe('two stores on one Postgres, under 24 clients', () => {
  let postgres: PostgresPair;
  let stack: TestStack;
  let standby: ChildProcess;

  beforeEach(async () => {
    postgres = await PostgresPair.start();
    stack = await startStack({ services: { [STORE]: { env: postgres.settings } } });
  });
  afterEach(async () => {
    standby.kill('SIGKILL');
    await stack.stop();
    await postgres.stop();
  });

  it('loses and doubles nothing when the one that writes is killed', async () => {
    const port = await freePort();
    standby = spawn(process.execPath, [join(__dirname, '../../services', STORE, 'dist/main.js')], {
      stdio: 'ignore',
      env: {
        CRUMBTRAIL_HOME: stack.home,
        ...postgres.settings,
        NATS_URL: stack.natsUrl,
        NATS_USER: STORE,
        NATS_PASSWORD_FILE: join(stack.home, 'secrets', `nats-${STORE}`),
        HEALTH_PORT: `${port}`,
      },
    });
    const status = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      return ((await response.json()) as { status: string }).status;
    };
    await eventually(async () => (await status()) === 'standby', ELECTED);
    const load = new Load(stack, seed);
    await pause(BEFORE_MS);
    await stack.kill(STORE);
    await eventually(async () => (await status()) === 'ready', ELECTED);
    await pause(BEFORE_MS);
    // The one that was killed is back, and waits.
    standby.kill('SIGKILL');
    await once(standby, 'exit');
    await pause(AFTER_MS);
    const result = await load.end();
    report('store killed, with a standby', 2, result);
    expect(result).toMatchObject({ lost: [], doubled: 0 });
  });
});
