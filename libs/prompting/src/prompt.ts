import type { AgentContextV1, AgentDefV1, ChatMessage } from '@crumbtrail/contracts';
import type { PromptMessage } from './model';

type Definition = Pick<AgentDefV1, 'prompt' | 'persona'>;

/** What an agent is told before anything else: its prompt, then its persona. */
export function systemPrompt(definition: Definition): string {
  return definition.persona ? `${definition.prompt}\n\n${definition.persona}` : definition.prompt;
}

/** A context of the format `messages` read as what it is. */
export function chatMessages(formatted: string): ChatMessage[] {
  return JSON.parse(formatted) as ChatMessage[];
}

const system = (...parts: readonly string[]): PromptMessage => ({ role: 'system', content: parts.join('\n\n') });

/** What is known goes into the one system message, whoever spoke keeps the role that they have. */
function promptOfMessages(definition: Definition, formatted: string): PromptMessage[] {
  const messages = chatMessages(formatted);
  const background = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [
    system(systemPrompt(definition), ...background),
    ...messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content })),
  ];
}

/** Where the frame ends: no text in a context can hold an element's beginning. */
const MESSAGE_ELEMENT = '\n\n<message';
const PERSONA_ELEMENT = '\n<persona>\n';

/** The frame into the system message, after a prompt without the persona if the frame holds that; the message to answer by itself. */
function promptOfLmml(definition: Definition, formatted: string): PromptMessage[] {
  const at = formatted.lastIndexOf(MESSAGE_ELEMENT);
  const frame = formatted.slice(0, at);
  const told = frame.includes(PERSONA_ELEMENT) ? definition.prompt : systemPrompt(definition);
  return [system(told, frame), { role: 'user', content: formatted.slice(at).trimStart() }];
}

/**
 * The whole prompt of a plain turn. `markdown` and `turn`: the definition as system message, the formatted context as it stands as
 * user message. `lmml`: everything but the current message follows the definition. `messages`: as the chat that it is.
 */
export function buildPrompt(
  definition: Definition,
  formatted: string,
  format: AgentContextV1['format'] = 'markdown',
): PromptMessage[] {
  if (format === 'messages') return promptOfMessages(definition, formatted);
  if (format === 'lmml') return promptOfLmml(definition, formatted);
  return [system(systemPrompt(definition)), { role: 'user', content: formatted }];
}
