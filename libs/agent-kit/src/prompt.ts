import type { AgentDefV1 } from '@crumbtrail/contracts';
import type { PromptMessage } from './model';

/** What an agent is told before anything else: its prompt, then its persona. */
export function systemPrompt(definition: Pick<AgentDefV1, 'prompt' | 'persona'>): string {
  return definition.persona ? `${definition.prompt}\n\n${definition.persona}` : definition.prompt;
}

/** The whole prompt of a plain turn: the definition as system message, the formatted context as it stands as user message. */
export function promptOf(definition: Pick<AgentDefV1, 'prompt' | 'persona'>, formatted: string): PromptMessage[] {
  return [
    { role: 'system', content: systemPrompt(definition) },
    { role: 'user', content: formatted },
  ];
}
