import type { AgentContextV1, AgentDefV1, ChatMessage } from '@crumbtrail/contracts';
import type { PromptMessage } from './model';
import type { Turn } from './turn/turn';

type Definition = Pick<AgentDefV1, 'prompt' | 'persona'>;

/** The system prompt of an agent: its prompt, then its persona. */
export function systemPrompt(definition: Definition): string {
  return definition.persona ? `${definition.prompt}\n\n${definition.persona}` : definition.prompt;
}

/** Parses a context of the format `messages`. */
export function chatMessages(formatted: string): ChatMessage[] {
  return JSON.parse(formatted) as ChatMessage[];
}

const system = (...parts: readonly string[]): PromptMessage => ({ role: 'system', content: parts.join('\n\n') });

/** System messages of the context join the one system message; all others keep their roles. */
function promptOfMessages(definition: Definition, formatted: string): PromptMessage[] {
  const messages = chatMessages(formatted);
  const background = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [
    system(systemPrompt(definition), ...background),
    ...messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content })),
  ];
}

/** Where the frame ends: texts in a context are escaped, so none can begin an element. */
const MESSAGE_ELEMENT = '\n\n<message';
const PERSONA_ELEMENT = '\n<persona>\n';

/**
 * The frame goes into the system message, without the persona if the frame contains it; the message to answer is
 * separate.
 */
function promptOfLmml(definition: Definition, formatted: string): PromptMessage[] {
  const at = formatted.lastIndexOf(MESSAGE_ELEMENT);
  const frame = formatted.slice(0, at);
  const told = frame.includes(PERSONA_ELEMENT) ? definition.prompt : systemPrompt(definition);
  return [system(told, frame), { role: 'user', content: formatted.slice(at).trimStart() }];
}

/**
 * The whole prompt of a turn without tools. `markdown` and `turn`: the definition as system message, the formatted
 * context as user message. `lmml`: everything but the current message follows the definition. `messages`: the chat that
 * the context contains.
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

/** The prompt of a turn, with its pictures on the message that the agent answers. `definition` replaces that of the turn. */
export function promptOfTurn(turn: Turn, definition: Definition = turn.definition): PromptMessage[] {
  const messages = buildPrompt(definition, turn.formatted, turn.format);
  const { pictures = [] } = turn;
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  if (pictures.length > 0 && asked?.role === 'user') messages[at] = { ...asked, pictures };
  return messages;
}
