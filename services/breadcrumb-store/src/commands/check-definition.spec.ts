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
  const session = (more: object): string[] => places(checkDefinition(Session.name, { name: 's', ...more }));

  it('refuses strategies of speaking that do not exist, with the place', () => {
    expect(session({})).toEqual([]);
    expect(session({ strategy: 'list', members: [{ kind: 'agent', id: 'a' }] })).toEqual([]);
    expect(session({ strategy: 'natural' })).toEqual(['/strategy strategy']);
    const members = [
      { kind: 'agent', id: 'a' },
      { kind: 'agent', id: 'b', talkativeness: 0.5 },
    ];
    expect(session({ members })).toEqual(['/members/1/talkativeness strategy']);
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
