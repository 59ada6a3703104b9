import { MemoryLong } from '@crumbtrail/contracts';
import { readQuestionKeys } from '@crumbtrail/text';
import { item, scored, USER } from '../../test/crumbs';
import type { ContextItem } from '../gather/item';
import { CUT_MARK } from '../text/excerpt-text';
import { excerptItems } from './excerpt-items';

const others = (from: number): string[] =>
  Array.from({ length: 12 }, (_, nth) => `- Ann has said fact number ${from + nth} of many about her garden.`);

const memory = (facts: readonly string[], over: Partial<ContextItem> = {}): ContextItem =>
  item(1, ['ann:', ...facts].join('\n'), { schema_name: MemoryLong.name, speaker: null, ...over });

function shownOf(one: ContextItem, words: readonly string[] = ['ferry', 'oslo']) {
  const context = {
    plan: { over: 150, passages: 1 },
    query: { terms: readQuestionKeys(words.join(' ')).map(({ key }): [string, number] => [key, 1]), leans_on: [] },
    dependsOnEarlier: false,
    asker: USER,
    cap: 1000,
    semantic: false,
  };
  const { items } = excerptItems({ items: [scored(one, 1)], exchanges: new Set(), dropped: [] }, context);
  return items[0]?.item;
}

const told = ['- Ann takes the ferry on Mondays.', '- Ann moved to Oslo. (before, 2024-05-01: Ann lives in Bergen)'];

test('a memory enters with its facts about the message, and with the characters that they have', () => {
  const text = [...others(1), told[0], ...others(20), told[1], '55 earlier facts, about: ferry, Oslo'];
  const shown = shownOf(memory(text as string[]));
  expect(shown?.text).toBe([CUT_MARK, told[0], CUT_MARK, told[1], CUT_MARK].join('\n'));
  expect(shown?.ranges).toHaveLength(2);
});

test('of many facts about the message the best four enter, each whole', () => {
  const facts = Array.from({ length: 20 }, (_, nth) => `- Ann took the ferry to island number ${nth} last summer.`);
  const lines = (shownOf(memory(facts))?.text ?? '').split('\n').filter((line) => line.startsWith('-'));
  expect(lines).toHaveLength(4);
  expect(facts).toEqual(expect.arrayContaining(lines));
});

test('a memory without a word of the message, and a short one, stay whole', () => {
  const unrelated = memory([...others(1), ...others(20)]);
  expect(shownOf(unrelated)?.text).toBe(unrelated.text);
  const short = memory(told);
  expect(shownOf(short)?.text).toBe(short.text);
});
