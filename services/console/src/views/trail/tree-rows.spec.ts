import type { TrailNode } from '@crumbtrail/contracts';
import { findContext } from './find-context';
import { findParent, buildTreeRows, visibleRows } from './tree-rows';

const node = (id: string, position: number, cause?: string, schema_name = 'user.message.v1'): TrailNode => ({
  id,
  position,
  schema_name,
  version: 1,
  hop: 0,
  at_ms: position,
  created_at: '2026-01-01T00:00:00Z',
  author: { kind: 'user', id: 'ann' },
  ...(cause === undefined ? {} : { cause: { id: cause, version: 1 } }),
});
const shape = (nodes: readonly TrailNode[]): string[] =>
  buildTreeRows(nodes).map(({ node: { id }, depth }) => `${'.'.repeat(depth)}${id}`);

describe('buildTreeRows', () => {
  test('places nodes below their cause, in log order', () => {
    const nodes = [node('d', 4, 'b'), node('a', 1), node('c', 3, 'a'), node('b', 2, 'a')];
    expect(shape(nodes)).toEqual(['a', '.b', '..d', '.c']);
    expect(buildTreeRows(nodes).map(({ children }) => children)).toEqual([2, 1, 0, 0]);
  });

  test('starts a new root where the cause is hidden, and marks it as an orphan', () => {
    const rows = buildTreeRows([node('a', 1), node('b', 2, 'hidden')]);
    expect(rows.map(({ depth, isOrphan }) => [depth, isOrphan])).toEqual([
      [0, false],
      [0, true],
    ]);
  });

  test('contains each node once, despite cycles, self-references and duplicates', () => {
    const circle = [node('a', 1, 'c'), node('b', 2, 'a'), node('c', 3, 'b'), node('self', 4, 'self')];
    expect(shape([...circle, circle[1] as TrailNode])).toEqual(['self', 'a', '.b', '..c']);
  });

  test('handles 2,000 nodes, in one chain or all below one node', () => {
    const chain = Array.from({ length: 2_000 }, (_, n) => node(`n${n}`, n, n === 0 ? undefined : `n${n - 1}`));
    const fan = Array.from({ length: 2_000 }, (_, n) => node(`n${n}`, n, n === 0 ? undefined : 'n0'));
    expect(buildTreeRows(chain).at(-1)).toMatchObject({ depth: 1_999, node: { id: 'n1999' } });
    expect(buildTreeRows(fan)).toHaveLength(2_000);
    expect(buildTreeRows(fan).at(-1)).toMatchObject({ depth: 1, node: { id: 'n1999' } });
  });

  test('visibleRows hides the rows below folded ones, and findParent returns the parent row', () => {
    const rows = buildTreeRows([node('a', 1), node('b', 2, 'a'), node('c', 3, 'b'), node('d', 4, 'a'), node('e', 5)]);
    const ids = (folded: string[]): string[] => visibleRows(rows, new Set(folded)).map(({ node: { id } }) => id);
    expect(ids(['b'])).toEqual(['a', 'b', 'd', 'e']);
    expect(ids(['a', 'b'])).toEqual(['a', 'e']);
    expect([3, 2, 0].map((at) => findParent(rows, at))).toEqual([0, 1, 0]);
  });
});

describe('findContext', () => {
  const isContext = ({ schema_name }: TrailNode): boolean => schema_name === 'agent.context.v1';
  const trail = [
    node('message', 1),
    node('turn', 2, 'message', 'agent.turn.v1'),
    node('context', 3, 'turn', 'agent.context.v1'),
    node('answer', 4, 'context', 'agent.response.v1'),
    node('beside', 5, 'elsewhere'),
  ];

  test.each([
    ['message', 'context'],
    ['turn', 'context'],
    ['context', 'context'],
    ['answer', 'context'],
    ['beside', undefined],
    ['nobody', undefined],
  ])('finds for %s the context %s', (id, context) => {
    expect(findContext(trail, id, isContext)).toBe(context);
  });

  test('ends when the causes form a cycle', () => {
    expect(findContext([node('a', 1, 'b'), node('b', 2, 'a')], 'a', isContext)).toBeUndefined();
  });
});
