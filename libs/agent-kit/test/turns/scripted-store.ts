/* eslint-disable max-lines -- one store, in memory */
import { randomUUID } from 'node:crypto';
import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  AgentContext,
  AgentDef,
  AgentResponse,
  AgentTurn,
  Claim,
  Commit,
  contracts,
  derivedId,
  List,
  ModelPrices,
  Read,
  refuse,
  Session,
  Spent,
  Status,
  Subscribe,
  ToolDef,
  ToolRequest,
  ToolResponse,
  toolResponseId,
  UserMessage,
  validateContext,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  type Audience,
  type ClaimReply,
  type ClaimRequest,
  type CommitRequest,
  type Contract,
  type CrumbEvent,
  type Draft,
  type Envelope,
  type Erased,
  type ListRequest,
  type ModelPricesV1,
  type Participant,
  type Ref,
  type SessionV1,
  type SpentReply,
  type StatusReply,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import type { TestNats } from '@crumbtrail/testing';

const WORKSPACE = 'default';
const now = (): string => new Date().toISOString();
const ALICE: Participant = { kind: 'user', id: 'alice' };

/** A turn that is left. */
export interface TurnWish {
  readonly definition?: Partial<AgentDefV1>;
  readonly formatted?: string;
  readonly format?: AgentContextV1['format'];
  readonly audience?: Audience;
  readonly erase?: 'blob';
  readonly tools?: readonly ToolDefV1[];
  readonly members?: SessionV1['members'];
  /** Of the turn in its trail. */
  readonly hop?: number;
}

interface CrumbWish {
  readonly audience?: Audience;
  readonly author?: Participant;
  readonly cause?: Ref;
  readonly hop?: number;
}

/** What a tool does when the store hears its request: its text, an error, or nothing for now. */
export type Answering = (request: ToolRequestV1, n: number) => Partial<ToolResponseV1> | null;

/** The store's part towards whoever runs turns, in memory: bodies, claims with fences, tools, and the first response of each turn. */
export class ScriptedStore {
  readonly responses: Draft<AgentResponseV1>[] = [];
  readonly blobs = new Map<string, string>();
  readonly crumbs = new Map<string, Envelope>();
  /** Schemas of each commit that was taken. */
  readonly commits: string[][] = [];
  /** How each request that is left is answered. */
  answering: Answering = (request) => ({ text: `${request.tool} gave ${JSON.stringify(request.input)}` });
  spent: SpentReply = { prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, said: [] };
  /** Commits that are answered with `unavailable` before they work again. */
  refuseCommits = 0;
  claimsAsked = 0;
  reads = 0;
  private readonly claims = new Map<string, { fence: number; until: number }>();
  private readonly closed = new Set<string>();
  private readonly erased = new Set<string>();
  private fences = 0;
  private position = 0;
  private asked = 0;

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

  /** Crumbs of one contract, in the order of the log. */
  all<C extends Contract>({ name }: C): Envelope<NonNullable<C['context']>>[] {
    const found = [...this.crumbs.values()].filter(({ schema_name }) => schema_name === name);
    return found.sort((a, b) => a.position - b.position) as unknown as Envelope<NonNullable<C['context']>>[];
  }

  /** Leaves a turn with all it takes and announces its context; answers the turn's id. */
  async leave(wish: TurnWish = {}): Promise<string> {
    const definition = this.crumb(AgentDef, {
      agent: 'assistant',
      prompt: 'Help.',
      subscriptions: [{ schema: UserMessage.name }],
      ...(wish.tools && { tools: wish.tools.map(({ name }) => name) }),
      ...wish.definition,
    });
    if (wish.members) this.seat(wish.members);
    const trigger = this.crumb(UserMessage, { content: 'hi' }, { audience: wish.audience });
    const tools = wish.tools?.map((tool) => ({ ...refOf(this.crumb(ToolDef, { ...tool })), name: tool.name }));
    const turn = this.crumb(
      AgentTurn,
      { agent: 'assistant', trigger: refOf(trigger), generation: 0 },
      { hop: wish.hop ?? 1 },
    );
    const context = this.crumb(AgentContext, {
      ...contextOf(turn, definition, trigger),
      format: wish.format ?? 'markdown',
      as_of: this.position,
      ...(tools && { tools }),
    });
    if (wish.erase !== 'blob') this.blobs.set(context.id, wish.formatted ?? 'Alice: hi');
    await this.announce(context);
    return turn.id;
  }

