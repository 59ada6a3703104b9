import { countTokens } from '@crumbtrail/hints';
import type { ModelRequest, PromptMessage } from '../model';
import type { Turn } from './turn';

/** What a message says, the calls in it included. */
function wordsOf(message: PromptMessage): string[] {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return [message.content, ...calls.flatMap(({ name, arguments: given }) => [name, given])];
}

/** All that is sent with a request, as texts to be counted: its messages and the tools on offer. */
export function requestTexts({ messages, tools = [] }: ModelRequest): string[] {
  return [...messages.flatMap(wordsOf), ...tools.map((tool) => JSON.stringify({ type: 'function', function: tool }))];
}

/** Tokens of all that is sent with a request, by the definition's tokenizer. */
export function countRequestTokens({ definition }: Pick<Turn, 'definition'>, request: ModelRequest): number {
  const tokenizer = definition.model?.tokenizer ?? 'o200k_base';
  return requestTexts(request).reduce((sum, text) => sum + countTokens(text, tokenizer), 0);
}
