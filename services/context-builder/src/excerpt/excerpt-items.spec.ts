import { ASSISTANT, item, scored, USER, windowed } from '../../test/crumbs';
import { itemKey, type ContextItem, type ScoredItem } from '../gather/item';
import { CUT_MARK } from '../text/excerpt-text';
import { excerptItems, type ExcerptContext } from './excerpt-items';

const filler = (from: number, count: number): string =>
  Array.from({ length: count }, (_, nth) => `Sentence number ${from + nth} is about the weather of that day.`).join(
    ' ',
  );

const context = (over: Partial<ExcerptContext> = {}): ExcerptContext => ({
  plan: { over: 150, passages: 3 },
  query: {
    terms: [
      ['port', 1],
      ['dashboard', 1],
    ],
    leans_on: [],
  },
  asker: USER,
  cap: 2000,
  dependsOnEarlier: false,
  semantic: false,
  ...over,
});

const cut = (items: readonly ScoredItem[], over: Partial<ExcerptContext> = {}, exchanges = new Set<string>()) =>
  excerptItems({ items, exchanges, dropped: [] }, context(over));

const textsOf = (items: readonly ScoredItem[]): string[] => items.map((one) => one.item.text);
const found = (one: ContextItem): ScoredItem => scored(one, 1, { scores: { bm25: 1 } });

