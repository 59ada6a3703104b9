import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  AgentContext,
  AgentTurn,
  Chunks,
  Commit,
  PrefetchPreview,
  contextId,
  mayRead,
  Read,
  refuse,
  packCandidates,
  Retrieve,
  Status,
  Subscribe,
  WhoAmI,
  type AgentContextV1,
  type AgentTurnV1,
  type Candidate,
  type CommitReply,
  type CommitRequest,
  type CrumbEvent,
  type Envelope,
  type Identity,
  type ReadReply,
  type ReadRequest,
  type RetrieveReply,
  type RetrieveRequest,
  type StatusReply,
  type Write,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';
import { at, id } from './crumbs';
import { DEFINITION, envelope, TRIGGER } from './in-memory-reader';
import { InMemoryRetriever } from './in-memory-retriever';

type Create = Extract<Write, { op: 'create' }>;

/** The store's part towards a context-builder, in memory: bodies, candidates, keys, and the first context of each turn. */
export class ScriptedStore {
  readonly crumbs = new Map<string, Envelope>([DEFINITION, TRIGGER].map((crumb) => [crumb.id, crumb]));
  readonly identities = new Map<string, Identity>();
  readonly commits: Create[] = [];
  readonly deadLetters: Create[] = [];
  readonly reads: { readonly ids: readonly string[]; readonly key: string | undefined }[] = [];
  readonly retrievals: { readonly request: RetrieveRequest; readonly key: string | undefined }[] = [];
  /** Ids of crumbs whose text was erased since. */
  readonly erased = new Set<string>();
  chunksAsked = 0;
  /** Contexts that came, the repeated ones counted too. */
  attempts = 0;
  candidates: Candidate[] = [];
  private position = 100;

  private constructor(
    private readonly bus: Bus,
    private readonly stream: CrumbStream,
  ) {}

  static async open(nats: TestNats): Promise<ScriptedStore> {
    const bus = await Bus.connect({
      ...nats.as('breadcrumb-store'),
      logger: createLogger('breadcrumb-store', 'silent'),
    });
    const stream = new CrumbStream(bus);
    await stream.ensure();
    const store = new ScriptedStore(bus, stream);
    await store.answer();
    return store;
  }

  close(): Promise<void> {
    return this.bus.drain();
  }

  get built(): AgentContextV1[] {
    return this.commits.map(({ draft }) => draft.context as unknown as AgentContextV1);
  }

  /** The text that was left beside a context. */
  textOf(context: string): string {
    const turnOf = (payload: Envelope['context'] | undefined) => (payload?.['turn'] as { id: string } | undefined)?.id;
    const turn = turnOf(this.crumbs.get(context)?.context);
    return this.commits.find(({ draft }) => turnOf(draft.context) === turn)?.blob?.text ?? '';
  }

  /** Opens a turn on the trigger and announces it. */
  async open(over: Partial<AgentTurnV1> = {}): Promise<Envelope> {
    const turn: AgentTurnV1 = {
      agent: 'assistant',
      definition: { id: DEFINITION.id, version: 1 },
      trigger: { id: TRIGGER.id, version: 1 },
      generation: 0,
      lane: 'session:demo',
      runner: 'pool',
      as_of: 60,
      now: at(30),
      deadline_at: at(31),
      ...over,
    };
    this.position += 1;
    const crumb = envelope(AgentTurn, turn, { id: id(3000 + this.position), session: 'demo', position: this.position });
    this.crumbs.set(crumb.id, crumb);
    await this.announce(crumb);
    return crumb;
  }

  /** Announces a turn once more, as a redelivery after its window does. */
  async announce(crumb: Envelope): Promise<void> {
    const { id: crumbId, version, schema_name, session, trail_id, hop, author, content_hash } = crumb;
    const event: CrumbEvent = {
      position: (this.position += 1),
      kind: 'created',
      workspace: 'default',
      id: crumbId,
      version,
      schema_name,
      session,
      trail_id,
      hop,
      author,
      imported: false,
      content_hash,
    };
    await this.stream.publish([event], { logId: 'scripted', epoch: 1 });
  }

