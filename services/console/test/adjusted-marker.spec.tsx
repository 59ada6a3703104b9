import type { SessionOverrideItem } from '@crumbtrail/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { AdjustedMarker } from '../src/views/chat/adjusted-marker';

const marker = (overrides: readonly SessionOverrideItem[]): string =>
  renderToStaticMarkup(<AdjustedMarker overrides={overrides} />);

test('a session that nobody has adjusted has no marker', () => {
  expect(marker([])).toBe('');
});

test('the marker says what is adjusted, by whom and why, but not the texts that only agents are given', () => {
  const html = marker([
    { id: 'quiet', verb: 'mute', agents: ['ann', 'bob'], by: 'ops', reason: '<b>loud</b>' },
    { id: 'knock', verb: 'inject', text: 'Somebody knocks.', by: 'ops', turns: 2 },
  ]);
  const text = html.replaceAll(/<[^>]+>/g, '');
  expect(text).toContain('agents muted (ann, bob) by operator ops until it is reverted: &lt;b&gt;loud&lt;/b&gt;');
  expect(text).toContain('text added by operator ops for 2 answers');
  expect(text).not.toContain('Somebody knocks.');
});
