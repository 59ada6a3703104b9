import type { CommitCommand, PreparedWrite } from '../commands/commands';
import type { Preparation } from '../commands/prepare-commit';
import type { RestClock } from '../event-loop/map-one-by-one';
import { rendersHints, MAX_WAITING_COMMITS, MAX_WAIT_MS, PreparationQueue } from './preparation-queue';

/** A clock that advances by the simulated work; the test ends its pauses. */
class HandClock implements RestClock {
  readonly rests: { readonly ms: number; end(): void }[] = [];
  private time = 0;

  now(): number {
    return this.time;
  }

  rest(ms: number): Promise<void> {
    return new Promise((end) => this.rests.push({ ms, end }));
  }

  work(ms: number): void {
    this.time += ms;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('PreparationQueue', () => {
  let clock: HandClock;
  let lane: PreparationQueue;
  let done: string[];

  beforeEach(() => {
    clock = new HandClock();
    lane = new PreparationQueue(clock);
    done = [];
  });

  function commit(name: string, ...works: (number | Error)[]): Preparation {
    const steps = works.map((ms) => (): PreparedWrite => {
      done.push(name);
      clock.work(500);
      if (ms instanceof Error) throw ms;
      clock.work(ms - 500);
      return { op: 'erase', id: name, if_match: 1 };
    });
    return { steps, finish: (writes) => ({ writes }) as unknown as CommitCommand };
  }

  async function rest(ms: number): Promise<void> {
    await settled();
    expect(clock.rests.map((one) => one.ms)).toEqual([ms]);
    clock.rests.shift()?.end();
    await settled();
  }

  it('prepares one write at a time and pauses after each for as long as it took, even if it failed', async () => {
    const first = lane.prepare(commit('a', 500, 700));
    const second = lane.prepare(commit('b', new Error('wrong hints'), 1)).catch((error: Error) => error.message);
    const third = lane.prepare(commit('c', 1));
    await settled();
    expect(done).toEqual(['a']);
    await rest(500);
    expect(done).toEqual(['a', 'a']);
    await rest(700);
    expect((await first).writes).toHaveLength(2);
    expect(done).toEqual(['a', 'a', 'b']);
    await rest(500);
    expect(await second).toBe('wrong hints');
    expect((await third).writes).toHaveLength(1);
    expect(done).toEqual(['a', 'a', 'b', 'c']);
  });

  it('refuses commits at once while it is full, and accepts them again later', async () => {
    const held = Array.from({ length: MAX_WAITING_COMMITS }, (_, n) => lane.prepare(commit(`${n}`, 20)));
    await expect(lane.prepare(commit('late', 1))).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(held);
    await expect(lane.prepare(commit('again', 1))).resolves.toBeDefined();
    expect(done).not.toContain('late');
  });

  it('does not start or continue a commit that has waited too long', async () => {
    const slow = lane.prepare(commit('slow', MAX_WAIT_MS + 1, 1)).catch((error: unknown) => error);
    const late = lane.prepare(commit('late', 1)).catch((error: unknown) => error);
    await rest(MAX_WAIT_MS + 1);
    for (const one of [slow, late]) {
      expect(await one).toMatchObject({
        code: 'overloaded',
        problem: { details: { retry_after_ms: MAX_WAIT_MS } },
      });
    }
    expect(done).toEqual(['slow']);
  });
});

describe('rendersHints', () => {
  const context = {};
  const hints = { llm_hints: { mode: 'merge' as const } };

  it.each([
    ['a crumb with hints', { op: 'create', draft: { schema_name: 'a.v1', context, ...hints } }, true],
    ['a schema', { op: 'create', draft: { schema_name: 'schema.def.v1', context } }, true],
    ['a change of hints', { op: 'update', id: 'x', if_match: 1, patch: hints }, true],
    ['a crumb', { op: 'create', draft: { schema_name: 'user.message.v1', context } }, false],
    ['a change', { op: 'update', id: 'x', if_match: 1, patch: { context, llm_hints: null } }, false],
    ['an erasure', { op: 'erase', id: 'x', if_match: 1 }, false],
    ['no draft at all', { op: 'create', draft: null }, false],
  ] as const)('%s: %#', (_, write, expected) => {
    const plain = { op: 'create', draft: { schema_name: 'user.message.v1', context } } as const;
    expect(rendersHints({ writes: [plain, write] as never })).toBe(expected);
  });
});
