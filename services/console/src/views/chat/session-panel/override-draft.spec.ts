import { EMPTY_DRAFT, type OverrideDraft, toOverrideBody } from './override-draft';

test.each<[string, Partial<OverrideDraft>, object]>([
  ['a pause', { reason: 'a drill' }, { verb: 'pause', ttl_seconds: 600, reason: 'a drill' }],
  ['a mute', { verb: 'mute', agents: 'ann, bob', ttl: '' }, { verb: 'mute', agents: ['ann', 'bob'] }],
  [
    'a scenario',
    { verb: 'scenario', text: 'A ship.', id: 'ship', ttl: '' },
    { verb: 'scenario', id: 'ship', text: 'A ship.' },
  ],
  [
    'an injection',
    { verb: 'inject', text: 'A knock.', depth: '0', ttl: '' },
    { verb: 'inject', text: 'A knock.', depth: 0 },
  ],
  ['a budget', { verb: 'budget', maxTokens: '900', text: 'left over', ttl: '' }, { verb: 'budget', max_tokens: 900 }],
])('toOverrideBody: %s has only the fields of its verb', (_, draft, body) => {
  expect(toOverrideBody({ ...EMPTY_DRAFT, ...draft })).toEqual(body);
});
