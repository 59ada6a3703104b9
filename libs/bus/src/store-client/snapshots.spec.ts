import fc from 'fast-check';
import { SnapshotCache } from './snapshots';

const definition = (agent: string, _more = {}, at = 1): { agent: string; at: number } => ({ agent, at });

describe('snapshot cache', () => {
  it('returns the crumbs as of the requested position, independent of earlier reads and their order', async () => {
    const position = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(position, { maxLength: 6 }),
        fc.array(position, { minLength: 1, maxLength: 30 }),
        async (changes, asked) => {
          const truth = (at: number) =>
            changes.filter((change) => change <= at).map((change) => definition(`a${change}`, {}, change));
          const definitions = new SnapshotCache<{ agent: string; at: number }>();
          const fetch = (at: number, since?: number) =>
            Promise.resolve(
              since !== undefined && !changes.some((change) => change > since && change <= at) ? null : truth(at),
            );
          for (const at of asked) expect(await definitions.at('w', at, fetch)).toEqual(truth(at));
        },
      ),
    );
  });

  it('does not fetch again within the range of positions that it knows', async () => {
    const definitions = new SnapshotCache<{ agent: string; at: number }>();
    const asked: (number | undefined)[][] = [];
    const fetch = (at: number, since?: number) => {
      asked.push([at, since]);
      return Promise.resolve(since === undefined ? [definition('abe')] : null);
    };
    for (const at of [10, 20, 15, 20, 10, 30]) await definitions.at('w', at, fetch);
    expect(asked).toEqual([
      [10, undefined],
      [20, 10],
      [30, 20],
    ]);
  });

  it('keeps workspaces separate', async () => {
    const definitions = new SnapshotCache<{ agent: string; at: number }>();
    await definitions.at('one', 5, () => Promise.resolve([definition('abe')]));
    expect(await definitions.at('two', 5, () => Promise.resolve([]))).toEqual([]);
  });
});
