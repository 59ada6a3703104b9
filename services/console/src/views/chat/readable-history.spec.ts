import type { Envelope } from '@crumbtrail/contracts';
import { unusedHistory } from './readable-history';

const ann = { kind: 'user', id: 'ann' } as const;
const said = (audience: Envelope['audience'], author: Envelope['author'] = ann): Envelope =>
  ({ schema_name: 'user.message.v1', audience, author }) as Envelope;
const mine = ['user:ann', 'agent:assistant', 'agent:critic'];

test.each([
  ['nothing is unused where everybody may read the history', [said('all')], 'all', undefined],
  ['an answer to everybody cannot use what some may read', [said(mine)], 'all', ['agent:assistant', 'agent:critic']],
  ['an answer to those who may read it can', [said(mine)], ['agent:assistant'], undefined],
  [
    'only agents that may read all of it are asked',
    [said(mine), said(['user:ann', 'agent:critic'], { kind: 'agent', id: 'critic' })],
    'all',
    ['agent:critic'],
  ],
] as const)('unusedHistory: %s', (_, messages, audience, mend) => {
  expect(unusedHistory(messages, ann, audience)?.mend).toEqual(mend);
});

test('unusedHistory: what others said among themselves has no audience that mends it, and is counted', () => {
  const bob = { kind: 'user', id: 'bob' } as const;
  expect(unusedHistory([said(['user:bob', 'agent:assistant'], bob), said('all', bob)], ann, 'all')).toEqual({
    count: 1,
    readers: ['user:bob', 'agent:assistant'],
    mend: undefined,
  });
});