describe('a long text that a search found', () => {
  const said = `${filler(1, 12)} The port of the dashboard is 8080. ${filler(13, 12)}`;

  test('enters as its best passage with a sentence either side, marked, with the characters in the account', () => {
    const { items } = cut([found(item(1, said, { author: ASSISTANT }))]);
    const before = 'Sentence number 12 is about the weather of that day.';
    const shown = `${before} The port of the dashboard is 8080. Sentence number 13 is about the weather of that day.`;
    expect(textsOf(items)).toEqual([`${CUT_MARK} ${shown} ${CUT_MARK}`]);
    const from = said.indexOf(before);
    expect(items[0]?.item.ranges).toEqual([{ from, to: from + shown.length }]);
  });

  test('has code blocks and tables whole or not at all', () => {
    const code = `\`\`\`js\n${Array.from({ length: 20 }, (_, nth) => `set(${nth});`).join('\n')}\nlisten(port);\n\`\`\``;
    const [first] = textsOf(
      cut([found(item(1, `${filler(1, 12)}\n${code}\n${filler(13, 12)}`, { author: ASSISTANT }))]).items,
    );
    expect(first).toContain(code);
    const apart = `${filler(1, 12)} The dashboard is up.\n${code.replace('port', '80')}\n${filler(13, 12)}`;
    expect(textsOf(cut([found(item(1, apart, { author: ASSISTANT }))]).items)[0]).not.toMatch(/set|```/);
  });

  test('without a word of the question shows its beginning, or all where a model of meaning found it', () => {
    const text = filler(1, 20);
    expect(textsOf(cut([found(item(1, text, { author: ASSISTANT }))]).items)).toEqual([`${filler(1, 2)} ${CUT_MARK}`]);
    expect(textsOf(cut([found(item(1, text, { author: ASSISTANT }))], { semantic: true }).items)).toEqual([text]);
  });

  test('of a person stays whole, unless it was pasted: it has more than four pieces', () => {
    expect(textsOf(cut([found(item(1, said))]).items)).toEqual([said]);
    expect(textsOf(cut([found(item(1, said, { chunk: 1, chunks: 5 }))]).items)[0]).toContain(CUT_MARK);
  });

  test('stays whole where a source other than a search found it, where it is short, and where excerpts are off', () => {
    const short = found(item(1, 'The port is 8080. '.repeat(20).trim()));
    const latest = scored(item(2, said), 2, { scores: { 'rank.latest': 1 } });
    expect(textsOf(cut([short, latest]).items)).toEqual(textsOf([short, latest]));
    const plan = { over: 150, passages: 0 };
    expect(textsOf(cut([found(item(1, said, { author: ASSISTANT }))], { plan }).items)).toEqual([said]);
  });
});

describe('a reply in the recent window with a block that has no room', () => {
  const shownOf = (lines: readonly string[]): string | undefined => {
    const reply = item(2, `Here it is.\n\n${lines.join('\n')}\n\nShall I go on?`, { author: ASSISTANT });
    return textsOf(cut(windowed([item(1, 'Show it to me.'), reply, item(3, 'Thanks.')])).items)[1];
  };

  test('shows the rows of a table that the message refers to, under its heading row', () => {
    const rows = Array.from({ length: 60 }, (_, nth) => `| ${nth} | ${nth === 40 ? 'dashboard' : `hall ${nth}`} |`);
    const text = shownOf(['| nr | what |', '|---|---|', ...rows]);
    expect(text).toMatch(/^Here it is\.\n\[…\]\n\| nr \| what \|\n\|---\|---\|\n\[…\]\n[^]*\| 40 \| dashboard \|\n/);
    expect(text).toMatch(/Shall I go on\?$/);
    expect(text).not.toContain('hall 20');
  });

  test('shows the lines of code that it refers to, between its fences, under its first line', () => {
    const code = Array.from({ length: 60 }, (_, nth) => (nth === 40 ? 'listen(port);' : `set(${nth});`));
    expect(shownOf(['```js', 'start();', ...code, '```'])).toMatch(
      /^Here it is\.\n\[…\]\n```js\nstart\(\);\n\[…\]\nset\(39\);\nlisten\(port\);\nset\(41\);\n```\n\[…\]\nShall I go on\?$/,
    );
  });
});

describe('the recent window', () => {
  const reply = `I will explain it. ${filler(1, 20)}\nThe dashboard listens on a port.\n${filler(21, 20)} Shall I open it?`;
  const asked = item(1, filler(50, 30));
  const answered = item(2, reply, { author: ASSISTANT });
  const window = windowed([asked, answered]);
  const pinned = new Set(window.map((one) => itemKey(one.item)));
  const shownOf = (over: Partial<ExcerptContext> = {}): (string | undefined)[] => {
    const texts = new Map(cut(window, over, pinned).items.map((one) => [one.item.id, one.item.text]));
    return [texts.get(asked.id), texts.get(answered.id)];
  };

  test('keeps the words of people whole, and of a long reply its beginning, its end and what the message refers to', () => {
    const [words, rest] = shownOf();
    expect(words).toBe(asked.text);
    expect(rest).toMatch(/^I will explain it\. /);
    expect(rest).toContain('\nThe dashboard listens on a port.\n');
    expect(rest).toMatch(/Shall I open it\?$/);
    expect(rest).toContain(CUT_MARK);
    expect((rest ?? '').length).toBeLessThan(reply.length * 0.75);
  });

  test('keeps a reply whole that the message depends on, where half of the budget holds it', () => {
    const query = { terms: [['open', 0.5]] as const, leans_on: [] };
    expect(shownOf({ query, dependsOnEarlier: true })[1]).toBe(reply);
    expect(shownOf({ query, dependsOnEarlier: true, cap: 400 })[1]).toMatch(
      /^I will explain it\. [^]*\[…\][^]*Shall I open it\?$/,
    );
  });

  test('lets the latest reply have more of a large budget', () => {
    expect(shownOf({ cap: 16_000 })[1]).toBe(reply);
  });

  test('says which pieces of a reply show nothing, and pins them no more', () => {
    const pieces = [0, 1, 2].map((chunk) => item(2, filler(40 * chunk, 40), { author: ASSISTANT, chunk, chunks: 3 }));
    const all = windowed(pieces);
    const { items, dropped, exchanges } = cut(all, {}, new Set(all.map((one) => itemKey(one.item))));
    expect(items.map((one) => one.item.chunk)).toEqual([0, 2]);
    expect(dropped).toMatchObject([{ scored: { item: { chunk: 1 } }, decision: 'below_floor' }]);
    expect(exchanges).toEqual(new Set(items.map((one) => itemKey(one.item))));
  });

  test('knows who writes at length from the messages that were dropped, too', () => {
    const bot = { kind: 'user' as const, id: 'bot' };
    const written = [1, 2, 3].map((nth) => item(nth, filler(100 * nth, 40), { author: bot, chunks: 2 }));
    const [last, ...older] = windowed(written).reverse() as [ScoredItem, ...ScoredItem[]];
    const dropped = older.map((one) => ({ scored: one, decision: 'below_floor' as const }));
    const textWith = (known: typeof dropped): string[] =>
      textsOf(excerptItems({ items: [last], exchanges: new Set(), dropped: known }, context({ asker: USER })).items);
    expect(textWith([])).toEqual([last.item.text]);
    expect(textWith(dropped)[0]).toContain(CUT_MARK);
  });

  test('cuts the messages of the user who writes at length in an imported chat between two, and not those of the one who asks', () => {
    const bot = { kind: 'user' as const, id: 'bot' };
    const chat = [1, 2, 3].flatMap((nth) => [
      item(2 * nth, 'Go on.', { author: { kind: 'user', id: 'ann' } }),
      item(2 * nth + 1, filler(100 * nth, 40), { author: bot, chunks: 2 }),
    ]);
    const lengths = (asker: ExcerptContext['asker']): number[] =>
      cut(windowed(chat), { asker })
        .items.filter((one) => one.item.author.id === 'bot')
        .map((one) => one.item.text.length);
    expect(Math.max(...lengths({ kind: 'user', id: 'ann' }))).toBeLessThan(filler(100, 40).length / 2);
    expect(Math.min(...lengths(bot))).toBeGreaterThan(filler(100, 40).length - 20);
  });
});
