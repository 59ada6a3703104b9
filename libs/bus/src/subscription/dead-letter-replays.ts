import {
  type Contract,
  type Crumb,
  type CrumbEvent,
  DeadLetter,
  DeadLetterReplay,
  type DeadLetterReplayV1,
  type DeadLetterV1,
  type Envelope,
  type Erased,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { type CrumbStore, isErased } from '../store-client/crumb-store';
import { type FailedDelivery, type HandlerBinding, type HandlerInput, loadHandlerInput } from './handle-delivery';

type Letter = Crumb<Contract<DeadLetterV1>>;
type Replay = Crumb<Contract<DeadLetterReplayV1>>;

/** Rebuilds the event of a crumb as it was published, as far as the crumb still has its fields; for an erased crumb, from its tombstone. */
export function reconstructEvent({ workspace, context: { event } }: Letter, crumb: Envelope | Erased): CrumbEvent {
  const { position, kind = 'created', schema_name = '' } = event;
  const named = { position, workspace, schema_name, kind: kind as CrumbEvent['kind'] };
  if (isErased(crumb)) {
    const { id, erased_by: author } = crumb;
    return {
      ...named,
      id,
      version: event.version ?? 1,
      trail_id: id,
      hop: 0,
      author,
      imported: false,
      content_hash: '',
    };
  }
  const { id, version, trail_id, hop, author, imported, content_hash, session, cause } = crumb;
  const where = { ...(session ? { session } : {}), ...(cause ? { cause } : {}) };
  return { ...named, id, version, trail_id, hop, author, imported, content_hash, ...where };
}

/**
 * Receives replays of dead letters and passes the event of each to the one handler that failed on it. If it fails again, that becomes a
 * dead letter of the same handler and event, of the next generation.
 */
export class DeadLetterReplays {
  private readonly failing = new WeakMap<CrumbEvent, FailedDelivery>();

  constructor(
    private readonly service: string,
    private readonly store: CrumbStore,
    private readonly bindings: readonly HandlerBinding[],
  ) {}

  /** How replays are consumed. */
  binding(prefix: string): Pick<HandlerBinding, 'durable' | 'subscription' | 'run' | 'standsFor'> {
    return {
      durable: `${prefix}-replays`,
      subscription: { contract: DeadLetterReplay, options: { recipient: this.service } },
      run: (heard, event) => this.replay(heard as Replay, event),
      standsFor: (event) => this.failing.get(event),
    };
  }

  private async replay({ workspace, context: { letter: ref, generation } }: Replay, by: CrumbEvent): Promise<void> {
    const letter = (await this.store.in(workspace).readOne(DeadLetter, ref.id)) as Letter | null;
    const { id, version = 1 } = letter?.context.event ?? {};
    if (letter === null || id === undefined) return;
    const handling = this.findHandler(letter);
    const { crumbs } = await this.store.in(workspace).read({ refs: [{ id, version }], min_position: by.position });
    const crumb = crumbs[0] ?? null;
    if (crumb === null) return;
    const event = reconstructEvent(letter, crumb);
    this.failing.set(by, { durable: handling.durable, event, generation });
    const input: HandlerInput | null = await loadHandlerInput(handling, event);
    if (input !== null) await handling.run(input, event);
  }

  private findHandler({ context: { durable } }: Letter): HandlerBinding {
    const found = this.bindings.find((one) => one.durable === durable);
    if (found) return found;
    throw new PermanentError(
      `${this.service} no longer has a subscription ${durable}, so this dead letter has no handler.`,
    );
  }
}
