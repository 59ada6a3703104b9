import type { TrailNode } from './operations/trails';
import { BUNDLE_FORMAT, type BundleHead, BundleReader, BundleWriter, type TrailBundle } from './trail-bundle';

const head: BundleHead = {
  format: BUNDLE_FORMAT,
  workspace: 'default',
  trail_id: 't',
  position: 9,
  exported_at: 'now',
  exported_by: { kind: 'user', id: 'ann' },
  role: 'reader',
  hidden: 2,
  beyond: 0,
};
const node = (id: string): TrailNode => ({ id, version: 1 }) as TrailNode;
const crumb = (id: string, content: string) => ({ id, version: 1, context: { content } }) as never;

function written(): string[] {
  const writer = new BundleWriter();
  return [
    writer.part('head', 'head', head),
    writer.part('node', 'node a', node('a')),
    writer.part('node', 'node b', node('b')),
    writer.part('tree', 'tree', [{ id: 'a', children: [{ id: 'b', children: [] }] }]),
    writer.part('crumb', 'crumb a@1', crumb('a', 'hello\n\u2028 wörld 😀')),
    writer.part('crumb', 'crumb b@1', crumb('b', 'bye')),
    writer.part('context', 'context b', { id: 'b', formatted_context: '# Message' }),
    writer.end(),
  ];
}

function read(lines: readonly string[]): TrailBundle {
  const reader = new BundleReader();
  for (const line of lines.join('').split('\n')) reader.take(line);
  return reader.done();
}

const without = (at: number): string[] => written().filter((_, n) => n !== at);
const changed = (at: number, from: string, to: string): string[] =>
  written().map((line, n) => (n === at ? line.replace(from, to) : line));

describe('an exported trail', () => {
  it('reads back equal to what was written', () => {
    const bundle = read(written());
    expect(bundle).toMatchObject({ head, nodes: [node('a'), node('b')], contexts: [{ id: 'b' }] });
    expect(bundle.crumbs.map((one) => (one as never as { context: unknown }).context)).toEqual([
      { content: 'hello\n\u2028 wörld 😀' },
      { content: 'bye' },
    ]);
    expect(bundle.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, string[], RegExp]>([
    ['is empty', [], /not an exported trail/],
    ['is something else', ['{"hello": 1}\n'], /not an exported trail/],
    ['is of another format', changed(0, 'trail/1', 'trail/2'), /exported as crumbtrail\.trail\/2/],
    ['has an edited word', changed(4, 'hello', 'howdy'), /^Part 4 \(crumb a@1\) was changed/],
    ['has an edited head', changed(0, '"hidden":2', '"hidden":0'), /^Part 0 \(head\) was changed/],
    ['has an edited name', changed(5, 'crumb b@1', 'crumb c@1'), /^Part 5 .* was changed/],
    ['lacks a part in the middle', without(4), /^Part 4, which came after part 3 \(tree\), is missing/],
    ['has two swapped parts', [0, 1, 2, 3, 5, 4, 6, 7].map((n) => written()[n] as string), /^Part 4/],
    ['ends early', written().slice(0, 6), /incomplete: it ends after part 5 \(crumb b@1\), and its end is missing/],
    [
      'ends within a part',
      [...written().slice(0, 5), written()[5]!.slice(0, 30)],
      /incomplete: it ends within part 5, after part 4/,
    ],
    ['has a part that is not JSON', changed(5, '{', '['), /^Part 5 was changed: it is no longer readable/],
    ['continues after its end', [...written(), written()[1] as string], /added after the end/],
    ['has an altered end', changed(7, '"parts":7', '"parts":6'), /^Part 7 \(end\) was changed/],
  ])('that %s is rejected with a sentence', (_, lines, sentence) => {
    expect(() => read(lines)).toThrow(sentence);
  });

  it('with the end of another trail is rejected', () => {
    const writer = new BundleWriter();
    const other = [0, 1, 2, 3, 4, 5, 6].map((n) => writer.part('head', `x${n}`, head));
    expect(other).toHaveLength(7);
    expect(() => read([...written().slice(0, 7), writer.end()])).toThrow(/does not belong to its parts/);
  });
});
