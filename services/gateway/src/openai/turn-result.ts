import { readAnswer, readCalls, type CompletedAnswer } from './completion';
import type { AwaitedTurn, TurnResult } from './turn-waiter';
import { waitingNotice } from './waiting-notice';

const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Converts what a request has waited for. `shown` is what the model wrote beside calls of the client's tools. Throws the error of a failed turn. */
export function readResult(end: TurnResult, { to }: Pick<AwaitedTurn, 'to'>, shown = ''): CompletedAnswer {
  if ('response' in end) return readAnswer(end.response);
  if ('calls' in end) return readCalls(end.calls, shown);
  return { content: waitingNotice(to.agent, end.approvals), finish_reason: 'stop', usage: NO_USAGE };
}