  private async answer(): Promise<void> {
    await this.bus.respond(Subscribe, async ({ durable, filter, ack_wait_ms }) => {
      await this.stream.createDurable({ name: durable, filter, start: 'all', ackWaitMs: ack_wait_ms });
      return { stream: 'CRUMBS', epoch: 1 };
    });
    await this.bus.respond(Status, async () => ({ head: this.position }) as StatusReply);
    await this.bus.respond(Read, async (request, { key }) => this.read(request, key));
    await this.bus.respond(PrefetchPreview, async ({ read, retrieve }, { key }) => {
      const said = this.read(read, undefined);
      const found = await this.retrieve({ ...retrieve, as_of: said.position, now: said.now }, key);
      return { read: said, identity: this.identities.get(key ?? '') ?? null, found: packCandidates(found) };
    });
    await this.bus.respond(Chunks, async ({ refs }) => {
      this.chunksAsked += 1;
      const piece = (ref: (typeof refs)[number]) =>
        this.candidates.find((one) => one.id === ref.id && one.version === ref.version && one.chunk === ref.chunk);
      const found = refs.map((ref) => (this.erased.has(ref.id) ? { erased: true as const } : (piece(ref) ?? null)));
      return { chunks: found, queries: 1 };
    });
    await this.bus.respond(Retrieve, async (request, { key }) => packCandidates(await this.retrieve(request, key)));
    await this.bus.respond(WhoAmI, async (_request, { key }) => {
      const identity = this.identities.get(key ?? '');
      if (!identity) throw refuse('unauthenticated', 'No such key.');
      return identity;
    });
    await this.bus.respond(Commit, async (request) => this.commit(request));
  }

  private read({ refs, as_of }: Pick<ReadRequest, 'refs' | 'as_of'>, key: string | undefined): ReadReply {
    this.reads.push({ ids: refs.map((ref) => ref.id), key });
    const crumbs = refs.map((ref) => this.seen(this.crumbs.get(ref.id), key));
    return { crumbs, position: as_of ?? this.position, now: at(90) };
  }

  /** A crumb as far as the key may see it; a service sees all. */
  private seen(crumb: Envelope | undefined, key: string | undefined): Envelope | null {
    if (!crumb) return null;
    if (key === undefined) return crumb;
    const { participant, role } = this.identities.get(key) as Identity;
    return mayRead(crumb, { participant, operator: role === 'operator' }) ? crumb : null;
  }

  private retrieve(request: RetrieveRequest, key: string | undefined): Promise<RetrieveReply> {
    this.retrievals.push({ request, key });
    return new InMemoryRetriever(this.candidates).retrieve(request);
  }

  /** As the store does: it keeps no text made of what was erased meanwhile. */
  private refuseErased(write: Create): void {
    if (!write.blob?.quotes.some((quote) => this.erased.has(quote.id))) return;
    this.candidates = this.candidates.filter((one) => !this.erased.has(one.id));
    throw refuse('unavailable', 'It quotes what was erased meanwhile.');
  }

  private commit({ writes }: CommitRequest): CommitReply {
    const [write] = writes as readonly Create[];
    if (!write) throw refuse('invalid_payload', 'Nothing is created.');
    const turn = (write.draft.context['turn'] as { id: string } | undefined)?.id;
    if (turn === undefined) {
      this.deadLetters.push(write);
      return { results: [{ id: id(9999), version: 1, position: this.position, existed: false }] };
    }
    this.attempts += 1;
    this.refuseErased(write);
    const created = contextId('default', turn);
    const existed = this.crumbs.has(created);
    if (!existed) this.commits.push(write);
    const { context, audience = [], session } = write.draft;
    const crumb = envelope(AgentContext, context as never, { id: created, audience, ...(session ? { session } : {}) });
    if (!existed) this.crumbs.set(created, crumb);
    return { results: [{ id: created, version: 1, position: this.position, existed }] };
  }
}
