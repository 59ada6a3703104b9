import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StatusReply } from '@crumbtrail/contracts';
import { eventually, RestartablePostgres, type TestStack } from '@crumbtrail/testing';
import { useFixture } from '../support/fixture';
import { Orders } from '../support/orders';
import { seededRandom } from '../support/seeded-random';
import { SHORT_LEASES } from '../support/short-leases';
import { createTestWorkspace } from '../support/test-workspace';
import { checkAll, findUnanswered, type CheckResult } from './checks';
import { FAULTS, type FaultTarget } from './faults';
import { unreliableModel, Workload } from './workload';

const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(1_000_000));
/** All services in one process, as with `npm start`. */
const sharesProcess = process.env['FAULTS_SHARED'] === '1';
const seconds = Number(process.env['FAULTS_SECONDS'] ?? 180);
const WARM_UP_MS = 3_000;
/** The longest pause between the end of a fault and the next, milliseconds. */
const LONGEST_PAUSE_MS = 6_000;
const QUIET_WITHIN = { withinMs: 300_000, everyMs: 1_000 };

const postgres = useFixture(
  () => RestartablePostgres.start(),
  (one) => one.stop(),
);
const orders = useFixture(
  () =>
    Orders.start({
      slots: 4,
      modelMs: () => 50,
      shopMs: () => 150,
      stack: {
        ...SHORT_LEASES,
        apart: sharesProcess ? [] : 'all',
        env: { ...SHORT_LEASES.env, DATABASE_URL: postgres.url },
      },
    }),
  (all) => all.stop(),
);

const residentMegabytes = (stack: TestStack): Map<string, number> =>
  new Map(
    Object.entries(stack.pids()).map(([name, pid]) => {
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return [name, Math.round(Number(kilobytes) / 1024)];
    }),
  );

/** Does faults in the order that the seed gives, until the time is over; each fault once before any a second time. Resolves to how often each was done. */
async function runFaults(target: FaultTarget): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  let left: (typeof FAULTS)[number][] = [];
  for (const until = Date.now() + seconds * 1_000; Date.now() < until;) {
    if (left.length === 0) left = [...FAULTS];
    const [fault] = left.splice(Math.floor(target.random() * left.length), 1);
    if (!fault) continue;
    process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    await fault.run(target);
    done.set(fault.name, (done.get(fault.name) ?? 0) + 1);
    await pause(target.random() * LONGEST_PAUSE_MS);
  }
  return done;
}

/** Resolves once every turn has ended, and every event is published. */
async function untilQuiet({ tenants }: Workload): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const { head, relayed } = await orders.stack.api.get<StatusReply>('/v1/status');
    if (relayed < head) throw new Error(`${relayed} of ${head} positions are published`);
    const unanswered = (await Promise.all(tenants.map(findUnanswered))).flat();
    if (unanswered.length > 0) throw new Error(unanswered.slice(0, 5).join('; '));
    const followed = Math.max(...tenants.map((one) => one.followed.at(-1)?.position ?? 0));
    if (followed < head) throw new Error(`the readers have followed to ${followed} of ${head}`);
    return true;
  };
  await eventually(isQuiet, QUIET_WITHIN).catch((error: unknown) =>
    process.stderr.write(`not quiet: ${String(error)}\n`),
  );
}

interface Run {
  readonly acknowledged: number;
  readonly done: ReadonlyMap<string, number>;
  readonly quietAfterMs: number;
  readonly checks: readonly CheckResult[];
}

function print({ acknowledged, done, quietAfterMs, checks }: Run): void {
  const faults = [...done].map(([name, times]) => `  ${String(times).padStart(3)} × ${name}`);
  const results = checks.map(({ promise, violations }) =>
    [
      `  ${violations.length === 0 ? 'ok  ' : 'FAIL'} ${promise}`,
      ...violations.slice(0, 5).map((one) => `         ${one}`),
    ].join('\n'),
  );
  const memory = [...residentMegabytes(orders.stack)].map(([name, megabytes]) => `${name} ${megabytes}`).join(', ');
  const lines = [
    `FAULTS_SEED=${seed} FAULTS_SECONDS=${seconds}${sharesProcess ? ', all services in one process' : ''}`,
    `${acknowledged} messages acknowledged; all answered ${(quietAfterMs / 1_000).toFixed(1)} s after the last fault`,
    ...faults,
    ...results,
    `  resident memory, MB: ${memory}`,
  ];
  process.stderr.write(`\n${lines.join('\n')}\n\n`);
}

describe('a stack in which one thing after the other fails while clients of two workspaces talk', () => {
  it('keeps every promise', async () => {
    const other = await createTestWorkspace(orders.stack);
    await Workload.defineListener(orders.conversations);
    const random = seededRandom(seed);
    orders.stack.model.otherwise(unreliableModel(seededRandom(seed + 1)));
    const workload = new Workload(orders, other, seed + 2);
    const recentEvents = () => workload.tenants[0].followed.slice(-50);
    try {
      await pause(WARM_UP_MS);
      const done = await runFaults({ stack: orders.stack, postgres, random, recentEvents });
      const healedAt = performance.now();
      await workload.end();
      await orders.stack.whenReady();
      await untilQuiet(workload);
      const quietAfterMs = performance.now() - healedAt;
      const checks = await checkAll(orders, workload.tenants);
      print({ acknowledged: workload.acknowledged, done, quietAfterMs, checks });
      const broken = checks.filter(({ violations }) => violations.length > 0);
      expect(broken.map(({ promise }) => promise)).toEqual([]);
      expect(workload.wronglyAnswered).toEqual([]);
      expect(workload.acknowledged).toBeGreaterThan(0);
    } finally {
      await workload.close();
    }
  });
});
