import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { describeAudience } from '@crumbtrail/formatting';
import { type AuthorName, writtenName } from './author-names';

/** Shown where a message woke no agent. */
export const NO_REPLY = 'No agent answered: none in this session subscribes to this message.';

/** The ending of a turn that the store closed for its agent. The author is the store, so the text does not name the author. */
function closedByStore({ action, error, stopped_by }: AgentResponseV1): string {
  if (action === 'stopped') return `The turn was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  return `No reply: ${error?.message ?? 'no reason given'}`;
}

/** How a turn ended, if not with a complete reply; otherwise null. */
export function endingLine(crumb: Envelope, nameOf: AuthorName): string | null {
  const name = nameOf(crumb.author);
  const ending = asPayload(WIRE.agentResponse, crumb.context);
  const { action, error, partial, stopped_by } = ending;
  if (crumb.author.kind === 'service') return closedByStore(ending);
  if (action === 'error') return `${name} failed: ${error?.message ?? 'no reason given'}`;
  if (action === 'stopped') return `${name} was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  if (action === 'wait' && error) return `${name} did not reply: ${error.message}`;
  return partial ? `(the reply of ${name} is incomplete)` : null;
}

/** The outcome of a turn as text: its reply and for whom it is, a note that it gave none, or its error. */
export function responseLine(crumb: Envelope, nameOf: AuthorName = writtenName): string {
  const readers = describeAudience(crumb.audience);
  const name = `${nameOf(crumb.author)}${readers === undefined ? '' : ` (${readers})`}`;
  const { action, content = '' } = asPayload(WIRE.agentResponse, crumb.context);
  const reply = content === '' && action !== 'speak' ? [] : [`${name}: ${content}`];
  const ending = endingLine(crumb, nameOf);
  if (reply.length === 0 && ending === null) return `${name} decided not to reply`;
  return [...reply, ...(ending === null ? [] : [ending])].join('\n');
}
