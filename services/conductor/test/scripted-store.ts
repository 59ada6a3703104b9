import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  AgentDef,
  List,
  Read,
  refuse,
  RequestTurnsAsk,
  singletonId,
  Status,
  Subscribe,
  type CrumbEvent,
  type Envelope,
  type EventKind,
  type ListReply,
  type ListRequest,
  type ReadReply,
  type ReadRequest,
  type RequestTurns,
  type StatusReply,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';

const logger = createLogger('breadcrumb-store', 'silent');

/** The store's part towards a conductor, in memory, with every version of every crumb readable as of a position. */
export class ScriptedStore {
  readonly decisions: RequestTurns[] = [];
  readonly lists: ListRequest[] = [];
  readonly reads: ReadRequest[] = [];
  /** Questions that are refused as unavailable before they are answered again. */
  failures = 0;
  private readonly versions: Envelope[] = [];
  private position = 0;

  private constructor(
    private readonly bus: Bus,
    private readonly stream: CrumbStream,
  ) {}

  static async open(nats: TestNats): Promise<ScriptedStore> {
    const bus = await Bus.connect({ ...nats.as('breadcrumb-store'), logger });
    const store = new ScriptedStore(bus, new CrumbStream(bus));
    await store.stream.ensure();
    await store.answer();
    return store;
  }

  close(): Promise<void> {
    return this.bus.drain();
  }

  /** Keeps a crumb at the next position; gives it as kept. */
  keep(crumb: Envelope): Envelope {
    this.position += 1;
    const kept = { ...crumb, position: this.position };
    this.versions.push(kept);
    return kept;
  }

  async announce(
    crumb: Envelope,
    kind: EventKind = crumb.version === 1 ? 'created' : 'updated',
    epoch = 1,
  ): Promise<void> {
    const { position, workspace, id, version, schema_name, session, trail_id, hop, author, imported, content_hash } =
      crumb;
    const event: CrumbEvent = {
      position,
      kind,
      workspace,
      id,
      version,
      schema_name,
      session,
      trail_id,
      hop,
      author,
      imported,
      content_hash,
    };
    await this.stream.publish([event], { logId: 'scripted', epoch });
  }

  /** What the conductor decided of a crumb, as agents' names. */
  woken(crumb: Envelope): string[][] {
    const of = this.decisions.filter(({ cause }) => cause.id === crumb.id && cause.version === crumb.version);
    return of.map(({ turns }) => turns.map(({ agent }) => agent));
  }

  private async answer(): Promise<void> {
    await this.bus.respond(Subscribe, async ({ durable, filter, ack_wait_ms }) => {
      await this.stream.createDurable({ name: durable, filter, start: 'all', ackWaitMs: ack_wait_ms });
      return { stream: this.stream.name, epoch: 1 };
    });
    await this.bus.respond(Status, async () => ({ head: this.position }) as StatusReply);
    await this.bus.respond(List, async (request) => this.list(request));
    await this.bus.respond(Read, async (request) => this.read(request));
    await this.bus.respond(RequestTurnsAsk, async (request) => {
      this.fail();
      this.decisions.push(request);
      return { turns: [] };
    });
  }

  private list(request: ListRequest): ListReply {
    this.lists.push(request);
    this.fail();
    const { as_of = this.position, if_changed_since: since, cursor } = request;
    const definitions = this.asOf(as_of).filter(({ schema_name }) => schema_name === AgentDef.name);
    if (since !== undefined && definitions.every(({ position }) => position <= since)) {
      return { crumbs: [], position: as_of, unchanged: true };
    }
    const at = Number(cursor ?? 0);
    const next = at + 2 < definitions.length ? { next_cursor: String(at + 2) } : {};
    return { crumbs: definitions.slice(at, at + 2), position: as_of, ...next };
  }

  private read(request: ReadRequest): ReadReply {
    this.reads.push(request);
    const seen = this.asOf(request.as_of ?? this.position);
    const one = (ref: { id: string; version?: number }) =>
      ref.version === undefined
        ? seen.find(({ id }) => id === ref.id)
        : this.versions.find(({ id, version }) => id === ref.id && version === ref.version);
    const crumbs = request.refs.map((ref) => one(ref) ?? null);
    return { crumbs, position: this.position, now: '2026-01-01T00:00:00.000Z' };
  }

  /** Each crumb at its last version at that position. */
  private asOf(position: number): Envelope[] {
    const seen = new Map<string, Envelope>();
    for (const crumb of this.versions) if (crumb.position <= position) seen.set(crumb.id, crumb);
    return [...seen.values()];
  }

  private fail(): void {
    if (this.failures === 0) return;
    this.failures -= 1;
    throw refuse('unavailable', 'The store is busy.');
  }
}

/** A session's crumb, where the conductor looks for it. */
export const sessionId = (name: string): string => singletonId('default', 'session', name);
