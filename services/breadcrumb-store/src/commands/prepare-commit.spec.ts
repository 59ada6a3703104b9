import {
  AgentDef,
  AgentResponse,
  ContextConfig,
  CrumbError,
  UserMessage,
  type CommitRequest,
  type Draft,
} from '@crumbtrail/contracts';
import type { Caller } from '../identity/caller';
import { prepareCommit } from './prepare-commit';

const ID = '0197a6d0-0000-7000-8000-000000000001';
const world = { newId: () => ID };
const ann: Caller = { workspace: 'w', principal: 'gateway', participant: { kind: 'user', id: 'ann' }, role: 'writer' };
const root: Caller = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator' };
const said = (context: Record<string, unknown>, more: object = {}): Draft => ({
  schema_name: UserMessage.name,
  context,
  ...more,
});
const defined = (match: object): Draft => ({
  schema_name: AgentDef.name,
  context: { agent: 'a', prompt: 'p', subscriptions: [{ schema: UserMessage.name, match: [match] }] },
});

const configured = (config: object): Draft => ({
  schema_name: ContextConfig.name,
  context: { consumer: 'a', ...config },
});

function refusalOf(request: CommitRequest, caller: Caller): { code: string; paths: string[] } {
  try {
    prepareCommit(request, caller, world);
  } catch (error) {
    if (!(error instanceof CrumbError)) throw error;
    return { code: error.code, paths: (error.problem.issues ?? []).map(({ path }) => path) };
  }
  throw new Error('was not refused');
}

const deep = (depth: number): unknown => (depth === 0 ? 1 : { d: deep(depth - 1) });

