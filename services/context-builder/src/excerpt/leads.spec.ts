import { readEnclosing } from '@crumbtrail/hints';
import { ASSISTANT, item, scored } from '../../test/crumbs';
import { buildLayout } from '../format/layout';
import { itemKey, type ScoredItem } from '../gather/item';
import { excerptItem } from './excerpt-item';
import { excerptItems, type ExcerptContext } from './excerpt-items';

const context = (words: readonly string[]): ExcerptContext => ({
  plan: { over: 150, passages: 1 },
  query: { terms: words.map((word) => [word, 1]), leans_on: [] },
  asker: { kind: 'user', id: 'user' },
  cap: 2000,
  dependsOnEarlier: false,
  semantic: false,
});

/** The lines of a text in pieces of so many, as the store returns them: each with the blocks that it begins inside of. */
function inPieces(text: string, size: number): ScoredItem[] {
  const lines = text.split('\n');
  const texts = Array.from({ length: Math.ceil(lines.length / size) }, (_, nth) =>
    lines
      .slice(nth * size, (nth + 1) * size)
      .join('\n')
      .trim(),
  );
  let enclosing: ReturnType<typeof readEnclosing>;
  return texts.map((piece, chunk) => {
    const found = item(1, piece, { author: ASSISTANT, chunk, chunks: texts.length, indexed: 350, enclosing });
    enclosing = readEnclosing(piece, enclosing);
    return scored(found, chunk + 1, { scores: { bm25: 1 } });
  });
}

const cut = (items: readonly ScoredItem[], words: readonly string[]): readonly ScoredItem[] =>
  excerptItems({ items, exchanges: new Set(), dropped: [] }, context(words)).items;

/** What a context shows of these pieces. */
function shown(items: readonly ScoredItem[], words: readonly string[]): string {
  const chosen = cut(items, words).map((one) => ({ scored: one, text: one.item.text, tokens: 1 }));
  const message = { speaker: 'User', text: 'Well?' };
  const calendar = { today: '2026-05-08', dayOf: () => '2026-05-08' };
  const sections = [{ name: 'relevant' as const, heading: 'Relevant', min_tokens: 0, max_tokens: 2000, priority: 1 }];
  const layout = buildLayout(chosen, message, { sections, calendar } as never);
  return layout.sections
    .flatMap(({ name, days }) =>
      name === 'relevant' ? days.flatMap(({ entries }) => entries.map(({ text }) => text)) : [],
    )
    .join('\n=====\n');
}

const pieceWith = (items: readonly ScoredItem[], word: string): ScoredItem =>
  items.find((one) => one.item.text.includes(word)) as ScoredItem;

const rows = Array.from({ length: 80 }, (_, nth) => `| ${nth} | customer-${nth} | ${8000 + nth} |`);
const TABLE = ['The customers:', '', '| id | customer | port |', '|---|---|---|', ...rows].join('\n');

describe('a part of a table', () => {
  test('brings its heading row, with marks where rows are left out', () => {
    const pieces = inPieces(TABLE, 20);
    expect(shown([pieceWith(pieces, 'customer-63 ')], ['customer-63'])).toMatch(
      /^\[…\]\n\| id \| customer \| port \|\n\|---\|---\|---\|\n\[…\]\n\| \d+ \|[^]*\| 63 \| customer-63 \| 8063 \|/,
    );
  });

  test('brings it once where several parts are shown, with a mark only where rows are left out', () => {
    const pieces = inPieces(TABLE, 20);
    const text = shown([pieces[1], pieces[2], pieces[4]] as ScoredItem[], ['customer']);
    expect(text.match(/\| id \|/g)).toHaveLength(1);
    expect(text).toContain(`${rows[35]}\n${rows[36]}`);
    expect(text).toContain(`${rows[55]}\n[…]\n${rows[76]}`);
    expect(shown(pieces, ['customer'])).toBe(TABLE);
  });

  test('has 60 tokens of a very long heading row', () => {
    const wide = Array.from({ length: 60 }, (_, nth) => `heading of column ${nth}`).join(' | ');
    const pieces = inPieces(TABLE.replace('| id |', `| id | ${wide} |`), 20);
    const [, heading] = shown([pieceWith(pieces, 'customer-63 ')], ['customer-63']).split('\n');
    expect(heading).toMatch(/^\| id \| heading of column 0 \|.*…$/);
    expect(heading?.length).toBeLessThan(300);
  });

  test('brings none after its end', () => {
    const pieces = inPieces(`${TABLE}\n${'More about the harbour.\n'.repeat(40)}The bell is green.`, 20);
    expect(shown([pieceWith(pieces, 'bell')], ['bell'])).not.toContain('| id |');
  });
});

const fenced = (language: string, lines: readonly string[]): string =>
  ['Look at this:', `\`\`\`${language}`, ...lines, '```', 'That is all.'].join('\n');