  /** Says who takes part in the session of all turns. */
  seat(members: SessionV1['members']): void {
    this.crumb(Session, { name: 'demo', members });
  }

  /** Says what models cost in this workspace. */
  price(models: ModelPricesV1['models']): void {
    this.crumb(ModelPrices, { name: 'prices', models });
  }

  /** Somebody says something in the session of all turns. */
  say(content: string, wish: CrumbWish = {}): Envelope {
    return this.crumb(UserMessage, { content }, wish);
  }

  /** Announces again what was announced before, as a redelivery does. */
  async announceAgain(turn: string): Promise<void> {
    const context = [...this.crumbs.values()].find((crumb) => turnOf(crumb.context) === turn);
    if (context) await this.announce({ ...context, position: (this.position += 1) });
  }

  /** Leaves the answer to a request and announces it. */
  async give(request: Envelope<ToolRequestV1>, over: Partial<ToolResponseV1>): Promise<void> {
    const { turn, agent, tool, reply_to } = request.context;
    const persistence = { class: 'turn' as const, key: tool };
    const context = { request: { id: request.id }, turn, agent, tool, status: 'ok', text: '', persistence, reply_to };
    const about = { author: { kind: 'service', id: 'tool-runner' } as const, cause: refOf(request) };
    await this.announce(this.crumb(ToolResponse, { ...context, ...over }, about), reply_to);
  }

  /** Announces the answer to a request once more. */
  async giveAgain(request: Envelope<ToolRequestV1>): Promise<void> {
    const response = this.crumbs.get(toolResponseId(WORKSPACE, request.id));
    if (response) await this.announce({ ...response, position: (this.position += 1) }, request.context.reply_to);
  }

  /** A crumb is gone, and what is left says so. */
  erase({ id }: Envelope): void {
    this.erased.add(id);
  }

  /** Ends a turn as the store does at its deadline, without a word to anybody. */
  closeTurn(turn: string): void {
    this.closed.add(turn);
    this.claims.delete(`turn:${turn}`);
  }

  /** Ends a turn as the store does when a person stops it: everybody who listens hears of it. */
  async stopTurn(turn: string): Promise<void> {
    this.closeTurn(turn);
    await this.announce(this.crumb(AgentResponse, { turn: { id: turn }, action: 'stopped' }), undefined);
  }

  private crumb(contract: Contract, context: Record<string, unknown>, wish: CrumbWish = {}): Envelope {
    this.position += 1;
    const { identity } = contract.rules;
    const id = (identity && derivedId(WORKSPACE, identity, { context })) ?? randomUUID();
    const at = { position: this.position, occurred_at: now(), created_at: now(), updated_at: now() };
    const crumb = {
      id,
      workspace: WORKSPACE,
      session: 'demo',
      schema_name: contract.name,
      tags: [],
      context,
      audience: wish.audience ?? 'all',
      author: wish.author ?? ALICE,
      trail_id: TRAIL,
      hop: wish.hop ?? 0,
      imported: false,
      version: 1,
      content_hash: 'sha256:0',
      ...at,
      ...(wish.cause && { cause: wish.cause }),
    } as Envelope;
    this.crumbs.set(crumb.id, crumb);
    return crumb;
  }

