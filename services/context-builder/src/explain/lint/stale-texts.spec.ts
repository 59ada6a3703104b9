import type { RestoredItem } from '../restore';
import { findStaleTexts } from './stale-texts';

/** Kept texts, oldest first. */
const texts = (...all: readonly string[]): RestoredItem[] =>
  all.map((text, position) => ({ scored: { item: { text, position } } }) as RestoredItem);

const stale = (...all: readonly string[]): string[][] =>
  findStaleTexts(texts(...all)).map(({ old, newer }) => [old.scored.item.text, newer.scored.item.text]);

test('stale texts: each older text with another number is named beside the newest', () => {
  const [a, b, c] = ['The rent is 1,100 euros.', 'the rent is 1,150 euros', 'The rent is 1,240 euros!'] as const;
  expect(stale(a, b, c)).toEqual([
    [a, c],
    [b, c],
  ]);
});

test('stale texts: a text that is repeated, asks, is short, or differs in two numbers is not stale', () => {
  expect(stale('The rent is 1,240 euros.', 'The rent is 1,240 euros.')).toEqual([]);
  expect(stale('Is the rent in week 3 paid?', 'Is the rent in week 4 paid?')).toEqual([]);
  expect(stale('It is 3', 'It is 4')).toEqual([]);
  expect(stale('The rent of house 1 is 900.', 'The rent of house 2 is 950.')).toEqual([]);
});
