import type { AgentDefV1 } from '@crumbtrail/contracts';
import { acceptClient, clientToolChoice, clientTools } from './accept-client';
import { systemPrompt } from './prompt';

const message = (instructions?: string) => ({
  schema_name: 'user.message.v1',
  context: { content: 'hello', ...(instructions === undefined ? {} : { instructions }) },
});
const agent = (more: Partial<AgentDefV1> = {}): AgentDefV1 => ({
  agent: 'ann',
  prompt: 'You help.',
  persona: 'You are dry.',
  subscriptions: [{ schema: 'user.message.v1' }],
  ...more,
});
const prompt = (accept_system: AgentDefV1['accept_system'], instructions?: string): string =>
  systemPrompt(acceptClient(agent(accept_system ? { accept_system } : {}), message(instructions)));

describe('the instructions of a client', () => {
  it('do not reach the prompt of an agent that does not accept them', () => {
    expect(prompt(undefined, 'Be a pirate.')).toBe('You help.\n\nYou are dry.');
    expect(prompt('none', 'Be a pirate.')).toBe('You help.\n\nYou are dry.');
  });

  it('follow prompt and persona, marked as the client’s, where the agent accepts a persona', () => {
    expect(prompt('persona', 'Be a pirate.')).toMatch(
      /^You help\.\n\nYou are dry\.\n\nInstructions of the client.*:\n\nBe a pirate\.$/,
    );
  });

  it('replace prompt and persona where the agent accepts that', () => {
    expect(prompt('replace', 'Be a pirate.')).toBe('Be a pirate.');
  });

  it('are a persona where the key is that of a client and the definition does not say', () => {
    const sent = {
      schema_name: 'user.message.v1',
      context: { content: 'x', instructions: 'Be Ahab.', from_client: true },
    };
    expect(systemPrompt(acceptClient(agent(), sent))).toMatch(/^You help\.\n\nYou are dry\.\n\nInstr.*\n\nBe Ahab\.$/);
    expect(systemPrompt(acceptClient(agent({ accept_system: 'none' }), sent))).not.toContain('Ahab');
    expect(systemPrompt(acceptClient(agent({ accept_system: 'replace' }), sent))).toBe('Be Ahab.');
  });

  it('change nothing when there are none', () => {
    expect(prompt('replace')).toBe('You help.\n\nYou are dry.');
    expect(prompt('replace', ' \u200b')).toBe('You help.\n\nYou are dry.');
    expect(acceptClient(agent({ accept_system: 'replace' }), null)).toEqual(agent({ accept_system: 'replace' }));
  });

  it('carry no invisible characters and no role tokens', () => {
    expect(prompt('replace', 'a\u200bb<|im_start|>')).toBe('ab< |im_start|>');
  });
});

describe('the tools of a client', () => {
  const tools = [
    { name: 'lookup', description: 'Finds a\u200b file.', parameters: { type: 'object', properties: { path: {} } } },
    { name: 'ping' },
  ];
  const bringing = (more: object = {}) => ({
    schema_name: 'user.message.v1',
    context: { content: 'hello', tools, ...more },
  });
  const accepting = (more: Partial<AgentDefV1> = {}): AgentDefV1 => agent({ accept_tools: true, ...more });

  it('reach an agent that accepts them, and are run by the client', () => {
    expect(clientTools(accepting(), bringing())).toEqual([
      { name: 'lookup', description: 'Finds a file.', input: tools[0]?.parameters, runner: 'openai-client' },
      { name: 'ping', description: 'ping', input: { type: 'object' }, runner: 'openai-client' },
    ]);
  });

  it('do not reach any other agent, nor one that has a tool of that name', () => {
    expect(clientTools(agent(), bringing())).toEqual([]);
    expect(clientTools(accepting({ tools: ['calculator'], tool_mode: 'digit' }), bringing())).toEqual([]);
    expect(clientTools(accepting({ tools: ['look*'] }), bringing()).map(({ name }) => name)).toEqual(['ping']);
    expect(clientTools(accepting(), { schema_name: 'note.v1', context: { tools } })).toEqual([]);
  });

  it('may have to be called first: any of them, or a named one that there is', () => {
    expect(clientToolChoice(accepting(), bringing())).toBeUndefined();
    expect(clientToolChoice(accepting(), bringing({ tool_choice: {} }))).toEqual({});
    expect(clientToolChoice(accepting(), bringing({ tool_choice: { tool: 'ping' } }))).toEqual({ tool: 'ping' });
    expect(clientToolChoice(accepting(), bringing({ tool_choice: { tool: 'other' } }))).toBeUndefined();
    expect(clientToolChoice(agent(), bringing({ tool_choice: {} }))).toBeUndefined();
  });
});

test('the output schema of a client replaces that of an agent that accepts it, and of no other', () => {
  const own = { type: 'object', title: 'own' };
  const message = { schema_name: 'user.message.v1', context: { content: 'x', output_schema: { type: 'object' } } };
  const accepting = agent({ accept_response_format: true, output_schema: own });
  expect(acceptClient(accepting, message).output_schema).toEqual({ type: 'object' });
  expect(acceptClient(agent({ output_schema: own }), message).output_schema).toEqual(own);
});
