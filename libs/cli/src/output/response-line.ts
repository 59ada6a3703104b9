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

/** What a reply lacks, if anything; otherwise null. */
function lackLine({ partial, late = [] }: AgentResponseV1, name: string): string | null {
  if (partial) return `(the reply of ${name} is incomplete)`;
  return late.length === 0 ? null : `(${name} replied without memories: ${late.join(', ')} came too late)`;
}

/** How a turn ended, if not with a complete reply; otherwise null. */
export function endingLine(crumb: Envelope, nameOf: AuthorName): string | null {
  const name = nameOf(crumb.author);
  const ending = asPayload(WIRE.agentResponse, crumb.context);
  const { action, error, stopped_by } = ending;
  if (crumb.author.kind === 'service') return closedByStore(ending);
  if (action === 'error') return `${name} failed: ${error?.message ?? 'no reason given'}`;
  if (action === 'stopped') return `${name} was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  if (action === 'wait' && error) return `${name} did not reply: ${error.message}`;
  return lackLine(ending, name);
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
