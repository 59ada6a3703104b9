import type { Issue } from '@crumbtrail/contracts';
import type { HintTrial, PendingTrial } from './hint-trial';
import { MAX_STANDING_MS, MAX_WAIT_MS, MAX_WAITING_COMMITS, MAX_WAITING_OF_CALLER, TrialQueue } from './trial-queue';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const named = (schema_name: string): HintTrial => ({ kind: 'schema', context: { defines: schema_name } });
const trialsOf = (...names: string[]): PendingTrial[] =>
  names.map((name) => ({
    trial: named(name),
    settle: (issues) => {
      if (issues.length > 0) throw new Error(`${name} refused`);
    },
  }));

describe('TrialQueue', () => {
  let now: number;
  /** Names of the trials that were started, and what ends the last of them. */
  let started: string[];
  let end: (issues?: readonly Issue[]) => void;
  let queue: TrialQueue;

  afterEach(() => jest.useRealTimers());

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    now = 0;
    started = [];
    queue = new TrialQueue(
      (trial) => {
        started.push(String(trial.kind === 'schema' && trial.context['defines']));
        return new Promise((resolve) => (end = (issues = []) => resolve(issues)));
      },
      () => now,
    );
  });

  async function finish(issues?: readonly Issue[]): Promise<void> {
    end(issues);
    await settled();
  }

  it('runs one trial at a time, the callers in turn: the second caller waits for one trial of the first', async () => {
    const mallory = [queue.try('mallory', trialsOf('m1', 'm2', 'm3')), queue.try('mallory', trialsOf('m4'))];
    const ann = queue.try('ann', trialsOf('a1', 'a2'));
    for (let n = 0; n < 6; n += 1) {
      expect(started).toHaveLength(n + 1);
      await finish();
    }
    expect(started).toEqual(['m1', 'a1', 'm2', 'a2', 'm3', 'm4']);
    await Promise.all([...mallory, ann]);
  });

  it('refuses a commit at its first trial with issues, and goes on with the next commit', async () => {
    const bad = queue.try('ann', trialsOf('a1', 'a2')).catch((error: Error) => error.message);
    const good = queue.try('ann', trialsOf('a3'));
    await finish([{ path: '', rule: 'work', message: 'too much' }]);
    expect(await bad).toBe('a1 refused');
    await finish();
    await good;
    expect(started).toEqual(['a1', 'a3']);
  });

  it('has room for other callers when one caller has as many commits waiting as it may', async () => {
    const held = Array.from({ length: MAX_WAITING_OF_CALLER }, (_, n) => queue.try('mallory', trialsOf(`m${n}`)));
    await expect(queue.try('mallory', trialsOf('late'))).rejects.toMatchObject({ code: 'overloaded' });
    const ann = queue.try('ann', trialsOf('a'));
    for (let n = 0; n <= held.length; n += 1) await finish();
    await Promise.all([...held, ann]);
    expect(started).not.toContain('late');
  });

  it('refuses commits of everybody while it is full, and accepts them again later', async () => {
    const held = Array.from({ length: MAX_WAITING_COMMITS }, (_, n) => queue.try(`caller-${n}`, trialsOf(`${n}`)));
    await expect(queue.try('ann', trialsOf('late'))).rejects.toMatchObject({ code: 'overloaded' });
    for (let n = 0; n < held.length; n += 1) await finish();
    await Promise.all(held);
    const again = queue.try('ann', trialsOf('again'));
    await finish();
    await again;
  });

  it('refuses commits that have waited too long at once, also while a trial does not end, and starts none of them later', async () => {
    const slow = queue.try('ann', trialsOf('slow', 'never')).catch((error: unknown) => error);
    const late = queue.try('bob', trialsOf('late')).catch((error: unknown) => error);
    jest.advanceTimersByTime(MAX_WAIT_MS);
    for (const one of [slow, late])
      expect(await one).toMatchObject({ code: 'overloaded', problem: { details: { retry_after_ms: MAX_WAIT_MS } } });
    await finish();
    const next = queue.try('cleo', trialsOf('next'));
    await finish();
    await next;
    expect(started).toEqual(['slow', 'next']);
  });

  it('says so while a trial does not end, and no longer once it has ended', async () => {
    const held = queue.try('ann', trialsOf('a')).catch((error: unknown) => error);
    now = MAX_STANDING_MS;
    expect(() => queue.requireMoving()).not.toThrow();
    now += 1;
    expect(() => queue.requireMoving()).toThrow('a trial of llm_hints does not end');
    await finish();
    await held;
    expect(() => queue.requireMoving()).not.toThrow();
  });

  it('accepts a commit without trials at once', async () => {
    await queue.try('ann', []);
    expect(started).toEqual([]);
  });
});
