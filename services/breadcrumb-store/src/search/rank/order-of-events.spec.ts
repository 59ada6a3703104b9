import { question, text, weights } from '../../../test/rankable-texts';
import { asksForOrder } from './order-of-events';
import type { RankableText } from './question';
import { rankTexts, type RankedText } from './rank-texts';
import { TextList } from './text-list';

test.each([
  'Can you list the order in which I brought up different aspects of my app?',
  'In what order did we visit them?',
  'List in order how I improved my resume, only five items.',
  'Tell me chronologically what broke',
  'What was the sequence of events?',
])('"%s" asks for an order of events', (text) => expect(asksForOrder(text)).toBe(true));

test.each([
  'What was my order number?',
  'What must I do in order to deploy?',
  'In order for this to work, what is missing?',
  'Did they order in?',
  'border in which country',
])('"%s" does not ask for an order of events', (text) => expect(asksForOrder(text)).toBe(false));

const ABOUT_PORT = new Set([1, 2, 9]);
const conversation = Array.from({ length: 12 }, (_, nth) =>
  text(nth + 1, ABOUT_PORT.has(nth + 1) ? 'port open' : 'noise'),
);
const rank = (asked: string, over = {}): RankedText<RankableText>[] =>
  rankTexts(new TextList(conversation), question('port', { text: asked }), weights({ date: 0.75, ...over }));
const positions = (ranked: readonly RankedText[]): number[] => ranked.map((one) => one.text.position);

test('a question for an order of events prefers first mentions, and texts away from better ones; scores stay the same in all', () => {
  const usual = rank('the port');
  const ordered = rank('in what order did the port');
  expect(positions(usual)).toEqual([9, 2, 1]);
  expect(positions(ordered)).toEqual([1, 9, 2]);
  expect(ordered.map(({ score }) => score)).toEqual(usual.map(({ score }) => score));
});

test('what an order of events changes is a share of date, and the shares still add up; without date nothing changes', () => {
  const list = new TextList([...conversation, text(20, 'port'), text(21, 'port open wide')]);
  const asked = question('port open wide', { text: 'in what order did the port open' });
  const ranked = rankTexts(list, asked, weights({ date: 0.75 }));
  expect(ranked.some(({ scores }) => (scores['date'] ?? 0) < 0)).toBe(true);
  for (const { score, scores } of ranked)
    expect(Object.values(scores).reduce((sum, share) => sum + share, 0)).toBeCloseTo(score);
  expect(positions(rank('in what order did the port', { date: 0 }))).toEqual([9, 2, 1]);
});
