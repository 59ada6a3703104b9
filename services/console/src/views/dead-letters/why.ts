import type { DeadLetterV1 } from '@crumbtrail/contracts';

const whats: Readonly<Record<string, string>> = {
  created: 'a new',
  updated: 'a changed',
  erased: 'the end of a',
  expired: 'the end of a',
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** What failed, as a sentence: `agent-executor was given a new agent.context.v1 5 times and could not handle it.` */
export function whatFailed({ station, event, deliveries }: DeadLetterV1): string {
  const what =
    event.schema_name === undefined
      ? 'an event'
      : `${whats[event.kind ?? ''] ?? 'an event about a'} ${event.schema_name}`;
  return `${station} was given ${what} ${times(deliveries)} and could not handle it.`;
}

/** Why, in the words of what was thrown; the name where it says more. */
export function whyItFailed({ error: { name, message } }: DeadLetterV1): string {
  const said = message.trim() === '' ? 'It gave no reason.' : message;
  return name === 'Error' || said.startsWith(name) ? said : `${name}: ${said}`;
}
