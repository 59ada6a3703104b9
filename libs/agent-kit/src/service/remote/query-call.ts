import { ASK_PERSON } from '@crumbtrail/contracts';
import type { ModelToolCall, PromptMessage } from '@crumbtrail/prompting';

/** The beginning of the ids of calls that are questions of an agent elsewhere. */
const PREFIX = 'nats:';

/** A question of an agent elsewhere that people have answered, or will not answer. */
export interface AnsweredQuery {
  /** The name by which its stream is held. */
  readonly held: string;
  /** The answer. */
  readonly text: string;
}

/** A question of an agent elsewhere as a call of the tool that asks people. */
export const queryCall = (held: string, question: string): ModelToolCall => ({
  id: `${PREFIX}${held}`,
  name: ASK_PERSON,
  arguments: JSON.stringify({ question }),
});

/** The text in the result of `ask_person`; whatever else it says is the reason why there is no answer. */
function readAnswer(result: string): string {
  try {
    const { text } = JSON.parse(result) as { readonly text?: unknown };
    if (typeof text === 'string') return text;
  } catch {
    // Not an answer.
  }
  return `deny: ${result}`;
}

/** The question at the end of a turn so far, with its answer; undefined where the turn does not end with one. */
export function findAnsweredQuery(messages: readonly PromptMessage[]): AnsweredQuery | undefined {
  const result = messages.filter(({ role }) => role === 'tool' || role === 'assistant').at(-1);
  if (result?.role !== 'tool' || !result.call_id.startsWith(PREFIX)) return undefined;
  return { held: result.call_id.slice(PREFIX.length), text: readAnswer(result.content) };
}
