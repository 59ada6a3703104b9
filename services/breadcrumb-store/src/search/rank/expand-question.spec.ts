import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { far, question, weights } from '../../../test/rankable-texts';
import { expandQuestion } from './expand-question';
import { rankTexts } from './rank-texts';
import { TextList } from './text-list';

const texts = [
  far(1, 'port socket listener 8080'),
  far(2, 'port socket 8080 ip'),
  far(3, 'socket listener ip'),
  far(4, 'noise'),
  far(5, 'noise'),
];
const list = new TextList(texts);
const best = texts.slice(0, 3).map((text) => ({ text, score: 1 }));
const expanded = (words: number): unknown[] => {
  const parameters = { ...RANKING_WEIGHTS.parameters, expansion_words: words, expansion_weight: 0.3 };
  return expandQuestion(question('port'), best, list, parameters).terms.slice(1);
};

test('a question is expanded by words that several of its best texts have, at a lower weight: none of its own, no numbers, no scraps', () => {
  expect(expanded(8)).toEqual([
    { term: 'listener', weight: 0.3 },
    { term: 'socket', weight: 0.3 },
  ]);
  expect(expanded(1)).toHaveLength(1);
  expect(expanded(0)).toEqual([]);
});

test('a question for an order of events finds what the best texts are about; any other question only its own words', () => {
  const find = (text: string): number[] =>
    rankTexts(list, question('port', { text }), weights({ date: 0.75 })).map((ranked) => ranked.text.position);
  expect(find('in what order did I open the port')).toEqual([1, 2, 3]);
  expect(find('did I open the port')).not.toContain(3);
});
