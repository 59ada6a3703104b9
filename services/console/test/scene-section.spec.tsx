import type { ContextScene } from '@crumbtrail/formatting';
import { renderToStaticMarkup } from 'react-dom/server';
import { SceneSection } from '../src/views/context/scene-section';

const scene: ContextScene = {
  records: [],
  activity: { user_messages: 1, agent_messages: 0, answers_since: {} },
  shown: [{ source: 'note', slot: 'at_depth', depth: 2, role: 'system', tokens: 5 }],
  omitted: [{ source: 'injection storm', tokens: 1_700 }],
  lore: {
    placed: [],
    verdicts: [
      {
        entry: 'harbour/dragon',
        label: '<b>Dragon</b>',
        verdict: 'active',
        pass: 1,
        says: 'key *dragon* at message −1',
      },
      { entry: 'harbour/whale', verdict: 'no_key', pass: 1, says: 'no key in the newest 2 messages' },
    ],
    counts: { active: 1, no_key: 240 },
    timed: [],
  },
};

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the section Scene lists what is shown and where, what did not fit, and why lore is active; it counts the rest', () => {
  const html = renderToStaticMarkup(<SceneSection scene={scene} />);
  expect(textOf(html)).toBe(
    'Scene Text Tokens Place note 5 at depth 2, as system injection storm 1,700 did not fit ' +
      'Lore Label Why harbour/dragon active &lt;b&gt;Dragon&lt;/b&gt; key *dragon* at message −1 Other entries: 240 no key.',
  );
});

test('a context without a scene has no such section', () => {
  expect(renderToStaticMarkup(<SceneSection scene={undefined} />)).toBe('');
});
