import { AgentDef, ContextConfig, UserMessage, type AccountItem } from '@crumbtrail/contracts';
import { type ApiResponse, eventually } from '@crumbtrail/testing';
import { useSharedStack } from './support/fixture';

interface Problem {
  readonly status: number;
  readonly issues?: readonly { readonly path: string }[];
}
interface Explained {
  readonly items: readonly AccountItem[];
  readonly formatted_context: string;
}

const post = (body: unknown): Promise<ApiResponse<Problem>> => stack.api.request('POST', '/v1/breadcrumbs', body);
const config = (context: object): Promise<ApiResponse<Problem>> =>
  post({ schema_name: ContextConfig.name, context: { consumer: 'nobody', ...context } });
const definition = (context: object): Promise<ApiResponse<Problem>> =>
  post({
    schema_name: AgentDef.name,
    context: { agent: 'picky', prompt: 'p', subscriptions: [{ schema: UserMessage.name }], context },
  });
const preview = (settings: object): Promise<ApiResponse<Problem>> =>
  stack.api.request('POST', '/v1/contexts/preview', { agent: 'assistant', content: 'hello', config: settings });
const hinted = (llm_hints: object): Promise<ApiResponse<Problem>> =>
  post({ schema_name: UserMessage.name, session: 'demo', context: { content: 'hello' }, llm_hints });

const unknownSource = { sources: [{ type: 'oracle' }] };
const negative = { features: { bm25: -1 } };
const greedy = {
  sections: [
    { name: 'relevant', quota: 0.8 },
    { name: 'recent', quota: 0.7 },
  ],
};
const tooMuch = { budget: { max_tokens: 1000 }, sections: [{ name: 'recent', min_tokens: 1001 }] };

type Row = readonly [what: string, place: string, ask: () => Promise<ApiResponse<Problem>>];

const table: readonly Row[] = [
  ['a config with an unknown source', '/context/sources/0/type', () => config(unknownSource)],
  ['a config with a negative weight', '/context/features/bm25', () => config(negative)],
  ['a config with quotas above the budget', '/context/sections', () => config(greedy)],
  ['a config with a minimum above the budget', '/context/sections', () => config(tooMuch)],
  ['a definition with quotas above the budget', '/context/context/sections', () => definition(greedy)],
  ['a preview with an unknown source', '/sources/0/type', () => preview(unknownSource)],
  ['a preview with a negative weight', '/features/bm25', () => preview(negative)],
  ['a preview with quotas above the budget', '/sections', () => preview(greedy)],
  ['a hint with a partial', '/llm_hints/template', () => hinted({ template: '{{> secrets}}' })],
  ['a hint with a helper that is not allowed', '/llm_hints/template', () => hinted({ template: '{{lookup a b}}' })],
  ['a hint of 20,000 nodes', '/llm_hints/template', () => hinted({ template: '{{a}}'.repeat(20_000 / 2) })],
  ['a hint with no JSONPath', '/llm_hints/include/0', () => hinted({ include: ['content'] })],
  [
    'a transform that is not valid jq',
    '/llm_hints/transform/x',
    () => hinted({ transform: { x: { type: 'jq', query: '.[' } } }),
  ],
];

const stack = useSharedStack();

async function answered(content: string): Promise<Explained> {
  const sent = await stack.api.post<{ trail_id: string; responses: { context: { action: string } }[] }>(
    '/v1/sessions/demo/messages',
    { content, wait_ms: 20_000 },
    { timeout_ms: 30_000 },
  );
  expect(sent.responses.map(({ context }) => context.action)).toEqual(['speak']);
  const { nodes } = await stack.api.get<{ nodes: { id: string; schema_name: string }[] }>(
    `/v1/trails/${sent.trail_id}`,
  );
  const context = nodes.find(({ schema_name }) => schema_name === 'agent.context.v1');
  return stack.api.get<Explained>(`/v1/contexts/${context?.id}/explain`);
}

describe('the definitions that a context is built from', () => {
  test.each(table)('%s is rejected when it is written, with the path of the error', async (_, place, ask) => {
    const { status, body } = await ask();
    expect(status).toBe(422);
    const paths = body.issues?.map(({ path }) => path) ?? [];
    expect(paths.filter((path) => path.includes(place))).not.toEqual([]);
  });

  test('a hint path that matches nothing is recorded with its reason, and the turn is answered', async () => {
    const { body } = await stack.api.request<{ id: string }>('POST', '/v1/breadcrumbs', {
      schema_name: UserMessage.name,
      session: 'demo',
      context: { content: 'unseen words' },
      llm_hints: { include: ['$.nowhere'] },
    });
    await eventually(async () => {
      const { items, formatted_context } = await answered('hello again');
      expect(formatted_context).not.toContain('unseen words');
      return items.find(({ id, decision, reason }) => id === body.id && decision === 'hint_failed' && reason);
    });
  });

  test('a turn is answered even when the budget fits almost nothing, and the context records what was dropped', async () => {
    const strict = { consumer: 'assistant', sources: [{ type: 'text', floor: 1 }], recent_exchanges: 0 };
    const { status } = await post({ schema_name: ContextConfig.name, context: strict });
    expect(status).toBe(201);
    const { items } = await answered('hello once more');
    expect(items.filter(({ decision }) => decision === 'kept').length).toBeLessThan(items.length);
    expect(items.every(({ decision, reason }) => decision === 'kept' || reason)).toBe(true);
  });
});
