import { countTokens } from '@crumbtrail/hints';
import type { ModelRequest, PromptMessage } from '../model';
import type { Turn } from './turn';

/** The texts of a message, including its tool calls. */
function wordsOf(message: PromptMessage): string[] {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return [message.content, ...calls.flatMap(({ name, arguments: given }) => [name, given])];
}

/** Everything that a request sends, as texts to be counted: its messages and the offered tools. */
export function requestTexts({ messages, tools = [] }: ModelRequest): string[] {
  return [...messages.flatMap(wordsOf), ...tools.map((tool) => JSON.stringify({ type: 'function', function: tool }))];
}

/** Tokens of everything that a request sends, by the definition's tokenizer. */
export function countRequestTokens({ definition }: Pick<Turn, 'definition'>, request: ModelRequest): number {
  const tokenizer = definition.model?.tokenizer ?? 'o200k_base';
  return requestTexts(request).reduce((sum, text) => sum + countTokens(text, tokenizer), 0);
}
