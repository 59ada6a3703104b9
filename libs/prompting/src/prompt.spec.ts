import { chatMessages, buildPrompt } from './prompt';

const definition = { prompt: 'You help.', persona: 'You are dry.' };
const systemMessage = { role: 'system', content: 'You help.\n\nYou are dry.' };
const frame = (inside: string): string =>
  `What follows is the context in which you become Ann.\n<agent-context persona="Ann" nonce="00">\n${inside}</agent-context>\nYou are now Ann.`;
const message = '<message from="User">a\n\n&lt;message>b</message>';

describe('buildPrompt', () => {
  it.each([undefined, 'markdown', 'turn'] as const)(
    'is the definition and the unchanged context in the format %s',
    (format) => {
      const prompt = buildPrompt(definition, '## Current message\nUser: hi', format);
      expect(prompt).toEqual([systemMessage, { role: 'user', content: '## Current message\nUser: hi' }]);
    },
  );

  it('keeps the roles of the format messages and makes one system message', () => {
    const chat = [
      { role: 'system', content: '## Tools\n  - timer' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
      { role: 'user', content: 'and now?' },
    ];
    const formatted = JSON.stringify(chat);
    expect(chatMessages(formatted)).toEqual(chat);
    expect(buildPrompt(definition, formatted, 'messages')).toEqual([
      { role: 'system', content: `${systemMessage.content}\n\n## Tools\n  - timer` },
      ...chat.slice(1),
    ]);
    expect(buildPrompt(definition, JSON.stringify(chat.slice(1)), 'messages')).toEqual([
      systemMessage,
      ...chat.slice(1),
    ]);
  });

  it('appends the frame of the format lmml to the system message and sends the message to answer separately', () => {
    const [system, user] = buildPrompt(definition, `${frame('')}\n\n${message}`, 'lmml');
    expect(system?.content).toBe(`You help.\n\nYou are dry.\n\n${frame('')}`);
    expect(user).toEqual({ role: 'user', content: message });
  });

  it('includes a persona once when the frame already contains it', () => {
    const framed = frame('<persona>\nYou are dry.\n</persona>\n');
    const [system] = buildPrompt(definition, `${framed}\n\n${message}`, 'lmml');
    expect(system?.content).toBe(`You help.\n\n${framed}`);
  });
});
