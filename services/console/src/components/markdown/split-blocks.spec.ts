import { foldBlocks } from './fold-blocks';
import { splitBlocks } from './split-blocks';

const kinds = (text: string): string[] => splitBlocks(text).blocks.map(({ kind, text }) => `${kind} ${text}`);

describe('splitBlocks', () => {
  test('splits at blank lines between paragraphs, and keeps a list with its gaps together', () => {
    expect(kinds('one\nmore\n\n\ntwo\n\n- a\n\n  still a\n\n- b\n\nthree')).toEqual([
      'markdown one\nmore',
      'markdown two',
      'markdown - a\n\n  still a\n\n- b',
      'markdown three',
    ]);
  });

  test('takes fenced code out with its language; blank lines and shorter fences inside belong to it', () => {
    expect(splitBlocks('say\n````ts title\na\n\n```\nb\n````\nend').blocks).toEqual([
      { kind: 'markdown', text: 'say', language: '', isComplete: true },
      { kind: 'code', text: 'a\n\n```\nb', language: 'ts', isComplete: true },
      { kind: 'markdown', text: 'end', language: '', isComplete: true },
    ]);
  });

  test('a fence that is not closed yet is code that is not complete', () => {
    expect(splitBlocks('~~~py\nprint(1)\n').blocks).toEqual([
      { kind: 'code', text: 'print(1)\n', language: 'py', isComplete: false },
    ]);
  });

  test('a fence inside a list stays in the list, whatever blank lines it has', () => {
    const list = '1. run\n   ```sh\n   a\n\n   b\n   ```\n\n2. done';
    expect(kinds(list)).toEqual([`markdown ${list}`]);
  });

  test('definitions of links are known to every block', () => {
    const { blocks, definitions } = splitBlocks('see [docs][1]\n\nend\n\n[1]: https://example.org "Docs"');
    expect([blocks.length, definitions]).toEqual([2, '[1]: https://example.org "Docs"']);
  });

  test.each([
    ['a paragraph longer than a parser should read', 'word '.repeat(2_000)],
    ['quotes and lists nested deeper than anybody reads', `${'> '.repeat(30)}deep`],
    ['more markup than text', '*a'.repeat(500)],
    ['lists nested in one line', `${'- '.repeat(30)}deep`],
  ])('%s is shown as it is', (_, text) => {
    expect(splitBlocks(text).blocks.map(({ kind }) => kind)).toEqual(['plain']);
  });

  test('a long list is split between items, so that its start is not parsed again when it grows', () => {
    const list = Array.from({ length: 1_000 }, (_, at) => `- item ${at}`).join('\n');
    const { blocks } = splitBlocks(list);
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.map(({ text }) => text).join('\n')).toBe(list);
    expect(blocks.every(({ kind }) => kind === 'markdown')).toBe(true);
  });

  test('text that is added changes the last block only', () => {
    const text = 'one\n\n- a\n- b\n\n```js\nlet a;\n```\n\n> quoted\n\nend of it';
    for (let at = 1; at < text.length; at += 1) {
      const before = splitBlocks(text.slice(0, at)).blocks;
      const after = splitBlocks(text.slice(0, at + 1)).blocks;
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
  });
});

describe('foldBlocks', () => {
  const fold = (text: string) => foldBlocks(splitBlocks(text).blocks)?.map((block) => block.text);
  const paragraphs = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n\n');

  test('shows a text whole that is short, or only a little longer than the fold', () => {
    expect(fold('short')).toBeUndefined();
    expect(fold(Array.from({ length: 24 }, (_, at) => `line ${at}`).join('\n'))).toBeUndefined();
  });

  test('shows the first twenty lines of a long text, gaps between paragraphs counted', () => {
    expect(fold(paragraphs(40))?.filter((text) => text.startsWith('line')).length).toBeLessThanOrEqual(11);
  });

  test('cuts a single block that is long: code after lines, a paragraph after characters', () => {
    const [code] = fold(`\`\`\`\n${'x\n'.repeat(500)}\`\`\``) ?? [];
    expect(code?.split('\n').length).toBeLessThanOrEqual(20);
    const [paragraph] = fold('word '.repeat(1_000)) ?? [];
    expect(paragraph?.length).toBeLessThan(1_600);
  });
});
