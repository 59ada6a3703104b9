import { TextList, type Continuation } from './text-list';

/** The texts in one string, and from where on they were looked at. */
const JOINED: Continuation<string, { readonly joined: string; readonly from: number }> = {
  compute: (texts) => ({ joined: texts.join(''), from: 0 }),
  append: ({ joined }, texts, from) =>
    texts[from] === 'again' ? null : { joined: joined + texts.slice(from).join(''), from },
};

test('TextList: continues a result from the texts that were appended, over lists that did not ask for it', () => {
  const list = TextList.growing(['a', 'b']);
  expect(list.continued(JOINED)).toEqual({ joined: 'ab', from: 0 });
  const longer = list.append(['c']).append(['d']);
  expect(longer.continued(JOINED)).toEqual({ joined: 'abcd', from: 2 });
  expect(list.continued(JOINED)).toEqual({ joined: 'ab', from: 0 });
  expect(longer.prefix(3).continued(JOINED)).toEqual({ joined: 'abc', from: 0 });
  expect(longer.append(['again']).continued(JOINED)).toEqual({ joined: 'abcdagain', from: 0 });
});

test('TextList: computes the results of other texts after the same ones from the beginning', () => {
  const list = TextList.growing(['a']);
  list.continued(JOINED);
  const [one, other] = [list.append(['b']), list.append(['c'])];
  expect(other.continued(JOINED)).toEqual({ joined: 'ac', from: 0 });
  expect(one.continued(JOINED)).toEqual({ joined: 'ab', from: 1 });
  expect(other.append(['d']).continued(JOINED)).toEqual({ joined: 'acd', from: 2 });
});

test('TextList: is the same list when nothing is appended, and a list that is not growing begins to', () => {
  const list = new TextList(['a']);
  expect(list.append([])).toBe(list);
  const longer = list.append(['b']);
  expect([longer.texts, longer.prefix(2), longer.prefix(1).texts]).toEqual([['a', 'b'], longer, ['a']]);
});
