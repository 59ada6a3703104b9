import type { TrailNode } from '@crumbtrail/contracts';
import fc from 'fast-check';
import type { Branch } from '@crumbtrail/contracts/http/trails';
import { causalTree } from './causal-tree';

const node = (id: string, position: number, cause?: string): TrailNode => ({
  id,
  version: 1,
  schema_name: 'x.v1',
  author: { kind: 'user', id: 'u' },
  hop: 0,
  position,
  at_ms: 0,
  created_at: '2026-01-01T00:00:00Z',
  ...(cause ? { cause: { id: cause, version: 1 } } : {}),
});
const ids = (branches: readonly Branch[]): string[] => branches.flatMap(({ id, children }) => [id, ...ids(children)]);

describe('causal tree', () => {
  test('children are under their cause, in log order', () => {
    const tree = causalTree([node('c', 3, 'a'), node('a', 1), node('b', 2, 'a'), node('d', 4, 'b')]);
    expect(tree).toEqual([
      {
        id: 'a',
        children: [
          { id: 'b', children: [{ id: 'd', children: [] }] },
          { id: 'c', children: [] },
        ],
      },
    ]);
  });

  test('a breadcrumb whose cause is not readable is a root', () => {
    expect(causalTree([node('b', 2, 'hidden')])).toEqual([{ id: 'b', children: [] }]);
  });

  test('every breadcrumb is in the tree exactly once', () => {
    const trails = fc
      .array(fc.nat(20), { maxLength: 20 })
      .map((causes) => causes.map((cause, i) => node(String(i), i + 1, cause < i ? String(cause) : undefined)));
    fc.assert(
      fc.property(
        trails,
        (nodes) =>
          ids(causalTree(nodes)).sort().join() ===
          nodes
            .map(({ id }) => id)
            .sort()
            .join(),
      ),
    );
  });
});
