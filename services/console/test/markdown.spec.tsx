import { renderToStaticMarkup } from 'react-dom/server';
import { Markdown } from '../src/components/markdown/markdown';
import { splitBlocks } from '../src/components/markdown/split-blocks';
import { MessageText } from '../src/views/chat/message-text';

const rendered = (text: string): string => renderToStaticMarkup(<Markdown {...splitBlocks(text)} />);

describe('a reply as Markdown', () => {
  test('renders tables, task lists, emphasis and code', () => {
    const html = rendered('| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n**bold** `code` ~~gone~~');
    for (const part of [
      '<table>',
      '<td',
      'checked=""',
      '<strong>bold</strong>',
      '<code>code</code>',
      '<del>gone</del>',
    ])
      expect(html).toContain(part);
  });

  test('opens links elsewhere, without a way back to this page', () => {
    expect(rendered('[a](https://example.org/x) mail@example.org')).toMatch(
      /<a href="https:\/\/example\.org\/x" target="_blank" rel="noopener noreferrer">a<\/a> <a href="mailto:mail@example\.org" target="_blank"/,
    );
  });

  test('a link finds its definition in another block', () => {
    expect(rendered('see [docs][1]\n\n[1]: https://example.org')).toContain('href="https://example.org/"');
  });

  test('every paragraph has the direction of its own text', () => {
    expect(rendered('hello\n\nمتى يفتح الميناء؟')).toBe('<p dir="auto">hello</p><p dir="auto">متى يفتح الميناء؟</p>');
  });

  test('a half-written fence is code already, in one colour', () => {
    const html = rendered('so:\n\n```ts\nconst a = "<b>');
    expect(html).toMatch(/<pre[^>]*><code>const a = &quot;&lt;b&gt;<\/code><\/pre>/);
  });
});

describe('hostile Markdown', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:msgbox)',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://example.org/a)',
    '[x](//example.org/a)',
    '[x](#/chat/other)',
    '[x](/v1/breadcrumbs)',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    'a[^1]\n\n[^1]: javascript:alert(1)',
  ])('%j leads nowhere', (text) => {
    expect(rendered(text)).not.toMatch(/\bhref=|\bsrc=|<img/);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b> c',
    '<svg><animate onbegin=alert(1)>',
    '<!-- --><iframe srcdoc="x">',
    '<style>*{display:none}</style>',
    '- <details open ontoggle=alert(1)>',
    '| <script>alert(1)</script> |\n|---|\n| <img src=x> |',
    '```html\n<script>alert(1)</script>\n```',
  ])('%j is text', (text) => {
    const html = rendered(text);
    expect(html).toContain('&lt;');
    expect(html).not.toMatch(/<(script|img|b|svg|animate|iframe|style|details)\b/);
  });

  test('pictures are links: no other server learns who reads', () => {
    const html = rendered('![a chart](https://example.org/pixel.png?who=me)');
    expect(html).not.toMatch(/<img|\bsrc=/);
    expect(html).toContain('>a chart</a>');
  });

  test('a text sets no id and no attribute of its own', () => {
    const html = rendered('# Title\n\na[^1]\n\n[^1]: note\n\n| a |\n|:-:|\n| b |');
    expect(html).not.toMatch(/\sid=/);
    expect(rendered('```" onload="alert(1)\nx\n```')).not.toMatch(/<[^>]*\sonload=/);
  });

  const MB = 1_000_000;
  const repeated = (part: string): string => part.repeat(Math.ceil(MB / part.length)).slice(0, MB);
  test.each([
    ['one paragraph', repeated('word ')],
    ['quotes in quotes', repeated('>')],
    ['lists in lists in one line', repeated('- ')],
    ['lists in lists by indentation', Array.from({ length: 1_400 }, (_, at) => `${' '.repeat(at)}- a`).join('\n')],
    ['open brackets', repeated('[')],
    ['open brackets by the line', repeated('[[[[[[[[a\n\n')],
    ['emphasis that is never closed', repeated('*a **b _c ')],
    ['backticks of all lengths', repeated('` `` ``` ```` ')],
    ['a fence that is never closed', `\`\`\`js\n${repeated('/*" ')}`],
    ['definitions', repeated('[a]: https://example.org\n')],
    ['a table of one row', `|a|\n|-|\n${repeated('|')}`],
    ['autolinks', repeated('www.a.b@c.d ')],
    ['entities', repeated('&#1;&nbsp')],
    ['no line breaks but carriage returns', repeated('a\r\r')],
  ])('1 MB of %s is folded, and what is shown of it is parsed', (_, text) => {
    const html = renderToStaticMarkup(<MessageText id="a" text={text} isMarkdown />);
    expect(html).toContain('Show all');
    expect(html.length).toBeLessThan(60_000);
  });
});
