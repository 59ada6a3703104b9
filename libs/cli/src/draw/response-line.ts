import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';

/** What came of a turn, for people: what was said, that nothing was said, or what went wrong. */
export function responseLine(crumb: Envelope): string {
  const { action, content, error } = crumb.context as unknown as AgentResponseV1;
  if (action === 'speak') return `${crumb.author.id}: ${content ?? ''}`;
  if (action === 'error') return `${crumb.author.id} could not answer: ${error?.message ?? 'no reason was given'}`;
  return `${crumb.author.id} said nothing (${action})`;
}
