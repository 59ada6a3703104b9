import { type AccountItem, type AgentContextV1, type Envelope, packAccount } from '@crumbtrail/contracts';
import { explain, explainedRefs } from './explain';

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
const definition = { id: 'd', version: 4 };
const payload = { agent: 'assistant', account, definition } as unknown as AgentContextV1;
const context = {
  id: 'c',
  version: 1,
  trail_id: 't',
  created_at: 'now',
  context: payload,
} as unknown as Envelope<AgentContextV1>;
const crumb = (id: string, version: number, context: object): Envelope =>
  ({ id, version, schema_name: 'user.message.v1', context }) as unknown as Envelope;

test('a crumb that stands in several rows is read once a version', () => {
  expect(explainedRefs(payload)).toEqual([definition, { id: 'a', version: 1 }, { id: 'b', version: 2 }]);
});

test('every candidate has its decision in words, and its own words only where they were read', () => {
  const explanation = explain(context, { text: null, readable: [crumb('a', 1, { content: 'hello' })] });
  expect(explanation).toMatchObject({ kept: 1, dropped: 2, beyond: 0, formatted_context: null });
  expect(explanation.items).toMatchObject([
    { why: 'kept', text: 'hello', source: 'recent', scores: { bm25: 0.25 } },
    { why: 'left out: another item says the same (a)', source: 'text' },
    { why: expect.stringContaining('budget'), text: 'hello' },
  ]);
  expect(explanation.items[1]).not.toHaveProperty('text');
});

test('the whole prompt is shown where both the definition and the text may be read', () => {
  const told = (readable: Envelope[], text: string | null): unknown => explain(context, { text, readable }).prompt;
  expect(told([crumb('d', 4, { prompt: 'Be kind.' })], 'What was shown')).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'What was shown' },
  ]);
  expect(told([crumb('d', 5, { prompt: 'Be kind.' })], 'What was shown')).toBeNull();
  expect(told([crumb('d', 4, { prompt: 'Be kind.' })], null)).toBeNull();
  expect(told([crumb('d', 4, { prompt: 'Be kind.', runner: 'service' })], 'What was shown')).toBeNull();
});
