import { AgentDef, Session, ToolDef, type AgentDefV1, type Issue, type ToolDefV1 } from '@crumbtrail/contracts';
import { checkDefinition } from './check-definition';

const places = (issues: readonly Issue[]): string[] => issues.map(({ path, rule }) => `${path} ${rule}`);
const agent = (more: Partial<AgentDefV1>): string[] =>
  places(
    checkDefinition(AgentDef.name, {
      agent: 'a',
      prompt: 'p',
      subscriptions: [{ schema: 'user.message.v1' }],
      ...more,
    }),
  );
const input = { type: 'object', properties: { text: { type: 'string' }, n: { type: 'integer' } }, required: ['text'] };
const tool = (more: Partial<ToolDefV1>): string[] =>
  places(checkDefinition(ToolDef.name, { name: 't', description: 'd', input, ...more }));
const nats = { agent: 'pi', owner: 'otto', name: 'desk' };
const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `tool${n}`);

describe('the definition of an agent', () => {
  it('accepts tools, a tool mode and an output schema', () => {
    expect(agent({ tools: ['calculator', 'mcp_*'], tool_mode: 'json', output_schema: input })).toEqual([]);
    expect(agent({ tools: [], tool_mode: 'none' })).toEqual([]);
    expect(agent({ tools: [], tool_mode: 'tags' })).toEqual([]);
  });

  it.each<[string, Partial<AgentDefV1>, string]>([
    ['an invalid output schema', { output_schema: { type: 'strng' } }, '/output_schema/type enum'],
    [
      'an external $ref in its output schema',
      { output_schema: { $ref: 'https://example.com' } },
      '/output_schema/$ref reference',
    ],
    [
      'a lookbehind pattern in its output schema',
      { output_schema: { properties: { a: { pattern: '(?<=a)b' } } } },
      '/output_schema/properties/a/pattern pattern',
    ],
    ['an agent elsewhere without an address', { runner: 'a2a' }, '/remote/url remote'],
    ['an agent on NATS without an address', { runner: 'nats' }, '/remote/nats remote'],
    [
      'an agent on NATS with an agent card',
      { runner: 'nats', remote: { nats, url: 'https://example.org/card' } },
      '/remote/url remote',
    ],
    ['tools of an agent on NATS', { runner: 'nats', remote: { nats }, tools: ['calculator'] }, '/tools remote'],
    [
      'a tool mode of an agent on NATS',
      { runner: 'nats', remote: { nats }, tools: ['ask_person'], tool_mode: 'json' },
      '/tool_mode remote',
    ],
    ['an address without a runner for it', { remote: { url: 'https://example.org/card' } }, '/remote remote'],
    [
      'tools of an agent elsewhere',
      { runner: 'a2a', remote: { url: 'https://example.org/card' }, tools: ['calculator'] },
      '/tools remote',
    ],
    ['a tool mode but no tools', { tool_mode: 'json' }, '/tool_mode tools'],
    [
      'tools of clients in digit mode',
      { tools: names(1), tool_mode: 'digit', accept_tools: true },
      '/accept_tools digit',
    ],
    ['ten tools in digit mode', { tools: names(10), tool_mode: 'digit' }, '/tools digit'],
  ])('with %s is refused, with the place', (_what, more, place) => {
    expect(agent(more)).toEqual([place]);
  });

  it('accepts that an agent on NATS asks people', () => {
    expect(agent({ runner: 'nats', remote: { nats }, tools: ['ask_person'] })).toEqual([]);
  });

  it('accepts a tool mode without tools of its own where clients bring some', () => {
    expect(agent({ tool_mode: 'json', accept_tools: true })).toEqual([]);
  });

  it('accepts digit mode with nine tools, with groups of more tools, and with tool patterns', () => {
    expect(agent({ tools: names(9), tool_mode: 'digit' })).toEqual([]);
    expect(agent({ tools: [...names(9), 'more_*'], tool_mode: 'digit' })).toEqual([]);
    expect(agent({ tools: names(20), tool_mode: 'digit', tool_options: { over_nine: 'groups' } })).toEqual([]);
    expect(agent({ tools: names(20), tool_mode: 'native' })).toEqual([]);
  });
});

describe('a session', () => {
  const members = [
    { kind: 'agent', id: 'ann' },
    { kind: 'agent', id: 'bob', muted: true },
    { kind: 'user', id: 'ada' },
  ];
  const rule = (...agents: string[]) => ({ agents });
  const bugs = { any_tags: ['bug'] };

  it.each<[title: string, session: object, refused: string[]]>([
    ['accepts a session without a strategy', {}, []],
    ['accepts a strategy with talkative members', { strategy: 'natural', members, auto: {} }, []],
    ['refuses auto without a strategy', { auto: {} }, ['/auto']],
    ['refuses allow_self without a strategy', { allow_self: true }, ['/allow_self']],
    ['refuses auto where nobody speaks by itself', { strategy: 'manual', auto: {} }, ['/auto']],
    ['accepts a director that is a member', { strategy: 'director', director: 'ann', members }, []],
    ['refuses the strategy director without a director', { strategy: 'director', members }, ['/director']],
    ['refuses a director that is no member', { strategy: 'director', director: 'eve', members }, ['/director']],
    ['refuses a user as the director', { strategy: 'director', director: 'ada', members }, ['/director']],
    ['refuses a director that is muted', { strategy: 'director', director: 'bob', members }, ['/director']],
    ['refuses a director of another strategy', { strategy: 'list', director: 'ann', members }, ['/director']],
    [
      'accepts rules with a default',
      { strategy: 'rules', members, rules: [{ when: bugs, ...rule('bob') }, rule('ann')] },
      [],
    ],
    ['refuses the strategy rules without rules', { strategy: 'rules', members }, ['/rules']],
    ['refuses rules of another strategy', { strategy: 'list', members, rules: [rule('ann')] }, ['/rules']],
    [
      'refuses a rule about an agent that is no member',
      { strategy: 'rules', members, rules: [rule('ann', 'eve')] },
      ['/rules/0/agents/1'],
    ],
    [
      'refuses a default before other rules',
      { strategy: 'rules', members, rules: [rule(), { when: bugs, ...rule('ann') }] },
      ['/rules/0'],
    ],
    [
      'refuses a rule with a path that is no JSONPath',
      { strategy: 'rules', members, rules: [{ when: { match: [{ path: '$[', op: 'exists' }] }, agents: [] }] },
      ['/rules/0/when/match/0/path'],
    ],
  ])('%s', (_title, more, refused) => {
    expect(checkDefinition(Session.name, { name: 's', ...more }).map(({ path }) => path)).toEqual(refused);
  });
});

