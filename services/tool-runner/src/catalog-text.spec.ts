import { ToolCatalog, type Crumb, type ToolDef, type ToolDefV1 } from '@crumbtrail/contracts';
import { countTokens, render } from '@crumbtrail/hints';
import { catalogOf } from './catalog';

const text = { type: 'string' };
const number = { type: 'number' };
const schema = (properties: object, required = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
});
const texts = (...names: string[]): Record<string, object> => Object.fromEntries(names.map((name) => [name, text]));

/** Eleven tools with the names, purposes and results of those in seed 003, each with an example of call and result. */
const TOOLS = [
  {
    name: 'breadcrumb-crud',
    description: 'Query, create, update, and delete breadcrumbs',
    input: schema({ action: text, tags: { type: 'array' } }, ['action']),
    output: schema(texts('tags', 'count', 'error', 'action', 'success', 'breadcrumb', 'breadcrumbs')),
    examples: [{ input: { action: 'search', tags: ['note'] }, output: { count: 2 } }],
  },
  {
    name: 'openrouter',
    description: 'OpenRouter: access to hosted language models',
    input: schema({ prompt: text }),
    output: schema(texts('model', 'usage', 'content', 'cost_estimate')),
    examples: [{ input: { prompt: 'Hi' }, output: { content: 'Hello' } }],
  },
  {
    name: 'ollama_local',
    description: 'Ollama: free, private models on this machine',
    input: schema({ prompt: text }),
    output: schema(texts('model', 'usage', 'content', 'cost_estimate')),
    examples: [{ input: { prompt: 'Hi' }, output: { content: 'Hello' } }],
  },
  {
    name: 'workflow',
    description: 'Run several tools as steps with dependencies and variables',
    input: schema({ steps: { type: 'array' } }),
    output: schema({ ...texts('errors', 'results'), executionOrder: { type: 'array' } }),
    examples: [{ input: { steps: [{ id: 'a', tool: 'echo' }] }, output: { executionOrder: ['a'] } }],
  },
  {
    name: 'agent-loader',
    description: 'Load files as agent definitions',
    input: schema({ file_id: text }),
    output: schema(texts('error', 'action', 'success', 'agent_name', 'agent_definition_id')),
    examples: [{ input: { file_id: 'f1' }, output: { agent_name: 'bob' } }],
  },
  {
    name: 'file-storage',
    description: 'Store and retrieve files as breadcrumbs',
    input: schema({ action: text, file_id: text }, ['action']),
    output: schema(texts('error', 'files', 'action', 'content', 'file_id', 'success', 'filename')),
    examples: [{ input: { action: 'get', file_id: 'f1' }, output: { filename: 'a.txt' } }],
  },
  {
    name: 'calculator',
    description: 'Arithmetic, parentheses and common functions',
    input: schema({ expression: text }),
    output: schema({ result: number, ...texts('formatted', 'expression') }),
    examples: [{ input: { expression: '2+2' }, output: { result: 4 } }],
  },
  {
    name: 'random',
    description: 'Generate random numbers',
    input: schema({ min: number, max: number }, []),
    output: schema({ numbers: { type: 'array', items: number } }),
    examples: [{ input: { min: 1, max: 6 }, output: { numbers: [4] } }],
  },
  {
    name: 'timer',
    description: 'Wait for a number of seconds',
    input: schema({ seconds: number }),
    output: schema({ waited: number, message: text }),
    examples: [{ input: { seconds: 3 }, output: { waited: 3 } }],
  },
  {
    name: 'echo',
    description: 'Return the input unchanged',
    input: schema({ message: text }),
    output: schema({ echo: text }),
    examples: [{ input: { message: 'hi' }, output: { echo: 'hi' } }],
  },
  {
    name: 'agent-helper',
    description: 'Guidance about the system for agents',
    input: schema({ topic: text }, []),
    output: schema({ guidance: text }),
    examples: [{ input: { topic: 'tools' }, output: {} }],
  },
] as unknown as readonly ToolDefV1[];

const crumbOf = (context: ToolDefV1) => ({ id: context.name, version: 1, context }) as unknown as Crumb<typeof ToolDef>;

/** What an agent reads of a catalog of these tools. */
function shown(tools: readonly ToolDefV1[], isRun: (tool: { name: string }) => boolean = () => true): string {
  const context = catalogOf({ definitions: tools.map(crumbOf), configs: [], isRun });
  return render({ schema_name: ToolCatalog.name, context }).text ?? '';
}

describe('the catalog as an agent reads it', () => {
  it('tells purpose, arguments, results and an example of call and result of the 11 tools of seed 003 in 300 tokens', () => {
    const read = shown(TOOLS);
    expect(read.split('\n')).toHaveLength(TOOLS.length);
    for (const { name, description, input, output } of TOOLS) {
      const line = read.split('\n').find((one) => one.startsWith(`${name}(`)) ?? '';
      for (const schemaOf of [input, output] as { properties: object }[])
        for (const member of Object.keys(schemaOf.properties)) expect(line).toContain(member);
      expect(line).toContain(description);
    }
    expect(read).toContain(
      'calculator(expression=2+2) → result=4, formatted, expression: Arithmetic, parentheses and common functions',
    );
    expect(countTokens(read, 'o200k_base')).toBeLessThanOrEqual(300);
  });

  it('leaves out tools that nobody can run now, and is empty where no other is left', () => {
    expect(shown(TOOLS, ({ name }) => name === 'echo')).toBe('echo(message=hi) → echo=hi: Return the input unchanged');
    expect(shown(TOOLS, () => false)).toBe('');
  });

  it('shows one sentence of a long description', () => {
    const tool = { name: 'dice', description: 'Rolls dice. Use it for every roll.', input: { type: 'object' } };
    expect(shown([tool])).toBe('dice: Rolls dice.');
  });
});
