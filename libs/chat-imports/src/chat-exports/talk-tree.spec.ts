import * as fc from 'fast-check';
import { branchOf, byTime, type TreeNode } from './talk-tree';

const node = (id: string, parent?: string | null, at?: number): TreeNode => ({ id, parent, at });
const idsOf = (nodes: readonly TreeNode[]): string => nodes.map(({ id }) => id).join(' ');

/** A tree of any shape: each message follows an earlier one, or begins the conversation anew. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 30 })
  .map((picks) => picks.map((pick, at) => node(`${at}`, at === 0 || pick % 7 === 0 ? null : `${pick % at}`, at)));

describe('one branch of a conversation', () => {
  test('is in the order of its parents, wherever its messages stand in the file and whatever their times say', () => {
    const shuffled = trees.chain((tree) =>
      fc.tuple(
        fc.constant(tree),
        fc.shuffledSubarray(tree, { minLength: tree.length }),
        fc.array(fc.nat(3), { minLength: tree.length, maxLength: tree.length }),
        fc.nat(tree.length - 1),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([tree, file, times, last]) => {
        const timed = file.map((one) => ({ ...one, at: times[Number(one.id)] }));
        const branch = branchOf(timed, `${last}`);
        const parents = branch.map(({ parent }) => parent);
        expect(parents.slice(1)).toEqual(branch.slice(0, -1).map(({ id }) => id));
        expect(branch.some(({ id }) => id === `${last}`)).toBe(true);
        expect(tree.some(({ parent }) => parent === branch.at(-1)?.id)).toBe(false);
      }),
    );
  });

  test('is that of the last message that nothing follows, where the export does not name or hold the one that was shown', () => {
    const edited = [node('q1', null, 1), node('a1', 'q1', 2), node('q1b', null, 3), node('a1b', 'q1b', 4)];
    expect(idsOf(branchOf(edited, undefined))).toBe('q1b a1b');
    expect(idsOf(branchOf(edited, 'gone'))).toBe('q1b a1b');
    expect(idsOf(branchOf(edited.toReversed(), null))).toBe('q1b a1b');
    expect(idsOf(branchOf(edited, 'a1'))).toBe('q1 a1');
  });

  test('goes on to its end where the export names a message in its middle', () => {
    const nodes = [node('1', null, 1), node('2', '1', 2), node('3', '2', 3), node('3b', '2', 4), node('4', '3b', 5)];
    expect(idsOf(branchOf(nodes, '2'))).toBe('1 2 3b 4');
    expect(idsOf(branchOf(nodes, '3'))).toBe('1 2 3');
  });

  test('keeps what was said before a message whose parent is missing', () => {
    const nodes = [node('1', null, 1), node('2', '1', 2), node('3', 'gone', 3), node('4', '3', 4)];
    expect(idsOf(branchOf(nodes, undefined))).toBe('1 2 3 4');
    expect(idsOf(branchOf([node('1'), node('2', '1'), node('3'), node('4', '3')], undefined))).toBe('1 2 3 4');
  });

  test('of messages that share a parent that the export does not hold is one of them', () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const nodes = [node('q1', root, 1), node('a1', 'q1', 2), node('q1b', root, 3), node('a1b', 'q1b', 4)];
    expect(idsOf(branchOf(nodes, 'a1b'))).toBe('q1b a1b');
  });

  test('begins with the question where the answer stands before it with the same time', () => {
    expect(idsOf(branchOf([node('a', 'q', 1), node('q', 'root', 1)], undefined))).toBe('q a');
  });

  test('of messages that follow each other in a circle ends', () => {
    expect(idsOf(branchOf([node('a', 'b'), node('b', 'a')], 'b'))).toMatch(/^(a b|b a)$/);
    expect(idsOf(branchOf([node('a', 'a')], undefined))).toBe('a');
    expect(branchOf([], 'x')).toEqual([]);
  });
});

describe('messages of an export that names no parents', () => {
  const said = (id: string, by: 'person' | 'agent', at?: number) => ({ id, by, at });
  const order = (...all: ReturnType<typeof said>[]): string =>
    byTime(all)
      .map(({ id }) => id)
      .join(' ');

  test('are in the order of their times, a question before the answer of the same time', () => {
    expect(
      order(said('a2', 'agent', 2), said('q1', 'person', 1), said('q2', 'person', 2), said('a1', 'agent', 1)),
    ).toBe('q1 a1 q2 a2');
  });

  test('of one time stay in turn', () => {
    expect(
      order(said('q1', 'person', 1), said('a1', 'agent', 1), said('q2', 'person', 1), said('a2', 'agent', 1)),
    ).toBe('q1 a1 q2 a2');
  });

  test('stay as they are where one has no time', () => {
    expect(order(said('2', 'person', 2), said('1', 'agent'))).toBe('2 1');
  });
});
