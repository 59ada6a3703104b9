import type { DeadLetterV1 } from '@crumbtrail/contracts';

const eventLabels: Readonly<Record<string, string>> = {
  created: 'a new',
  updated: 'an updated',
  erased: 'an erased',
  expired: 'an expired',
};

const attempts = (count: number): string => `${count} ${count === 1 ? 'attempt' : 'attempts'}`;

/** Describes what failed: `agent-executor failed to process a new agent.context.v1 (5 attempts).` */
export function describeFailure({ station, event, deliveries }: DeadLetterV1): string {
  const what =
    event.schema_name === undefined
      ? 'an event'
      : `${eventLabels[event.kind ?? ''] ?? 'an event about a'} ${event.schema_name}`;
  return `${station} failed to process ${what} (${attempts(deliveries)}).`;
}

/** The error message, with the name of the error where it adds information. */
export function describeCause({ error: { name, message } }: DeadLetterV1): string {
  const text = message.trim() === '' ? 'No reason given.' : message;
  return name === 'Error' || text.startsWith(name) ? text : `${name}: ${text}`;
}
