import { type CrumbEvent, DeadLetter, type Draft } from '@crumbtrail/contracts';

/** A message that cannot be handled: what is known of it. `event` is absent when its body was garbage. */
export interface Undeliverable {
  readonly service: string;
  readonly durable: string;
  readonly deliveries: number;
  readonly sequence: number;
  readonly position: number | null;
  readonly event: CrumbEvent | null;
  readonly error: { readonly name: string; readonly message: string };
  /** Which attempt failed: 0 the first, then one for each replay. */
  readonly generation?: number;
}

/**
 * The dead letter of a message. One whose position nobody can read is named by its place in the stream, as a negative number:
 * the id is derived from it, and must differ between messages.
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
