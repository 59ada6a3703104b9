import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';

/** How a turn ended, where it did not end with an answer; null where it did. */
export function endingLine(crumb: Envelope): string | null {
  const { action, error, partial, stopped_by } = crumb.context as unknown as AgentResponseV1;
  if (action === 'error') return `${crumb.author.id} could not answer: ${error?.message ?? 'no reason was given'}`;
  if (action === 'stopped') return `${crumb.author.id} was stopped${stopped_by ? ` by ${stopped_by.id}` : ''}`;
  if (action === 'wait' && error) return `${crumb.author.id} said nothing: ${error.message}`;
  return partial ? `(what ${crumb.author.id} said was cut)` : null;
}

/** What came of a turn, for people: what was said, that nothing was said, or what went wrong. */
export function responseLine(crumb: Envelope): string {
  const { action, content = '' } = crumb.context as unknown as AgentResponseV1;
  const said = content === '' && action !== 'speak' ? [] : [`${crumb.author.id}: ${content}`];
  const ending = endingLine(crumb);
  if (said.length === 0 && ending === null) return `${crumb.author.id} said nothing (${action})`;
  return [...said, ...(ending === null ? [] : [ending])].join('\n');
}
