import { randomUUID } from 'node:crypto';
import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  AgentContext,
  AgentDef,
  AgentTurn,
  Claim,
  Commit,
  Read,
  refuse,
  Status,
  Subscribe,
  UserMessage,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  type Audience,
  type ClaimReply,
  type ClaimRequest,
  type CommitRequest,
  type CrumbEvent,
  type Draft,
  type Envelope,
  type StatusReply,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';

const WORKSPACE = 'default';
const now = (): string => new Date().toISOString();

/** The store's part towards an executor, in memory: bodies, claims with fences, and the first response of each turn. */
export class ScriptedStore {
  readonly responses: Draft<AgentResponseV1>[] = [];
  readonly blobs = new Map<string, string>();
  readonly crumbs = new Map<string, Envelope>();
  /** Commits that are answered with `unavailable` before they work again. */
  refuseCommits = 0;
  claimsAsked = 0;
  private readonly claims = new Map<string, { fence: number; until: number }>();
  private readonly closed = new Set<string>();
  private fences = 0;
  private position = 0;

  private constructor(
    private readonly bus: Bus,
    private readonly stream: CrumbStream,
  ) {}

  static async open(nats: TestNats): Promise<ScriptedStore> {
    const logger = createLogger('breadcrumb-store', 'silent');
    const bus = await Bus.connect({ ...nats.as('breadcrumb-store'), logger });
    const stream = new CrumbStream(bus);
    await stream.ensure();
    const store = new ScriptedStore(bus, stream);
    await store.answer();
    return store;
  }

  close(): Promise<void> {
    return this.bus.drain();
  }

  /** Leaves a turn with all it takes and announces its context; answers the turn's id. */
  async leave(
    over: {
      definition?: Partial<AgentDefV1>;
      formatted?: string;
      format?: AgentContextV1['format'];
      audience?: Audience;
      erase?: 'blob';
    } = {},
  ): Promise<string> {
    const definition = this.crumb(AgentDef.name, {
      agent: 'assistant',
      prompt: 'Help.',
      subscriptions: [],
      ...over.definition,
    });
    const trigger = this.crumb(UserMessage.name, { content: 'hi' }, over.audience);
    const turn = this.crumb(AgentTurn.name, { agent: 'assistant' });
    const context = this.crumb(AgentContext.name, {
      ...contextOf(turn, definition, trigger),
      format: over.format ?? 'markdown',
    });
    if (over.erase !== 'blob') this.blobs.set(context.id, over.formatted ?? 'Alice: hi');
    await this.announce(context);
    return turn.id;
  }

  /** Announces again what was announced before, as a redelivery does. */
  async announceAgain(turn: string): Promise<void> {
    const context = [...this.crumbs.values()].find((crumb) => turnOf(crumb.context) === turn);
    if (context) await this.announce({ ...context, position: (this.position += 1) });
  }

  /** Ends a turn as the store does at its deadline. */
  closeTurn(turn: string): void {
    this.closed.add(turn);
    this.claims.delete(`turn:${turn}`);
  }

  private crumb(schema_name: string, context: Record<string, unknown>, audience: Audience = 'all'): Envelope {
    this.position += 1;
    const crumb = {
      id: randomUUID(),
      ...{ workspace: WORKSPACE, session: 'demo', schema_name, tags: [], context, audience },
      ...{ author: { kind: 'user', id: 'alice' }, trail_id: randomUUID(), hop: 0, imported: false, version: 1 },
      ...{
        position: this.position,
        occurred_at: now(),
        created_at: now(),
        updated_at: now(),
        content_hash: 'sha256:0',
      },
    } as Envelope;
    this.crumbs.set(crumb.id, crumb);
    return crumb;
  }

  private async announce(crumb: Envelope): Promise<void> {
    const { id, version, position, schema_name, session, trail_id, hop, author, content_hash } = crumb;
    const event: CrumbEvent = {
      ...{ position, kind: 'created', workspace: WORKSPACE, id, version, schema_name, session, trail_id, hop },
      ...{ author, recipient: 'pool', imported: false, content_hash },
    };
    await this.stream.publish([event], { logId: 'scripted', epoch: 1 });
  }

  private async answer(): Promise<void> {
    await this.bus.answer(Subscribe, async ({ durable, filter, ack_wait_ms }) => {
      await this.stream.createDurable({ name: durable, filter, start: 'all', ackWaitMs: ack_wait_ms });
      return { stream: 'CRUMBS', epoch: 1 };
    });
    await this.bus.answer(Status, async () => ({ head: this.position }) as StatusReply);
    await this.bus.answer(Read, async ({ refs }) => ({
      crumbs: refs.map(({ id }) => this.crumbs.get(id) ?? null),
      blobs: Object.fromEntries(
        refs.flatMap(({ id }) => (this.blobs.has(id) ? [[id, this.blobs.get(id) as string]] : [])),
      ),
      ...{ position: this.position, now: now() },
    }));
    await this.bus.answer(Claim, async (request) => this.claim(request));
    await this.bus.answer(Commit, async (request) => this.commit(request));
  }

  private claim({ key, ttl_ms, fence }: ClaimRequest): ClaimReply {
    this.claimsAsked += 1;
    if (this.closed.has(key.replace('turn:', ''))) throw refuse('turn_closed', 'The turn is closed.');
    const held = this.claims.get(key);
    if (fence !== undefined && held?.fence !== fence) throw refuse('stale_fence', 'Somebody else does that now.');
    if (fence === undefined && held && held.until > Date.now())
      return { granted: false, retry_in_ms: held.until - Date.now() };
    const granted = { fence: fence ?? (this.fences += 1), until: Date.now() + ttl_ms };
    this.claims.set(key, granted);
    return { granted: true, fence: granted.fence, until: new Date(granted.until).toISOString() };
  }

  private commit({ writes, fence }: CommitRequest): { results: [] } {
    if (this.refuseCommits > 0) {
      this.refuseCommits -= 1;
      throw refuse('unavailable', 'The database restarts.');
    }
    const [write] = writes;
    if (write?.op !== 'create') throw refuse('invalid_payload', 'Nothing is created.');
    this.take(write.draft as unknown as Draft<AgentResponseV1>, fence);
    return { results: [] };
  }

  private take(response: Draft<AgentResponseV1>, fence: CommitRequest['fence']): void {
    const turn = response.context.turn?.id ?? '';
    if (this.closed.has(turn)) throw refuse('turn_closed', 'The turn is closed.');
    if (!fence || this.claims.get(fence.key)?.fence !== fence.fence)
      throw refuse('stale_fence', 'Somebody else does that now.');
    this.responses.push(response);
    this.closeTurn(turn);
  }
}

const turnOf = (context: Record<string, unknown>): string | undefined =>
  (context['turn'] as { id?: string } | undefined)?.id;

function contextOf(turn: Envelope, definition: Envelope, trigger: Envelope): Record<string, unknown> {
  const ref = ({ id, version }: Envelope) => ({ id, version });
  return {
    ...{ turn: { id: turn.id }, agent: 'assistant', trigger: ref(trigger), definition: ref(definition) },
    ...{
      config: { hash: 'sha256:0' },
      formatted_hash: 'sha256:0',
      tokens: { total: 3, by_section: {} },
    },
    budget: { max_tokens: 1, context_window: 1, system_prompt: 1, tool_schemas: 0, reply_reserve: 1, cap: 1 },
    ...{ tokenizer: 'o200k_base', margin: 0, embedder: null, renderer: 'hints/1', as_of: 1, now: now() },
    ...{ plan: { sources: [] }, account: { columns: [], rows: [], beyond: 0 } },
  };
}
