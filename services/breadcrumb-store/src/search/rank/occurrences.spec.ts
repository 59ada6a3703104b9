import { text } from '../../../test/rankable-texts';
import { OCCURRENCES } from './occurrences';
import type { RankableText } from './question';
import { TextList } from './text-list';

test('OCCURRENCES: finds the texts of a list that have a stem, and none that were appended to it later', () => {
  const first = TextList.growing<RankableText>([text(0, 'port red'), text(1, 'dot')]);
  expect(first.continued(OCCURRENCES).find('port').places).toEqual([0]);
  const second = first.append([text(2, 'port dot dot')]);
  const index = second.continued(OCCURRENCES);
  expect(index.isPosted).toBe(true);
  const third = second.append([text(3, 'port dot'), text(4, 'key')]);
  expect(third.continued(OCCURRENCES).find('dot')).toEqual({ places: [1, 2, 3], times: [1, 2, 1] });
  expect(index.find('dot')).toEqual({ places: [1, 2], times: [1, 2] });
  expect(first.continued(OCCURRENCES).find('dot')).toEqual({ places: [1], times: [1] });
  expect(index.find('key')).toEqual({ places: [], times: [] });
});
