import { type AccountItem, type AgentContextV1, type Envelope, packAccount } from '@crumbtrail/contracts';
import { accountRefs, explain } from './explain';

const item = (id: string, version: number, more: Partial<AccountItem> = {}): AccountItem => ({
  ...{
    id,
    version,
    source: 'recent',
    section: 'recent',
    decision: 'kept',
    tokens: 3,
    rank: 1,
    score: 0.5,
    scores: { bm25: 0.25 },
  },
  ...more,
});
const account = packAccount([
  item('a', 1),
  item('b', 2, { decision: 'duplicate_of', reason: 'a', source: 'text' }),
  item('a', 1, { chunk: 1, decision: 'over_budget' }),
]);
const context = { id: 'c', version: 1, trail_id: 't', created_at: 'now', context: { agent: 'assistant', account } };

test('a crumb that stands in several rows is read once a version', () => {
  expect(accountRefs(account)).toEqual([
    { id: 'a', version: 1 },
    { id: 'b', version: 2 },
  ]);
});

test('every candidate has its decision in words, and its own words only where they were read', () => {
  const readable = {
    id: 'a',
    version: 1,
    schema_name: 'user.message.v1',
    context: { content: 'hello' },
  } as unknown as Envelope;
  const explanation = explain(context as unknown as Envelope<AgentContextV1>, null, [readable]);
  expect(explanation).toMatchObject({ kept: 1, dropped: 2, beyond: 0, formatted_context: null });
  expect(explanation.items).toMatchObject([
    { why: 'kept', text: 'hello', source: 'recent', scores: { bm25: 0.25 } },
    { why: 'left out: another item says the same (a)', source: 'text' },
    { why: expect.stringContaining('budget'), text: 'hello' },
  ]);
  expect(explanation.items[1]).not.toHaveProperty('text');
});