  private async announce(crumb: Envelope, recipient: string | undefined = 'pool'): Promise<void> {
    const { id, version, position, schema_name, session, trail_id, hop, author, content_hash } = crumb;
    const event: CrumbEvent = {
      position,
      kind: 'created',
      workspace: WORKSPACE,
      id,
      version,
      schema_name,
      session,
      trail_id,
      hop,
      author,
      ...(recipient !== undefined && { recipient }),
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
    await this.bus.respond(Read, async ({ refs }) => {
      this.reads += 1;
      return {
        crumbs: refs.map(({ id }) => (this.erased.has(id) ? tombstone(id) : (this.crumbs.get(id) ?? null))),
        blobs: Object.fromEntries(
          refs.flatMap(({ id }) => (this.blobs.has(id) ? [[id, this.blobs.get(id) as string]] : [])),
        ),
        position: this.position,
        now: now(),
      };
    });
    await this.bus.respond(List, async (request) => this.list(request));
    await this.bus.respond(Spent, async () => this.spent);
    await this.bus.respond(Claim, async (request) => this.claim(request));
    await this.bus.respond(Commit, async (request) => this.commit(request));
  }

  private list({ schema, session, since = '' }: ListRequest): { crumbs: Envelope[]; position: number } {
    const found = [...this.crumbs.values()].filter(
      (crumb) => crumb.schema_name === schema && crumb.occurred_at >= since && (!session || crumb.session === session),
    );
    return { crumbs: found, position: this.position };
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

  private async commit({ writes, fence }: CommitRequest): Promise<{ results: [] }> {
    if (this.refuseCommits > 0) {
      this.refuseCommits -= 1;
      throw refuse('unavailable', 'The database restarts.');
    }
    const drafts = writes.map((write) => (write.op === 'create' ? write.draft : impossible()));
    const turn = turnOf(drafts[0]?.context ?? {}) ?? '';
    if (this.closed.has(turn)) throw refuse('turn_closed', 'The turn is closed.');
    if (!fence || this.claims.get(fence.key)?.fence !== fence.fence)
      throw refuse('stale_fence', 'Somebody else does that now.');
    this.commits.push(drafts.map(({ schema_name }) => schema_name));
    for (const draft of drafts) this.take(draft, turn);
    return { results: [] };
  }

  private take(draft: Draft, turn: string): void {
    const contract = contracts.get(draft.schema_name) as Contract;
    const [issue] = validateContext(contract.name, draft.context);
    if (issue) throw refuse('invalid_payload', `${contract.name}: ${issue.path} ${issue.message}`);
    if (contract.name === AgentResponse.name) {
      this.responses.push(draft as unknown as Draft<AgentResponseV1>);
      return this.closeTurn(turn);
    }
    const { cause, audience } = draft as { cause?: Ref; audience?: Audience };
    const crumb = this.crumb(contract, draft.context, { cause, audience, author: { kind: 'agent', id: 'assistant' } });
    if (contract.name === ToolRequest.name) void this.run(crumb as unknown as Envelope<ToolRequestV1>);
  }

  private async run(request: Envelope<ToolRequestV1>): Promise<void> {
    const over = this.answering(request.context, (this.asked += 1));
    if (over) await this.give(request, over);
  }
}

const TRAIL = randomUUID();

const impossible = (): never => {
  throw refuse('invalid_payload', 'Nothing is created.');
};

const tombstone = (id: string): Erased => ({ id, erased: true, erased_at: now(), erased_by: ALICE, position: 1 });

const refOf = ({ id, version }: Ref): Ref => ({ id, version });

const turnOf = (context: Record<string, unknown>): string | undefined =>
  (context['turn'] as { id?: string } | undefined)?.id;

function contextOf(turn: Envelope, definition: Envelope, trigger: Envelope): Record<string, unknown> {
  return {
    turn: { id: turn.id },
    agent: 'assistant',
    trigger: refOf(trigger),
    definition: refOf(definition),
    session: { name: 'demo' },
    config: { hash: 'sha256:0' },
    formatted_hash: 'sha256:0',
    tokens: { total: 3, by_section: {} },
    budget: { max_tokens: 1, context_window: 1, system_prompt: 1, tool_schemas: 0, reply_reserve: 1, cap: 1 },
    tokenizer: 'o200k_base',
    margin: 0,
    embedder: null,
    renderer: 'hints/1',
    as_of: 1,
    now: now(),
    plan: { sources: [] },
    account: { columns: [], rows: [], beyond: 0 },
  };
}
