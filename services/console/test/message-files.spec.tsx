import { renderToStaticMarkup } from 'react-dom/server';
import { MessageFiles } from '../src/views/chat/message';

test('a message lists its files by name, type and size, with markup in names as text', () => {
  const files = [{ hash: `sha256:${'0'.repeat(64)}`, name: '<b>cat</b>.png', type: 'image/png', bytes: 661 }];
  const html = renderToStaticMarkup(<MessageFiles files={files} />);
  expect(html).not.toContain('<b>');
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('&lt;b&gt;cat&lt;/b&gt;.png image/png 661 bytes');
});
