import type { DeadLetterView } from '@crumbtrail/client';
import type { OutputLine } from '../terminal';

const describeDiscard = (discarded: DeadLetterView['discarded']): string => {
  if (!discarded) return 'no';
  const { at, by, reason } = discarded;
  return `${at} by ${by.kind} ${by.id}${reason === undefined ? '' : `: ${reason}`}`;
};

/** The details of a dead letter: what failed, where, why, and whether it was replayed or discarded. */
export function letterLines({ id, created_at, trail_id, context, replayed, discarded }: DeadLetterView): OutputLine[] {
  const { station, durable, event, deliveries, error, generation = 0 } = context;
  const facts: [string, string][] = [
    ['dead letter', id],
    ['time', created_at],
    ['service', station],
    ['consumer', durable],
    ['event', [event.kind, event.schema_name, `at position ${event.position}`].filter(Boolean).join(' ')],
    ['breadcrumb', event.id === undefined ? 'unreadable' : `${event.id}, version ${event.version ?? 1}`],
    ['trail', trail_id],
    ['attempts', String(deliveries)],
    ['generation', String(generation)],
    ['discarded', describeDiscard(discarded)],
    ['replayed', replayed ? `${replayed.at} by ${replayed.by.kind} ${replayed.by.id}` : 'no'],
  ];
  const width = Math.max(...facts.map(([label]) => label.length));
  return [
    ...facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
    '',
    { text: `${error.name}: ${error.message}`, style: 'red' },
  ];
}
