import { setTimeout as pause } from 'node:timers/promises';
import { LogFollower } from './log-follower';
import type { IndexStep } from '../text/index-events';

const started: LogFollower[] = [];
// Also after a test that failed: a follower keeps its process alive.
afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())));

/** A log with an index whose position the test sets. */
function world(gatherMs = 0): {
  head: number;
  fails: number;
  steps: number;
  errors: unknown[];
  follower: LogFollower;
} {
  const it = { head: 0, fails: 0, steps: 0, errors: [] as unknown[] };
  const step = (): Promise<IndexStep> => {
    it.steps += 1;
    if (it.fails > 0) {
      it.fails -= 1;
      return Promise.reject(new Error('no database'));
    }
    return Promise.resolve({ position: it.head, more: false });
  };
  const follower = new LogFollower({
    name: 'it',
    step,
    pollMs: 60_000,
    gatherMs,
    onError: (error) => it.errors.push(error),
  });
  started.push(follower);
  return Object.assign(it, { follower });
}

describe('LogFollower', () => {
  test('indexes at a notification, long before the next poll, and resolves those that wait for the position', async () => {
    const it = world();
    it.follower.start();
    it.head = 5;
    expect(await it.follower.waitFor(5, 5_000)).toBe(true);
    expect(it.follower.position).toBe(5);
    it.head = 7;
    it.follower.nudge();
    expect(await it.follower.waitFor(7, 5_000)).toBe(true);
    await it.follower.stop();
  });

  test('takes what is written within its time to gather in one step, but at once where somebody waits for it', async () => {
    const it = world(60_000);
    it.follower.start();
    await pause(20);
    const { steps } = it;
    for (it.head = 1; it.head < 5; it.head += 1) {
      it.follower.nudge();
      await pause(5);
    }
    expect(it.steps).toBe(steps);
    expect(await it.follower.waitFor(5, 5_000)).toBe(true);
    expect(it.steps).toBe(steps + 1);
    await it.follower.stop();
  });

  test('reports that a position was not reached in time', async () => {
    const it = world();
    it.follower.start();
    expect(await it.follower.waitFor(1, 20)).toBe(false);
    await it.follower.stop();
  });

  test('retries after a failure', async () => {
    const it = world();
    it.fails = 2;
    it.head = 3;
    it.follower.start();
    expect(await it.follower.waitFor(3, 5_000)).toBe(true);
    expect(it.errors).toHaveLength(2);
    await it.follower.stop();
  });

  test('stops at once, and resolves every waiting request', async () => {
    const it = world();
    it.follower.start();
    const waiting = it.follower.waitFor(9, 60_000);
    await it.follower.stop();
    expect(await waiting).toBe(false);
    const { steps } = it;
    it.follower.nudge();
    expect(it.steps).toBe(steps);
  });
});
