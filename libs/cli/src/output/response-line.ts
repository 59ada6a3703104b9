import { type AgentResponseV1, type Envelope, AgentResponse, asPayload } from '@crumbtrail/contracts';

/** Shown where a message woke no agent. */
export const NO_REPLY = 'No agent answered: none in this session subscribes to this message.';

/** The ending of a turn that the store closed for its agent. The author is the store, so the text does not name the author. */
function closedByStore({ action, error, stopped_by }: AgentResponseV1): string {
  if (action === 'stopped') return `The turn was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  return `No reply: ${error?.message ?? 'no reason given'}`;
}

/** How a turn ended, if not with a complete reply; otherwise null. */
export function endingLine(crumb: Envelope): string | null {
  const ending = asPayload(AgentResponse.name, crumb.context);
  const { action, error, partial, stopped_by } = ending;
  if (crumb.author.kind === 'service') return closedByStore(ending);
  if (action === 'error') return `${crumb.author.id} failed: ${error?.message ?? 'no reason given'}`;
  if (action === 'stopped') return `${crumb.author.id} was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  if (action === 'wait' && error) return `${crumb.author.id} did not reply: ${error.message}`;
  return partial ? `(the reply of ${crumb.author.id} is incomplete)` : null;
}

/** The outcome of a turn as text: its reply, a note that it gave none, or its error. */
export function responseLine(crumb: Envelope): string {
  const { action, content = '' } = asPayload(AgentResponse.name, crumb.context);
  const reply = content === '' && action !== 'speak' ? [] : [`${crumb.author.id}: ${content}`];
  const ending = endingLine(crumb);
  if (reply.length === 0 && ending === null) return `${crumb.author.id} decided not to reply`;
  return [...reply, ...(ending === null ? [] : [ending])].join('\n');
}
