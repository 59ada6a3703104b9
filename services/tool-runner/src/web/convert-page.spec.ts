import { convertPage } from './convert-page';

const convert = (html: string, url: string) => convertPage({ html, url }, new AbortController().signal);
const PROSE = `<p>${'Tea is made of leaves and water, and time. '.repeat(20)}</p>`;
const article = (content: string) =>
  convert(
    `<html><head><title>On  tea</title><style>p { color: red }</style></head><body><nav><a href="/">Home</a></nav><article>${PROSE}${content}${PROSE}</article><script>track()</script></body></html>`,
    'https://example.org/drinks/tea',
  );

describe('HTML to Markdown', () => {
  it('keeps the title and the article, without navigation, scripts and styles', async () => {
    const { title, markdown } = await article('<h2>Green</h2>');
    expect(title).toBe('On tea');
    expect(markdown).toContain('Tea is made of leaves');
    expect(markdown).toContain('## Green');
    expect(markdown).not.toMatch(/Home|track|color/);
  });

  it('keeps tables and lists', async () => {
    const { markdown } = await article(
      '<table><thead><tr><th>tea</th><th>minutes</th></tr></thead><tbody><tr><td>green</td><td>2</td></tr></tbody></table><ul><li>pot</li></ul>',
    );
    expect(markdown).toMatch(/\| green \| 2\s+\|/);
    expect(markdown).toMatch(/- +pot/);
  });

  it('gives links their whole address, and only their text where they lead to no page', async () => {
    const { markdown } = await article(
      '<p>See <a href="../milk">milk</a> and <a href="javascript:alert(1)">sugar</a>.</p>',
    );
    expect(markdown).toContain('[milk](https://example.org/milk)');
    expect(markdown).toContain('and sugar.');
  });

  it('shows an image as its description', async () => {
    const { markdown } = await article('<p><img src="https://example.org/pot.png" alt="a blue pot"></p>');
    expect(markdown).toContain('a blue pot');
    expect(markdown).not.toContain('pot.png');
  });

  it.each([
    ['', ''],
    ['just text', 'just text'],
    ['<p>hi', 'hi'],
    ['<html><body><script>x()</script></body></html>', ''],
  ])('reads the fragment %j', async (html, markdown) => {
    expect((await convert(html, 'https://example.org/')).markdown).toBe(markdown);
  });

  it.each<[string, string, RegExp | string]>([
    [
      'a page that stands in a form as a whole',
      `<form id="aspnetForm" action="x"><h1>Opening hours</h1>${PROSE}<input name="q"><button>Go</button></form>`,
      'Opening hours',
    ],
    [
      'a page that shows nothing without scripts but its notice',
      `<noscript><p>We open at nine.</p></noscript><script>x()</script>`,
      'We open at nine.',
    ],
  ])('reads %s', async (_what, body, text) => {
    const { markdown } = await convert(`<html><body>${body}</body></html>`, 'https://example.org/');
    expect(markdown).toContain(text);
    expect(markdown).not.toMatch(/Go\b|x\(\)/);
  });

  it('leaves out what a page says to readers without scripts where it says something else', async () => {
    const { markdown } = await convert(
      `<html><body>${PROSE}<noscript>Turn on scripts</noscript></body></html>`,
      'https://example.org/',
    );
    expect(markdown).not.toContain('Turn on');
  });

  it.each<[string, string, string]>([
    ['a power', '<p>It is 10<sup>2</sup> m<sup>2</sup>.</p>', 'It is 10^2 m^2.'],
    ['an index', '<p>H<sub>2</sub>O and x<sub>n+1</sub></p>', 'H_2O and x_n+1'],
    ['a power of several parts', '<p>e<sup>x/2</sup></p>', 'e^(x/2)'],
    ['an ordinal', '<p>the 1<sup>st</sup> of May</p>', 'the 1st of May'],
    ['preformatted text', '<pre>a_b *c*\n  d</pre>', '```\na_b *c*\n  d\n```'],
    ['code', '<pre><code>a_b</code></pre>', '```\na_b\n```'],
    [
      'a list of tasks',
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
      '[x] done',
    ],
  ])('writes %s as it is read', async (_what, content, text) => {
    expect((await article(content)).markdown).toContain(text);
  });

  it('writes tables whose cells hold lists, pictures and headings as tables of text, without addresses', async () => {
    const { markdown } = await article(
      '<table class="infobox"><tr><th colspan="2"><h3>Ship</h3></th></tr><tr><th>Crew</th><td><ul><li>Ann <img src="http://x.example/a.png" alt="flag" width="20"></li><li>Bob</li></ul></td></tr></table>',
    );
    expect(markdown).toMatch(/\| Crew \| Ann flag; Bob \|/);
    expect(markdown).not.toMatch(/<table|<ul|x\.example/);
  });

  it('gives each row every column where cells take several', async () => {
    const { markdown } = await article(
      '<table><thead><tr><th>a</th><th>b</th><th>c</th></tr></thead><tbody><tr><td rowspan="2">1</td><td colspan="2">2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    );
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.map((row) => row.split('|').length)).toEqual(rows.map(() => 5));
  });
});
