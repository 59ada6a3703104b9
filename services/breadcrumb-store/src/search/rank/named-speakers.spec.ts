import type { RankableText } from './question';
import { findNamedMembers, matchSpeakers } from './named-speakers';
import { TextList } from './text-list';

const PEOPLE = [
  { kind: 'user', id: 'u1', name: 'Elizabeth Okonkwo' },
  { kind: 'user', id: 'u2', name: 'Beth Carter' },
  { kind: 'user', id: 'u3', name: 'Robert Hall' },
] as const;

const membersNamed = (
  text: string,
  members: typeof PEOPLE | readonly (typeof PEOPLE)[number][] = PEOPLE,
): readonly string[] => findNamedMembers({ text, members: [...members] });

test.each([
  ['What did Bob say?', ['u3']],
  ['What did Robert say?', ['u3']],
  ['What did Beth say?', ['u2']],
  ['What did Elizabeth tell Bob?', ['u1', 'u3']],
  ['Will it rain?', []],
])('a member is named by another form of the given name, unless somebody else bears that: %s', (text, ids) => {
  expect(membersNamed(text)).toEqual(ids);
});

test('a form of a name may be of several members', () => {
  expect(membersNamed('What did Liz say?')).toEqual(['u1', 'u2']);
});

test('a question is about the author of the name, however it is said', () => {
  const texts = PEOPLE.map((author) => ({ author }) as unknown as RankableText);
  const score = matchSpeakers(new TextList(texts), { text: 'What did Bob say?', members: [] });
  expect(PEOPLE.map((author) => score?.(author as RankableText['author']))).toEqual([0, 0, 1]);
});
