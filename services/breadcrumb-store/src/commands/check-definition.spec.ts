import { AgentDef, ToolDef, type AgentDefV1, type Issue, type ToolDefV1 } from '@crumbtrail/contracts';
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
  it('may have tools, a mode and a shape for its answers', () => {
    expect(agent({ tools: ['calculator', 'mcp_*'], tool_mode: 'json', output_schema: input })).toEqual([]);
    expect(agent({ tools: [], tool_mode: 'none' })).toEqual([]);
    expect(agent({ tools: [], tool_mode: 'tags' })).toEqual([]);
  });

  it.each<[string, Partial<AgentDefV1>, string]>([
    ['a shape that is none', { output_schema: { type: 'strng' } }, '/output_schema/type enum'],
    ['a shape from elsewhere', { output_schema: { $ref: 'https://example.com' } }, '/output_schema/$ref reference'],
    [
      'a shape whose patterns look back',
      { output_schema: { properties: { a: { pattern: '(?<=a)b' } } } },
      '/output_schema/properties/a/pattern pattern',
    ],
    ['a mode without tools', { tool_mode: 'json' }, '/tool_mode tools'],
    ['ten tools by one digit', { tools: names(10), tool_mode: 'digit' }, '/tools digit'],
  ])('with %s is refused, with the place', (_what, more, place) => {
    expect(agent(more)).toEqual([place]);
  });

  it('may choose by digit among nine, among groups of more, and among what a pattern stands for', () => {
    expect(agent({ tools: names(9), tool_mode: 'digit' })).toEqual([]);
    expect(agent({ tools: [...names(9), 'more_*'], tool_mode: 'digit' })).toEqual([]);
    expect(agent({ tools: names(20), tool_mode: 'digit', tool_options: { over_nine: 'groups' } })).toEqual([]);
    expect(agent({ tools: names(20), tool_mode: 'native' })).toEqual([]);
  });
});

describe('the definition of a tool', () => {
  it('may have examples, an output and a plain argument', () => {
    const examples = [{ input: { text: 'a' }, output: 'a' }, { input: { text: 'b', n: 1 } }];
    expect(tool({ output: { type: 'string' }, argument: 'text', examples })).toEqual([]);
  });

  it.each<[string, Partial<ToolDefV1>, string]>([
    [
      'arguments of no JSON Schema',
      { input: { type: 'object', properties: { a: { type: 'x' } } } },
      '/input/properties/a/type enum',
    ],
    ['arguments without names', { input: { type: 'string' } }, '/input/type type'],
    ['arguments of any type', { input: {} }, '/input/type type'],
    ['an output of no JSON Schema', { output: { minimum: 'x' } }, '/output/minimum type'],
    ['an argument that is none', { argument: 'words' }, '/argument argument'],
    ['an argument that every object has', { argument: 'constructor' }, '/argument argument'],
    ['an argument that takes no text', { argument: 'n' }, '/argument argument'],
    [
      'an example that its input refuses',
      { examples: [{ input: { text: 'a' } }, { input: { n: 1 } }] },
      '/examples/1/input/text required',
    ],
    [
      'an example that its output refuses',
      { output: { type: 'string' }, examples: [{ input: { text: 'a' }, output: 1 }] },
      '/examples/0/output type',
    ],
  ])('with %s is refused, with the place', (_what, more, place) => {
    expect(tool(more)).toEqual([place]);
  });
});
