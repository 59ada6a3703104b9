import type { GroundedReply } from '@crumbtrail/client';
import { groundingLines } from './grounding';

const reply: GroundedReply = {
  response: 'r',
  found: true,
  sentences: [
    {
      start: 0,
      end: 9,
      text: 'You pay\n1240.',
      rests_on: [
        { source: 0, share: 0.84 },
        { source: 1, share: 0.4 },
      ],
    },
    { start: 10, end: 19, text: 'Anything else?', rests_on: [] },
  ],
  sources: [
    { id: 'a', version: 1, author: { kind: 'user', id: 'ann' }, text: 'My rent is 1,240.' },
    { id: 'b', version: 2 },
  ],
  beyond: 3,
};

test('what a reply rests on: each sentence has its sources by number with their share, and an erased source says so', () => {
  expect(groundingLines(reply)).toEqual([
    'The reply rests on:',
    '  You pay 1240.  [1] 84%, [2] 40%',
    '  Anything else?  –',
    '  3 more sentences were not looked at',
    '',
    '  [1] a  user ann: My rent is 1,240.',
    '  [2] b  (erased, or not visible to this key)',
  ]);
});

test('what a reply rests on: nothing found is said in one sentence', () => {
  expect(groundingLines({ response: 'r', found: false, sentences: [], sources: [] })).toEqual([
    'No source was found for this reply, or none that this key may see.',
  ]);
});
