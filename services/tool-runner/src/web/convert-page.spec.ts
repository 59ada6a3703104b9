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
});
