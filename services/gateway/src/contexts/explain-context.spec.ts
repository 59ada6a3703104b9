import { type AccountItem, type AgentContextV1, type Envelope, packAccount, responseId } from '@crumbtrail/contracts';
import { explainContext, explainedRefs } from './explain-context';

const [A, B] = ['0197a6d0-0000-7000-8000-00000000000a', '0197a6d0-0000-7000-8000-00000000000b'];
const item = (id: string, version: number, more: Partial<AccountItem> = {}): AccountItem => ({
  id,
  version,
  source: 'recent',
  section: 'recent',
  decision: 'kept',
  tokens: 3,
  rank: 1,
  score: 0.5,
  scores: { bm25: 0.25 },
  ...more,
});
const account = packAccount([
  item(A, 1),
  item(B, 2, { decision: 'duplicate_of', reason: A, source: 'text' }),
  item(A, 1, { chunk: 1, decision: 'over_budget' }),
]);
const definition = { id: 'd', version: 4 };
const payload = {
  agent: 'assistant',
  account,
  definition,
  trigger: { id: 'm', version: 1 },
  turn: { id: 't' },
  tokens: { total: 80, by_section: {} },
  budget: { system_prompt: 20, tool_schemas: 0 },
} as unknown as AgentContextV1;
const answer = responseId('default', 't');
const context = {
  id: 'c',
  workspace: 'default',
  version: 1,
  trail_id: 't',
  created_at: 'now',
  context: payload,
} as unknown as Envelope<AgentContextV1>;
/** The record as the store returns it, with its text unless that was erased. */
const withText = (record: Envelope<AgentContextV1>, text: string | null): Envelope<AgentContextV1> =>
  text === null ? record : { ...record, context: { ...record.context, formatted_context: text } };
const crumb = (id: string, version: number, context: object): Envelope =>
  ({ id, version, schema_name: 'user.message.v1', context }) as unknown as Envelope;

test('explain context: a breadcrumb in several rows is read once per version', () => {
  const [a, b] = [
    { id: A, version: 1 },
    { id: B, version: 2 },
  ];
  expect(explainedRefs(context)).toEqual([definition, { id: 'm', version: 1 }, { id: answer, version: 1 }, a, b]);
});

test('explain context: every candidate has its decision in words, and an excerpt only if the caller may read it', () => {
  const explanation = explainContext(context, [crumb(A, 1, { content: 'hello' })]);
  expect(explanation).toMatchObject({ kept: 1, dropped: 2, beyond: 0, formatted_context: null });
  expect(explanation.items).toMatchObject([
    { why: 'Kept', text: 'hello', source: 'recent', scores: { bm25: 0.25 } },
    { why: `Left out: duplicate of another item (${A})`, source: 'text' },
    { why: expect.stringContaining('budget'), text: 'hello' },
  ]);
  expect(explanation.items[1]).not.toHaveProperty('text');
});

test('explain context: a breadcrumb whose llm_hints failed is not rendered again', () => {
  const failed = packAccount([item(A, 1, { decision: 'hint_failed', reason: 'the jq program works too long' })]);
  const record = { ...context, context: { ...payload, account: failed } };
  const { items } = explainContext(record, [crumb(A, 1, { content: 'hello' })]);
  expect(items).toMatchObject([{ schema_name: 'user.message.v1', why: expect.stringContaining('hints') }]);
  expect(items[0]).not.toHaveProperty('text');
});

test('explain context: the whole prompt is shown if the caller may read both the definition and the text', () => {
  const told = (readable: Envelope[], text: string | null): unknown =>
    explainContext(withText(context, text), readable).prompt;
  expect(told([crumb('d', 4, { prompt: 'Be kind.' })], 'What was shown')).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'What was shown' },
  ]);
  const built = { ...context, context: { ...payload, macros: true, session: { name: 's', id: 's', version: 2 } } };
  expect(explainedRefs(built)).toContainEqual({ id: 's', version: 2 });
  const members = [{ kind: 'agent', id: 'assistant', name: 'Rita' }];
  const macros = [
    crumb('d', 4, { agent: 'assistant', prompt: 'You are {{char}}.' }),
    { ...crumb('s', 2, { members }), schema_name: 'session.v1' },
  ];
  expect(explainContext(withText(built, 'x'), macros).prompt?.[0]?.content).toBe('You are Rita.');
  expect(told([crumb('d', 5, { prompt: 'Be kind.' })], 'What was shown')).toBeNull();
  expect(told([crumb('d', 4, { prompt: 'Be kind.' })], null)).toBeNull();
  expect(told([crumb('d', 4, { prompt: 'Be kind.', runner: 'service' })], 'What was shown')).toBeNull();
  const chat = { ...context, context: { ...context.context, format: 'messages' as const } };
  const said = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Again?' },
  ];
  const readable = [crumb('d', 4, { prompt: 'Be kind.' })];
  expect(explainContext(withText(chat, JSON.stringify(said)), readable).prompt).toEqual([
    { role: 'system', content: 'Be kind.' },
    ...said,
  ]);
});

test('explain context: billed tokens are shown next to counted tokens once the response has them', () => {
  const told = (...readable: Envelope[]): unknown => explainContext(context, readable).billed;
  expect(told()).toBeNull();
  expect(told(crumb(answer, 1, { action: 'speak', content: 'hi' }))).toBeNull();
  expect(told(crumb(answer, 1, { usage: { prompt_tokens: 115, counted_prompt_tokens: 100 } }))).toEqual({
    counted: 100,
    billed: 115,
    drift: 0.15,
  });
  expect(told(crumb(answer, 1, { usage: { prompt_tokens: 90 } }))).toEqual({ counted: 100, billed: 90, drift: -0.1 });
});

test('explain context: a kept candidate says whether it was always kept or was truncated', () => {
  const items = [
    item(A, 1, { pinned: true }),
    item(B, 1, { pinned: true, cut: 300 }),
    item(A, 2, { cut: 9 }),
    item(B, 2, {
      ranges: [
        [0, 80],
        [120, 200],
      ],
    }),
  ];
  const pinned = { ...context, context: { ...payload, account: packAccount(items) } };
  expect(explainContext(pinned, []).items.map(({ why }) => why)).toEqual([
    'Kept (one of the latest exchanges, which are always kept)',
    'Kept (one of the latest exchanges, which are always kept; cut after 300 characters)',
    'Kept (cut after 9 characters)',
    'Kept (excerpt: characters 0–80, 120–200)',
  ]);
});
