import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';

/** Shown where a message woke no agent. */
export const NO_REPLY = 'No agent answered: none in this session listens for this message.';

/** A turn that the store ended for its agent: the store is not who failed, and the sentence says who did. */
function endedForIt({ action, error, stopped_by }: AgentResponseV1): string {
  if (action === 'stopped') return `The turn was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  return `No reply: ${error?.message ?? 'no reason given'}`;
}

/** How a turn ended, where it did not end with an answer; null where it did. */
export function endingLine(crumb: Envelope): string | null {
  const ending = crumb.context as unknown as AgentResponseV1;
  const { action, error, partial, stopped_by } = ending;
  if (crumb.author.kind === 'service') return endedForIt(ending);
  if (action === 'error') return `${crumb.author.id} failed: ${error?.message ?? 'no reason given'}`;
  if (action === 'stopped') return `${crumb.author.id} was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  if (action === 'wait' && error) return `${crumb.author.id} did not reply: ${error.message}`;
  return partial ? `(the reply of ${crumb.author.id} is incomplete)` : null;
}

/** What came of a turn, for people: what was said, that nothing was said, or what went wrong. */
export function responseLine(crumb: Envelope): string {
  const { action, content = '' } = crumb.context as unknown as AgentResponseV1;
  const said = content === '' && action !== 'speak' ? [] : [`${crumb.author.id}: ${content}`];
  const ending = endingLine(crumb);
  if (said.length === 0 && ending === null) return `${crumb.author.id} decided not to reply`;
  return [...said, ...(ending === null ? [] : [ending])].join('\n');
}
