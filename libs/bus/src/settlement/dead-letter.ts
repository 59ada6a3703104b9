import { type CrumbEvent, DeadLetter, type Draft } from '@crumbtrail/contracts';

/** What is known of a message that could not be handled. `event` is absent when the message body was not an event. */
export interface Undeliverable {
  readonly service: string;
  readonly durable: string;
  readonly deliveries: number;
  readonly sequence: number;
  readonly position: number | null;
  readonly event: CrumbEvent | null;
  readonly error: { readonly name: string; readonly message: string };
  /** Which attempt failed: 0 for the first delivery, then one more for each replay. */
  readonly generation?: number;
}

/**
 * The dead letter of a message. A message without a readable log position is identified by its stream sequence as a negative number: the
 * id is derived from it and must differ between messages.
 */
export function draftDeadLetter(dead: Undeliverable): Draft {
  const { service, durable, deliveries, event, error, generation = 0 } = dead;
  const position = event?.position ?? dead.position ?? -dead.sequence;
  const named = event && { id: event.id, version: event.version, schema_name: event.schema_name, kind: event.kind };
  return {
    schema_name: DeadLetter.name,
    ...(event ? { cause: { id: event.id, version: event.version } } : {}),
    context: { station: service, durable, event: { position, ...named }, deliveries, error, generation },
  };
}
