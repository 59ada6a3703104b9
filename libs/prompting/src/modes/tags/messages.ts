import type { AgentStepV1 } from '@crumbtrail/contracts';
import { escapeMarkup } from '@crumbtrail/hints';
import type { PromptMessage } from '../../model';
import { unseenMessages } from '../../turn/evolve';
import { callResults } from '../../turn/results';
import { hasUsedAllRounds } from '../../turn/rounds';
import type { LateMessage, Turn } from '../../turn/turn';
import { FORGED_OBSERVATION, type TagVocabulary } from './vocabulary';
import { TagReader } from './reader';

const NO_MORE_TOOLS = 'No tool may be called any more in this turn. End it with <speak>…</speak> or <wait/>.';

const observation = (text: string): string => `<observation>${text}</observation>`;

function heardMeanwhile(messages: readonly LateMessage[]): string[] {
  if (messages.length === 0) return [];
  const lines = messages.map(({ speaker, text }) => escapeMarkup(`${speaker}: ${text}`));
  return [observation(`Said while you were thinking:\n${lines.join('\n')}`)];
}

function newsAfter(turn: Turn, at: number): LateMessage[] {
  const next = turn.steps[at + 1];
  if (!next) return unseenMessages(turn);
  return (next.injected ?? []).flatMap(({ id }) => turn.late.get(id) ?? []);
}

/** The answer to a step: the tool's result or the error, then messages that arrived meanwhile. */
function answerTo(turn: Turn, at: number): string {
  const step = turn.steps[at] as AgentStepV1;
  const results = callResults(turn, step).map(({ status, text }) =>
    observation(escapeMarkup(status === 'ok' ? text : `Error: ${text}`)),
  );
  const wrong = step.observation ? [observation(`Error ${step.observation.code}: ${step.observation.message}`)] : [];
  const spent = at === turn.steps.length - 1 && hasUsedAllRounds(turn) ? [observation(NO_MORE_TOOLS)] : [];
  return [...results, ...wrong, ...heardMeanwhile(newsAfter(turn, at)), ...spent].join('\n');
}

/**
 * The model's text, with its thinking closed where a call interrupted it, and without an observation that the model
 * began.
 */
function segment({ content = '' }: AgentStepV1, vocabulary: TagVocabulary): string {
  const reader = new TagReader(vocabulary);
  reader.push(content);
  const forged = content.toLowerCase().endsWith(FORGED_OBSERVATION);
  const kept = forged ? content.slice(0, -FORGED_OBSERVATION.length) : content;
  return reader.openThinking === '' ? kept : `${kept}</${reader.openThinking}>`;
}

/** The steps so far as messages: each reply as the assistant's, each answer as a user's. */
export function stepsAsMessages(turn: Turn, vocabulary: TagVocabulary): PromptMessage[] {
  return turn.steps.flatMap((step, at): PromptMessage[] => {
    const said = segment(step, vocabulary);
    const messages: PromptMessage[] = said.trim() === '' ? [] : [{ role: 'assistant', content: said }];
    return [...messages, { role: 'user', content: answerTo(turn, at) }];
  });
}

/** The steps so far as one text that the model continues, with the answers inside. */
export function stepsAsText(turn: Turn, vocabulary: TagVocabulary): PromptMessage {
  const parts = turn.steps.map((step, at) => `${segment(step, vocabulary)}\n${answerTo(turn, at)}`);
  return { role: 'assistant', content: parts.join('\n') };
}
