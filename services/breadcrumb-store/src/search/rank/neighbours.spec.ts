import { text } from '../../../test/rankable-texts';
import { NEIGHBOURS } from './neighbours';
import type { RankableText } from './question';
import { TextList } from './text-list';

test('NEIGHBOURS: a message whose second text comes later is judged as a whole', () => {
  const said = 'red dot port key';
  const first = [text(0, said), text(1, 'owl boat mill gate'), text(2, said, { id: 'again', ordinal: 0 })];
  const list = TextList.growing<RankableText>(first);
  expect([...list.continued(NEIGHBOURS).previous]).toEqual([-1, 0, -1]);
  const longer = list.append([
    text(3, 'heron lake sand wind', { id: 'again', ordinal: 1 }),
    text(4, 'fox hill road sun'),
  ]);
  const { previous, next, messages } = longer.continued(NEIGHBOURS);
  expect([[...previous], [...next], [...messages.first]]).toEqual([
    [-1, 0, 1, 2],
    [1, 2, 3, -1],
    [0, 1, 2, 4, 5],
  ]);
  expect([...list.continued(NEIGHBOURS).next]).toEqual([1, -1, -1]);
});
