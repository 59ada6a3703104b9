import { countOtherLore, listLoreReasons, listSceneTexts, type ContextScene } from './scene';

const scene: ContextScene = {
  records: [],
  activity: { user_messages: 1, agent_messages: 0, answers_since: {} },
  shown: [
    { source: 'scenario', slot: 'before', tokens: 9 },
    { source: 'lore harbour/dragon', slot: 'after', tokens: 20 },
    { source: 'note', slot: 'at_depth', depth: 2, role: 'user', tokens: 5 },
  ],
  omitted: [{ source: 'injection storm', tokens: 700 }],
  lore: {
    placed: [],
    verdicts: [
      {
        entry: 'harbour/dragon',
        label: 'Dragon',
        verdict: 'active',
        pass: 1,
        says: 'key *dragon* at message −1; 20 tokens',
      },
      { entry: 'harbour/kraken', verdict: 'cooldown', pass: 1, says: 'cooldown until message 17' },
      { entry: 'harbour/whale', verdict: 'no_key', pass: 1, says: 'no key in the newest 2 messages' },
    ],
    counts: { active: 1, cooldown: 3, no_key: 240, disabled: 2 },
    timed: [],
  },
};

test('listSceneTexts: says where each text stands, and which did not fit', () => {
  expect(listSceneTexts(scene)).toEqual([
    { source: 'scenario', place: 'above everything else', tokens: 9, isShown: true },
    { source: 'lore harbour/dragon', place: 'directly above the conversation', tokens: 20, isShown: true },
    { source: 'note', place: 'at depth 2, as user', tokens: 5, isShown: true },
    { source: 'injection storm', place: 'did not fit', tokens: 700, isShown: false },
  ]);
});

test('listLoreReasons and countOtherLore: every entry is either told with its reason, or counted', () => {
  const lore = scene.lore as NonNullable<ContextScene['lore']>;
  expect(listLoreReasons(lore)).toEqual([
    { entry: 'harbour/dragon', label: 'Dragon', isActive: true, why: 'key *dragon* at message −1; 20 tokens' },
    { entry: 'harbour/kraken', label: '', isActive: false, why: 'cooldown until message 17' },
  ]);
  expect(countOtherLore(lore)).toBe('2 cooldown, 240 no key, 2 disabled');
  expect(countOtherLore({ ...lore, counts: { active: 1, cooldown: 1 } })).toBe('');
});
