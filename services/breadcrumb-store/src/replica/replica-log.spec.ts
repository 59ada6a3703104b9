import type { Sql } from '../database/database';
import { ReplicaLog } from './replica-log';

const LONG_MS = 20_000;
const state = { epoch: 1, position: 10, wal_position: 500, indexed: 8, migrations: 3 };

describe('the log of a replica', () => {
  let replica: typeof state;
  let looks: number;
  let ends: Error[];
  let log: ReplicaLog;

  beforeEach(() => {
    replica = state;
    looks = 0;
    ends = [];
    const query = async (): Promise<object[]> => {
      looks += 1;
      return [replica];
    };
    log = new ReplicaLog({ query: query as Sql['query'] }, (error) => ends.push(error));
  });

  it('a position that the replica is known to have is reached without another look', async () => {
    await log.reach({ epoch: 1, position: 10 }, LONG_MS);
    await log.reach({ epoch: 1, position: 9 }, LONG_MS);
    expect(looks).toBe(1);
  });

  it('a position is reached as soon as the replica has it', async () => {
    const reached = log.reach({ epoch: 1, position: 11 }, LONG_MS);
    await log.look();
    replica = { ...state, position: 12 };
    await reached;
    expect(log.position).toBe(12);
  });

  it('a position that the replica does not have in time is refused as unavailable, and so is an index that is behind', async () => {
    await expect(log.reach({ epoch: 1, position: 11 }, 0)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(log.reachText(9, 0)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(log.reachText(8, LONG_MS)).resolves.toBeUndefined();
  });

  it('what was committed without a new position is reached as soon as the replica has it', async () => {
    const behind = log.reach({ epoch: 1, position: 10, wal_position: 501 }, 0);
    await expect(behind).rejects.toMatchObject({ code: 'unavailable' });
    replica = { ...state, wal_position: 501 };
    await expect(log.reach({ epoch: 1, position: 10, wal_position: 501 }, LONG_MS)).resolves.toBeUndefined();
  });

  it('the same position of another epoch is not reached', async () => {
    await log.look();
    await expect(log.reach({ epoch: 2, position: 1 }, 0)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['another epoch of the log', { ...state, epoch: 2 }],
    ['another schema', { ...state, migrations: 4 }],
  ])('once the replica shows %s, the reader must end and nothing is reached any more', async (_what, later) => {
    await log.look();
    replica = later;
    await log.look();
    replica = state;
    await log.look();
    expect(ends).toHaveLength(1);
    for (const epoch of [1, 2])
      await expect(log.reach({ epoch, position: 1 }, LONG_MS)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