describe('preparing a commit', () => {
  it.each<[string, Draft, Caller, [string, ...string[]]]>([
    ['a payload of the wrong type', said({ content: 5 }), ann, ['invalid_payload', '/context/content']],
    ['a payload without what it needs', said({}), ann, ['invalid_payload', '/context/content']],
    ['a field that drafts do not have', said({ content: 'x' }, { id: ID }), ann, ['invalid_payload', '/id']],
    ['an author', said({ content: 'x' }, { author: { kind: 'user', id: 'bob' } }), ann, ['invalid_payload', '/author']],
    [
      'a time',
      said({ content: 'x' }, { occurred_at: '2026-01-01T00:00:00Z' }),
      ann,
      ['invalid_payload', '/occurred_at'],
    ],
    [
      'an audience that nobody knows',
      said({ content: 'x' }, { audience: 'private' }),
      ann,
      ['invalid_payload', '/audience', '/audience', '/audience'],
    ],
    ['a tag that is none', said({ content: 'x' }, { tags: ['fine', ''] }), ann, ['invalid_payload', '/tags/1']],
    [
      'hints of a mode that nobody knows',
      said({ content: 'x' }, { llm_hints: { mode: 'transform' } }),
      ann,
      ['invalid_payload', '/llm_hints/mode'],
    ],
    [
      'a selector that wants one of no tags',
      {
        schema_name: AgentDef.name,
        context: { agent: 'a', prompt: 'p', subscriptions: [{ schema: UserMessage.name, any_tags: [] }] },
      },
      root,
      ['invalid_payload', '/context/subscriptions/0/any_tags'],
    ],
    [
      'a source of a type that nobody knows',
      configured({ sources: [{ type: 'all' }] }),
      root,
      ['invalid_payload', '/context/sources/0/type'],
    ],
    ['more than 256 KiB', said({ content: 'x'.repeat(300 * 1024) }), ann, ['too_large']],
    ['a deep nest', said({ content: 'x', more: deep(80) }), ann, ['unsafe_json', expect.any(String) as string]],
    ['U+0000', said({ content: 'a\u0000b' }), ann, ['unsafe_json', '/context/content']],
    ['half a surrogate pair', said({ content: '\ud800' }), ann, ['unsafe_json', '/context/content']],
    [
      '__proto__',
      said(JSON.parse('{"content":"x","__proto__":1}') as object as Record<string, unknown>),
      ann,
      ['unsafe_json', '/context/__proto__'],
    ],
    [
      'a configuration whose quotas are above the budget',
      configured({
        sections: [
          { name: 'tools', quota: 0.9 },
          { name: 'recent', quota: 0.2 },
        ],
      }),
      root,
      ['invalid_payload', '/context/sections'],
    ],
    [
      'an agent whose context names a section twice',
      {
        schema_name: AgentDef.name,
        context: {
          agent: 'a',
          prompt: 'p',
          subscriptions: [{ schema: UserMessage.name }],
          context: { sections: [{ name: 'tools' }, { name: 'tools' }] },
        },
      },
      root,
      ['invalid_payload', '/context/context/sections/1/name'],
    ],
    [
      'a template over its caps',
      said({ content: 'x' }, { llm_hints: { template: '{{#each a}}'.repeat(99) } }),
      ann,
      ['invalid_payload', '/llm_hints/template'],
    ],
    [
      'hints that fail on its own payload',
      said({ content: { deep: 1 } }, { schema_name: 'note.v1', llm_hints: { template: '{{content}}' } }),
      ann,
      ['invalid_payload', '/llm_hints/template'],
    ],
    [
      'a jq program that is none',
      said({ content: 'x' }, { llm_hints: { transform: { x: { type: 'jq', query: '.a |' } } } }),
      ann,
      ['invalid_payload', '/llm_hints/transform/x/query'],
    ],
    [
      'a path that is none',
      said({ content: 'x' }, { llm_hints: { include: ['content'] } }),
      ann,
      ['invalid_payload', '/llm_hints/include/0'],
    ],
    [
      'an operator that nobody knows',
      defined({ path: '$.a', op: 'like', value: 1 }),
      root,
      ['invalid_payload', '/context/subscriptions/0/match/0/op'],
    ],
    [
      'a selector whose path is none',
      defined({ path: '$[', op: 'exists' }),
      root,
      ['invalid_payload', '/context/subscriptions/0/match/0/path'],
    ],
    ['a definition by a user', defined({ path: '$.a', op: 'exists' }), ann, ['wrong_writer']],
    ['an answer by a user', { schema_name: AgentResponse.name, context: { action: 'wait' } }, ann, ['wrong_writer']],
  ])('refuses %s, and says where', (_what, draft, caller, [code, ...paths]) => {
    expect(refusalOf({ writes: [{ op: 'create', draft }] }, caller)).toEqual({ code, paths });
  });

  it('says which of several it was', () => {
    const writes = [said({ content: 'fine' }), said({})].map((draft) => ({ op: 'create' as const, draft }));
    expect(() => prepareCommit({ writes }, ann, world)).toThrow(/Crumb 2 of 2/);
  });

  it('lets operators alone bring in history, in the name and at the time of others, of schemas that have one', () => {
    const draft = said(
      { content: 'x' },
      { author: { kind: 'user', id: 'bob' }, occurred_at: '2020-01-01T01:00:00+01:00' },
    );
    const request: CommitRequest = { imported: true, writes: [{ op: 'create', draft }] };
    expect(refusalOf(request, ann).code).toBe('forbidden');
    const { writes, imported } = prepareCommit(request, root, world);
    expect(imported).toBe(true);
    expect(writes[0]).toMatchObject({ author: { kind: 'user', id: 'bob' }, occurred_at: '2020-01-01T00:00:00.000Z' });
    const definition = defined({ path: '$.a', op: 'exists' });
    expect(refusalOf({ imported: true, writes: [{ op: 'create', draft: definition }] }, root).code).toBe(
      'wrong_writer',
    );
  });

  it('gives two requests the same hash exactly when they ask the same, whatever their key', () => {
    const of = (content: string, idempotency_key: string) =>
      prepareCommit({ idempotency_key, writes: [{ op: 'create', draft: said({ content }) }] }, ann, world).idempotency;
    expect(of('x', 'k1')?.request_hash).toBe(of('x', 'k2')?.request_hash);
    expect(of('x', 'k1')?.request_hash).not.toBe(of('y', 'k1')?.request_hash);
  });
});