describe('the publication of an agent', () => {
  const publish = { nats: {} };
  const check = (agent: string, more: object) =>
    checkDefinition(AgentDef.name, { agent, prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }], ...more });

  it('is refused on NATS where its name cannot be a part of a subject', () => {
    expect(check('my.agent', { publish })).toEqual([expect.objectContaining({ path: '/publish/nats', rule: 'name' })]);
    expect(check('x'.repeat(64), { publish })).toHaveLength(1);
    expect([check('my-agent', { publish }), check('my.agent', {}), check('my.agent', { publish: {} })]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('the definition of a tool', () => {
  it('accepts examples, an output schema and a plain text argument', () => {
    const examples = [{ input: { text: 'a' }, output: 'a' }, { input: { text: 'b', n: 1 } }];
    expect(tool({ output: { type: 'string' }, argument: 'text', examples })).toEqual([]);
  });

  it.each<[string, Partial<ToolDefV1>, string]>([
    [
      'an invalid JSON Schema for its arguments',
      { input: { type: 'object', properties: { a: { type: 'x' } } } },
      '/input/properties/a/type enum',
    ],
    ['arguments that are not an object', { input: { type: 'string' } }, '/input/type type'],
    ['arguments of any type', { input: {} }, '/input/type type'],
    ['an invalid JSON Schema for its output', { output: { minimum: 'x' } }, '/output/minimum type'],
    ['an unknown plain argument', { argument: 'words' }, '/argument argument'],
    ['a plain argument that only the prototype has', { argument: 'constructor' }, '/argument argument'],
    ['a plain argument that is not a string', { argument: 'n' }, '/argument argument'],
    [
      'an example that its input schema rejects',
      { examples: [{ input: { text: 'a' } }, { input: { n: 1 } }] },
      '/examples/1/input/text required',
    ],
    [
      'an example that its output schema rejects',
      { output: { type: 'string' }, examples: [{ input: { text: 'a' }, output: 1 }] },
      '/examples/0/output type',
    ],
  ])('with %s is refused, with the place', (_what, more, place) => {
    expect(tool(more)).toEqual([place]);
  });
});

const AGENT = { agent: 'lola', prompt: 'You are Lola.', subscriptions: [] };

describe('what authors put before agents', () => {
  it.each([
    [
      'scene.v1',
      { scenario: 'Hello {{chr}}.' },
      '/scenario macro',
      'unknown macro {{chr}}; the nearest is {{char}}. To show two braces, write \\{{',
    ],
    ['scene.v1', { note: { text: '{{setvar::x::1}}' } }, '/note/text macro', 'is not supported'],
    ['scene.v1', { note: { text: '{{summary}}' } }, '/note/text macro', '{{summary}} has no value here'],
    [
      'scene.v1',
      {
        injections: [
          { id: 'a', text: '1' },
          { id: 'a', text: '2' },
        ],
      },
      '/injections/1/id unique',
      'a is there twice',
    ],
    ['agent.def.v1', { ...AGENT, prompt: 'You are {{chr}}.' }, '/prompt macro', 'the nearest is {{char}}'],
    ['agent.def.v1', { ...AGENT, persona: 'It is {{time}}.' }, '/persona macro', 'no provider could cache'],
    ['lore.entry.v1', { book: 'b', id: 'e', content: '{{char' }, '/content macro', 'is not closed'],
    ['lore.entry.v1', { book: 'b', id: 'e', content: 'x', keys: ['{{chr}}'] }, '/keys/0 macro', 'unknown macro'],
    ['lore.entry.v1', { book: 'b', id: 'e', content: 'x', keys: ['/(a)\\1/'] }, '/keys/0 regex', 'regular expression'],
  ])('%s: %j is refused, with the place and the reason', (schema, context, place, reason) => {
    const [issue] = checkDefinition(schema, context);
    expect(`${issue?.path} ${issue?.rule}`).toBe(place);
    expect(issue?.message).toContain(reason);
  });

  it.each([
    ['agent.def.v1', { ...AGENT, prompt: 'You are {{char}}; write \\{{x}}.', persona: '{{pick::Shy::Bold}}.' }],
    ['scene.v1', { scenario: '{{char}} and {{user}} at {{time}}, {{random::a::b}}' }],
    ['lore.entry.v1', { book: 'b', id: 'e', content: '{{roll:2d6}}', keys: ['{{char}}', '/a{2}/'] }],
  ])('%s: %j is accepted', (schema, context) => {
    expect(checkDefinition(schema, context)).toEqual([]);
  });
});
