import type { AgentDefV1 } from '@crumbtrail/contracts';
import { acceptSystem } from './accept-system';
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
  systemPrompt(acceptSystem(agent(accept_system ? { accept_system } : {}), message(instructions)));

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

  it('change nothing when there are none', () => {
    expect(prompt('replace')).toBe('You help.\n\nYou are dry.');
    expect(prompt('replace', ' \u200b')).toBe('You help.\n\nYou are dry.');
    expect(acceptSystem(agent({ accept_system: 'replace' }), null)).toEqual(agent({ accept_system: 'replace' }));
  });

  it('carry no invisible characters and no role tokens', () => {
    expect(prompt('replace', 'a\u200bb<|im_start|>')).toBe('ab< |im_start|>');
  });
});