describe('a part of a code block', () => {
  const methods = Array.from({ length: 40 }, (_, nth) => [`  run${nth}() {`, `    return ${nth};`, '  }']).flat();
  const code = fenced('ts', ['export class Runner {', ...methods, '}']);

  test('brings its fence and its first line, and is closed', () => {
    expect(shown([pieceWith(inPieces(code, 25), 'run20(')], ['run20'])).toBe(
      '[…]\n```ts\nexport class Runner {\n[…]\n}\n  run20() {\n    return 20;\n```\n[…]',
    );
  });

  test('brings them once where several parts are shown, and is closed once', () => {
    const text = shown([1, 2, 4].map((nth) => inPieces(code, 25)[nth]) as ScoredItem[], ['return']);
    expect(text.match(/```ts\nexport class Runner \{/g)).toHaveLength(1);
    expect(text.match(/```/g)).toHaveLength(2);
  });

  test('of which all pieces are shown whole reads as it was written', () => {
    const pieces = inPieces(code, 36).map((one) => ({ ...one, item: { ...one.item, author: context([]).asker } }));
    const start = code.split('\n').slice(0, 72).join('\n');
    expect(shown(pieces.slice(0, 2), ['run']).replace(/^ +/gm, '')).toBe(`${start.replace(/^ +/gm, '')}\n\`\`\`\n…`);
  });

  test('that begins one is closed, too', () => {
    const [first] = inPieces(code, 36);
    const text = shown([{ ...first, item: { ...first?.item, author: context([]).asker } } as ScoredItem], ['run']);
    expect(text).toMatch(/^Look at this:\n```ts\n[^]*\n```\n…$/);
  });

  test('brings the heading line of CSV and the first line of a log', () => {
    const lines = Array.from({ length: 80 }, (_, nth) => `${nth},customer-${nth},${8000 + nth}`);
    const csv = fenced('csv', ['id,customer,port', ...lines]);
    expect(shown([pieceWith(inPieces(csv, 20), 'customer-50,')], ['8050'])).toBe(
      '[…]\n```csv\nid,customer,port\n[…]\n49,customer-49,8049\n50,customer-50,8050\n51,customer-51,8051\n```\n[…]',
    );
    const log = fenced('', ['started node-7', ...lines.map((_, nth) => `worker-${nth} finished job ${1000 + nth}`)]);
    expect(shown([pieceWith(inPieces(log, 20), 'worker-50 ')], ['1050'])).toContain(
      '```\nstarted node-7\n[…]\nworker-49',
    );
  });
});

describe('a part of a JSON value', () => {
  const servers = Array.from({ length: 12 }, (_, nth) => ({
    host: `h${nth}.example.org`,
    tls: { min: '1.3', ciphers: [`c-${nth}-a`, `c-${nth}-b`], key: `/etc/k${nth}.pem` },
  }));
  const json = JSON.stringify({ name: 'demo', config: { servers } }, null, 2);

  test('brings its path', () => {
    expect(shown([pieceWith(inPieces(json, 30), 'k7.pem')], ['k7'])).toBe(
      '[…] config.servers[7].tls:\n],\n          "key": "/etc/k7.pem"\n[…]',
    );
  });

  test('brings it from the first piece of a text on', () => {
    expect(shown([inPieces(json, 30)[0] as ScoredItem], ['k0'])).toMatch(/^\[…\] config\.servers\[0\]\.tls:\n/);
  });

  test('brings its fence and its path in a code block', () => {
    expect(shown([pieceWith(inPieces(fenced('json', json.split('\n')), 30), 'k7.pem')], ['k7'])).toMatch(
      /^\[…\]\n```json\n\[…\] config\.servers\[7\]\.tls[^]*"key": "\/etc\/k7\.pem"[^]*\n```\n\[…\]$/,
    );
  });
});

test('the account knows how many characters a lead has, and that a plain excerpt has none', () => {
  const [part] = cut([pieceWith(inPieces(TABLE, 20), 'customer-63 ')], ['customer-63']);
  expect(part?.item.lead?.added).toBe('[…]\n| id | customer | port |\n|---|---|---|\n[…]\n'.length);
  const [plain] = cut([inPieces(TABLE, 20)[0] as ScoredItem], ['customer-3']);
  expect(plain?.item.lead).toBeUndefined();
  expect(itemKey((part as ScoredItem).item)).toBe(itemKey(pieceWith(inPieces(TABLE, 20), 'customer-63 ').item));
});

describe('a part of a code block that is in a function', () => {
  const body = Array.from({ length: 30 }, (_, nth) => `    this.tide${nth} = ${nth};`);
  const methods = ['high', 'low', 'slack'].flatMap((name) => [
    `  async ${name}(at: Date): Promise<void> {`,
    ...body,
    '  }',
    '',
  ]);
  const lines = ["import { moon } from './moon';", '', 'export class TideTable {', ...methods, '}'];
  const pieces = inPieces(['The code:', '```ts', ...lines, '```'].join('\n'), 24);
  const inLow = pieces[2] as ScoredItem;

  test('shows the function and the class, and not only the first line of the block', () => {
    expect(shown([inLow], ['tide12'])).toMatch(
      /^\[…\]\n```ts\nimport \{ moon \} from '.\/moon';\n\[…\]\nexport class TideTable \{\n {0,2}async low\(at: Date\): Promise<void> \{\n/,
    );
  });

  test('is shown without them where a record of an earlier version says so', () => {
    const { item: whole } = inLow;
    const ranges = [{ from: whole.text.indexOf('    this.tide12'), to: whole.text.indexOf('    this.tide14') }];
    const now = excerptItem(whole, ranges, true);
    const earlier = {
      ...whole,
      enclosing: { code: { fence: '```ts', first: lines[0] as string, more: true as const } },
    };
    const then = excerptItem(earlier, ranges, true);
    expect(now.text).toContain('async low');
    expect(then.text).not.toContain('async low');
    expect(excerptItem(whole, ranges, then.lead?.added ?? 0).text).toBe(then.text);
    expect(excerptItem(whole, ranges, now.lead?.added ?? 0).text).toBe(now.text);
    expect(excerptItem(whole, ranges, false).lead).toBeUndefined();
  });
});
