import {
  AgentDef,
  AgentResponse,
  ContextConfig,
  CrumbError,
  UserMessage,
  type CommitRequest,
  type Draft,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { prepareCommit } from './prepare-commit';

const ID = '0197a6d0-0000-7000-8000-000000000001';
const world = { newId: () => ID };
const ann: AuthenticatedCaller = {
  workspace: 'w',
  principal: 'gateway',
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
};
const root: AuthenticatedCaller = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator' };
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

function refusalOf(request: CommitRequest, caller: AuthenticatedCaller): { code: string; paths: string[] } {
  try {
    prepareCommit(request, caller, world);
  } catch (error) {
    if (!(error instanceof CrumbError)) throw error;
    return { code: error.code, paths: (error.problem.issues ?? []).map(({ path }) => path) };
  }
  throw new Error('was not refused');
}

const deep = (depth: number): unknown => (depth === 0 ? 1 : { d: deep(depth - 1) });

describe('prepareCommit', () => {
  it.each<[string, Draft, AuthenticatedCaller, [string, ...string[]]]>([
    ['a payload of the wrong type', said({ content: 5 }), ann, ['invalid_payload', '/context/content']],
    ['a message of white space', said({ content: ' \n' }), ann, ['invalid_payload', '/context/content']],
    [
      'a message of nothing that can be seen',
      said({ content: '\u200b' }),
      ann,
      ['invalid_payload', '/context/content'],
    ],
    ['a payload without a required field', said({}), ann, ['invalid_payload', '/context/content']],
    ['an audience of nobody', said({ content: 'x' }, { audience: [] }), root, ['invalid_payload', '/audience']],
    ['a field that is unknown in drafts', said({ content: 'x' }, { id: ID }), ann, ['invalid_payload', '/id']],
    [
      'an author set by a user',
      said({ content: 'x' }, { author: { kind: 'user', id: 'bob' } }),
      ann,
      ['invalid_payload', '/author'],
    ],
    [
      'a message that says to be of a client, by another key',
      said({ content: 'x', from_client: true }),
      ann,
      ['invalid_payload', '/context/from_client'],
    ],
    [
      'a name beside the name of the key',
      said({ content: 'x' }, { author: { name: 'Bob' } }),
      { ...ann, name: 'Ann Lee' },
      ['invalid_payload', '/author/name'],
    ],
    [
      'a name for an agent, whose definition has one',
      { schema_name: 'note.v1', context: {}, author: { name: 'Lola' } },
      { ...ann, participant: { kind: 'agent', id: 'scout' } },
      ['invalid_payload', '/author/name'],
    ],
    ...['', ' ', 'A\nB', 'A\u001b[31m', 'A\u202eB', 'x'.repeat(101)].map(
      (name): [string, Draft, AuthenticatedCaller, [string, ...string[]]] => [
        `the name ${JSON.stringify(name)}`,
        said({ content: 'x' }, { author: { name } }),
        ann,
        ['invalid_payload', '/author/name'],
      ],
    ),
    [
      'a time set by a user',
      said({ content: 'x' }, { occurred_at: '2026-01-01T00:00:00Z' }),
      ann,
      ['invalid_payload', '/occurred_at'],
    ],
    [
      'an unknown audience',
      said({ content: 'x' }, { audience: 'private' }),
      ann,
      ['invalid_payload', '/audience', '/audience', '/audience'],
    ],
    ['an empty tag', said({ content: 'x' }, { tags: ['fine', ''] }), ann, ['invalid_payload', '/tags/1']],
    [
      'hints with an unknown mode',
      said({ content: 'x' }, { llm_hints: { mode: 'transform' } }),
      ann,
      ['invalid_payload', '/llm_hints/mode'],
    ],
    [
      'a selector with an empty list of tags',
      {
        schema_name: AgentDef.name,
        context: { agent: 'a', prompt: 'p', subscriptions: [{ schema: UserMessage.name, any_tags: [] }] },
      },
      root,
      ['invalid_payload', '/context/subscriptions/0/any_tags'],
    ],
    [
      'a source of an unknown type',
      configured({ sources: [{ type: 'all' }] }),
      root,
      ['invalid_payload', '/context/sources/0/type'],
    ],
    ['more than 256 KiB', said({ content: 'x'.repeat(300 * 1024) }), ann, ['too_large']],
    [
      'JSON that is nested too deeply',
      said({ content: 'x', more: deep(80) }),
      ann,
      ['unsafe_json', expect.any(String) as string],
    ],
    ['U+0000', said({ content: 'a\u0000b' }), ann, ['unsafe_json', '/context/content']],
    ['half a surrogate pair', said({ content: '\ud800' }), ann, ['unsafe_json', '/context/content']],
    [
      '__proto__',
      said(JSON.parse('{"content":"x","__proto__":1}') as object as Record<string, unknown>),
      ann,
      ['unsafe_json', '/context/__proto__'],
    ],
    [
      'a configuration whose quotas add up to more than the budget',
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
      'a template above its size limits',
      said({ content: 'x' }, { llm_hints: { template: '{{#each a}}'.repeat(99) } }),
      ann,
      ['invalid_payload', '/llm_hints/template'],
    ],
    [
      'hints that fail on their own payload',
      said({ content: { deep: 1 } }, { schema_name: 'note.v1', llm_hints: { template: '{{content}}' } }),
      ann,
      ['invalid_payload', '/llm_hints/template'],
    ],
    [
      'an invalid jq program',
      said({ content: 'x' }, { llm_hints: { transform: { x: { type: 'jq', query: '.a |' } } } }),
      ann,
      ['invalid_payload', '/llm_hints/transform/x/query'],
    ],
    [
      'an invalid path',
      said({ content: 'x' }, { llm_hints: { include: ['content'] } }),
      ann,
      ['invalid_payload', '/llm_hints/include/0'],
    ],
    [
      'an unknown operator',
      defined({ path: '$.a', op: 'like', value: 1 }),
      root,
      ['invalid_payload', '/context/subscriptions/0/match/0/op'],
    ],
    [
      'a selector with an invalid path',
      defined({ path: '$[', op: 'exists' }),
      root,
      ['invalid_payload', '/context/subscriptions/0/match/0/path'],
    ],
    ['a definition by a user', defined({ path: '$.a', op: 'exists' }), ann, ['wrong_writer']],
    ['an answer by a user', { schema_name: AgentResponse.name, context: { action: 'wait' } }, ann, ['wrong_writer']],
  ])('refuses %s, and names the path', (_what, draft, caller, [code, ...paths]) => {
    expect(refusalOf({ writes: [{ op: 'create', draft }] }, caller)).toEqual({ code, paths });
  });

  it('names the failed crumb of a commit of several', () => {
    const writes = [said({ content: 'fine' }), said({})].map((draft) => ({ op: 'create' as const, draft }));
    expect(() => prepareCommit({ writes }, ann, world)).toThrow(/Crumb 2 of 2/);
  });

  it('lets only operators import crumbs with an author and a time, and only of schemas that allow it', () => {
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

  it('gives two requests the same hash if and only if they are equal apart from their idempotency key', () => {
    const of = (content: string, idempotency_key: string) =>
      prepareCommit({ idempotency_key, writes: [{ op: 'create', draft: said({ content }) }] }, ann, world).idempotency;
    expect(of('x', 'k1')?.request_hash).toBe(of('x', 'k2')?.request_hash);
    expect(of('x', 'k1')?.request_hash).not.toBe(of('y', 'k1')?.request_hash);
  });
});
