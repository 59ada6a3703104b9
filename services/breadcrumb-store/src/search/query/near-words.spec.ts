import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { readQuestionKeys } from '@crumbtrail/text';
import { text } from '../../../test/rankable-texts';
import { TextList } from '../rank/text-list';
import { findNearWords } from './near-words';

const stemsOf = (words: string): string =>
  readQuestionKeys(words)
    .map(({ key }) => key)
    .join(' ');
const said = ['the wedding is in june', 'my bride was late', 'the dashboard is red', 'a dashboard again'];
const conversation = new TextList(said.map((words, nth) => text(nth, stemsOf(words))));
const { parameters } = RANKING_WEIGHTS;
const near = (asked: string, over: Partial<typeof parameters> = {}): string[] =>
  findNearWords(
    stemsOf(asked)
      .split(' ')
      .map((stem) => ({ stem, weight: 1 })),
    { text: asked, conversation, parameters: { ...parameters, ...over } },
  ).map(({ word, like }) => `${like}: ${word}`);

test('a word of the question that no text has stands for words of the conversation that mean something like it', () => {
  expect(near('Who is getting married?')).toEqual(expect.arrayContaining(['married: wedding', 'married: bride']));
  expect(near('Who is getting married?').join()).not.toContain('dashboard');
});

test('a word that texts have is not replaced, nor one of a question in another language or for an order of events', () => {
  expect(near('the wedding')).toEqual([]);
  expect(near('Wer hat hier geheiratet, und wo war das?')).toEqual([]);
  expect(near('in which order were they married?')).toEqual([]);
});

test('the weights limit how many words are found and how near they are; 0 switches them off', () => {
  expect(near('Who is getting married?', { near_words: 1 })).toHaveLength(1);
  expect(near('Who is getting married?', { near_cosine: 1 })).toEqual([]);
  expect(near('Who is getting married?', { near_weight: 0 })).toEqual([]);
});

test('each word is near once, with its largest weight, which is less than that of the word itself', () => {
  const found = findNearWords(
    ['marri', 'spous'].map((stem) => ({ stem, weight: 1 })),
    { text: 'married spouse', conversation, parameters },
  );
  expect(new Set(found.map(({ stem }) => stem)).size).toBe(found.length);
  expect(found.every(({ weight }) => weight > 0 && weight < parameters.near_weight)).toBe(true);
});
