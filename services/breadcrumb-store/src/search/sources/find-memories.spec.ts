import type { RetrieveRequest, SourcePlan } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { findMemories, type MemoriesQuestion } from './find-memories';

/** A database that does not answer. */
const silent: SqlReader = { read: () => new Promise(() => undefined) };

const question = (memories: SourcePlan['memories'], onLate: () => void): MemoriesQuestion =>
  ({
    chunks: {
      scope: { workspace: 'w', viewers: [], readers: null, as_of: 1, now: '2026-05-08T09:00:00.000Z' },
      snapshot: { through: 1, late: new Map() },
    },
    plan: { name: 'memory', type: 'memory', memories, limit: 12 },
    request: { viewer: 'cook', query: 'peanuts', members: [] } as unknown as RetrieveRequest,
    search: () => new Promise(() => undefined),
    onLate,
    withinMs: 1,
  }) as unknown as MemoriesQuestion;

describe('memories of other sessions', () => {
  it('are not waited for longer than their time, and that is said', async () => {
    const late: string[] = [];
    expect(
      await findMemories(
        silent,
        silent,
        question('agent', () => late.push('memory')),
      ),
    ).toEqual([]);
    expect(late).toEqual(['memory']);
  });

  it('are not searched for with the scope `session`', async () => {
    const late: string[] = [];
    expect(
      await findMemories(
        silent,
        silent,
        question('session', () => late.push('memory')),
      ),
    ).toEqual([]);
    expect(late).toEqual([]);
  });
});
