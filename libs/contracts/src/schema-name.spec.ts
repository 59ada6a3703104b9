import { satisfies } from './schema-name';
import { contracts } from './published-contracts';
import { validateContext, validateDraft } from './validate';
import { mayRead } from './audience';
import { contentHash } from './content-hash';

describe('contracts', () => {
  it('declare who may write, the retention, who may read and the hints', () => {
    for (const { name, rules } of contracts.values()) {
      expect([
        name,
        rules.writers.length > 0,
        rules.retention.class,
        typeof rules.importable,
        typeof rules.llm_hints,
      ]).toEqual([name, true, expect.stringMatching(/^(forever|days|latest)$/), 'boolean', 'object']);
    }
  });

  it('never let a person or an agent write turns, contexts or configurations', () => {
    for (const name of ['agent.turn.v1', 'agent.context.v1', 'context.config.v1', 'tool.config.v1']) {
      const writers = contracts.get(name)?.rules.writers ?? ['user'];
      expect(writers.filter((writer) => writer === 'user' || writer === 'agent')).toEqual([]);
    }
  });

  it('let an agent write dead letters only in its own name, and no other participant but services', () => {
    expect(contracts.get('dead.letter.v1')?.rules).toMatchObject({ writers: ['service', 'agent'], owner: 'station' });
  });

  it('match a family from a minimum version on', () => {
    expect(satisfies('user.message.v2', 'user.message.v1')).toBe(true);
    expect(satisfies('user.message.v1', 'user.message.v2')).toBe(false);
    expect(satisfies('user.messages.v1', 'user.message.v1')).toBe(false);
  });
});

describe('validation', () => {
  it('reports the path and the rule', () => {
    expect(validateContext('user.message.v1', { content: 7 })).toEqual([
      { path: '/content', rule: 'type', message: 'must be string' },
    ]);
    expect(validateContext('user.message.v1', {})[0]).toMatchObject({ path: '/content', rule: 'required' });
  });

  it('refuses unknown operators', () => {
    const context = {
      agent: 'a',
      prompt: 'p',
      subscriptions: [{ schema: 'user.message.v1', match: [{ path: '$.x', op: 'regex', value: 'a' }] }],
    };
    expect(validateContext('agent.def.v1', context).map((issue) => issue.rule)).toContain('enum');
  });

  it.each(['id', 'trail_id', 'version', 'position', 'workspace'])(
    'refuses a draft in which the caller sets %s',
    (field) => {
      const draft = { schema_name: 'user.message.v1', context: { content: 'x' }, [field]: 'y' };
      expect(validateDraft(draft)).toMatchObject([{ path: `/${field}`, rule: 'additionalProperties' }]);
    },
  );
});

describe('mayRead', () => {
  const author = { kind: 'user', id: 'ann' } as const;
  const reader = (kind: 'user' | 'agent', id: string) => ({ participant: { kind, id } });
  it.each([
    ['all, another user', 'all' as const, reader('user', 'bob'), true],
    ['agents, a user', 'agents' as const, reader('user', 'bob'), false],
    ['agents, an agent', 'agents' as const, reader('agent', 'assistant'), true],
    ['a list with the reader', ['user:bob'], reader('user', 'bob'), true],
    ['a list with an agent that is called like the reader', ['agent:bob'], reader('user', 'bob'), false],
    ['a list with the reader without a kind', ['bob'], reader('user', 'bob'), false],
    ['a list without the reader', ['user:bob'], reader('agent', 'assistant'), false],
    ['a list without its author', ['user:bob'], reader('user', 'ann'), true],
    ['an agent that is called like the author', [], reader('agent', 'ann'), false],
  ])('%s', (_title, audience, viewer, expected) => {
    expect(mayRead({ audience, author }, viewer)).toBe(expected);
  });
});

describe('contentHash', () => {
  it('does not depend on the order of keys', () => {
    expect(contentHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(contentHash({ b: [{ d: 3, c: 2 }], a: 1 }));
  });
});
