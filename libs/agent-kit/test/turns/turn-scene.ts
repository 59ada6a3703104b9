import {
  AgentContext,
  agentName,
  AgentDef,
  AgentResponse,
  AgentTurn,
  Claim,
  Commit,
  contextId,
  CreateKey,
  ModelPrices,
  Session,
  StopTurn,
  ToolDef,
  ToolResponse,
  toolClaimKey,
  toolResponseId,
  UserMessage,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  type Audience,
  type Contract,
  type Crumb,
  type Draft,
  type Envelope,
  type ModelPricesV1,
  type Ref,
  type SessionV1,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { eventually, type TestStore } from '@crumbtrail/testing';

const AGENT = 'assistant';
const EXECUTOR = 'agent-executor';

/** A turn to open. */
export interface TurnDraft {
  readonly definition?: Partial<AgentDefV1>;
  readonly tools?: readonly ToolDefV1[];
  readonly members?: SessionV1['members'];
  /** The text that the context-builder would have written; default `Alice: hi`. */
  readonly formatted?: string;
  readonly format?: AgentContextV1['format'];
  /** Of the message; default everybody. */
  readonly audience?: Audience;
  /** Who may read the answer, where the context of a confidant narrows it. */
  readonly readers?: readonly string[];
  /** Crumbs besides the message that the text quotes. */
  readonly quotes?: readonly Ref[];
  /** What the message answers, so that the turn belongs to the same trail. */
  readonly cause?: Ref;
  /** A session has one open turn at a time; default `demo`. */
  readonly session?: string;
}

/** An open turn whose context is published. */
export interface OpenedTurn {
  readonly id: string;
  /** The message that woke the agent. */
  readonly message: Envelope;
}

interface MessageDraft {
  readonly audience?: Audience;
  readonly cause?: Ref;
  readonly session?: string;
  /** The user who writes it; default `alice`. */
  readonly user?: string;
}

const refOf = ({ id, version }: Ref): Ref => ({ id, version });

/**
 * A new workspace of the store with the agent `assistant`. The test acts as the users, the conductor, the context-builder and,
 * where it answers requests itself, the tool-runner.
 */
export class TurnScene {
  private readonly keys = new Map<string, string>();

  private constructor(
    private readonly store: TestStore,
    readonly workspace: string,
  ) {}

  static async create(store: TestStore): Promise<TurnScene> {
    return new TurnScene(store, await store.workspace());
  }

  /** Opens a turn and publishes its context; waits while its session has another open turn. */
  async open(draft: TurnDraft = {}): Promise<OpenedTurn> {
    const { session = 'demo', audience, cause } = draft;
    const tools = await Promise.all((draft.tools ?? []).map((tool) => this.put(ToolDef, { ...tool })));
    const definition = await this.define(draft);
    if (draft.members) await this.setMembers(draft.members);
    const message = await this.say('hi', { audience, cause, session });
    const turn = await this.requestTurn(message, definition);
    const { as_of, now } = turn.context;
    const described = tools.map((tool) => ({ ...refOf(tool), name: tool.context.name }));
    await this.publishContext(draft, {
      ...contextPayload(turn.id, { definition, message, session }),
      as_of,
      now,
      ...(draft.tools && { tools: described }),
      ...(draft.readers && { readers: draft.readers }),
    });
    return { id: turn.id, message };
  }

  private define({ tools, definition }: TurnDraft): Promise<Envelope<AgentDefV1>> {
    return this.put(AgentDef, {
      agent: AGENT,
      prompt: 'Help.',
      subscriptions: [{ schema: UserMessage.name }],
      ...(tools && { tools: tools.map(({ name }) => name) }),
      ...definition,
    });
  }

  private async requestTurn(message: Ref, definition: Ref): Promise<Crumb<typeof AgentTurn>> {
    const conductor = await this.store.as('conductor', this.workspace);
    const request = { agent: AGENT, definition: refOf(definition), generation: 0 };
    const { turns } = await conductor.requestTurns({ cause: refOf(message), turns: [request] });
    return eventually(() => conductor.readOne(AgentTurn, turns[0]?.id ?? ''));
  }

  private async publishContext(draft: TurnDraft, payload: ContextPayload): Promise<void> {
    const { format = 'markdown', formatted = 'Alice: hi', session = 'demo', quotes = [] } = draft;
    const builder = await this.store.as('context-builder', this.workspace);
    const cause = { id: payload.turn.id, version: 1 };
    const context = { ...payload, format };
    const blob = { text: formatted, quotes: [payload.trigger, ...quotes].map(refOf) };
    const written = { schema_name: AgentContext.name, session, audience: [agentName(AGENT)], cause, context };
    await builder.commit({ writes: [{ op: 'create', draft: written, blob }] });
  }

  /** A user says something in a session. */
  async say(
    content: string,
    { audience, cause, session = 'demo', user = 'alice' }: MessageDraft = {},
  ): Promise<Envelope> {
    const writer = await this.store.as('gateway', this.workspace, { key: await this.keyOf(user) });
    const draft = {
      schema_name: UserMessage.name,
      session,
      context: { content },
      ...(audience && { audience }),
      ...(cause && { cause: refOf(cause) }),
    };
    const { results } = await writer.commit({ writes: [{ op: 'create', draft }] });
    const operator = await this.store.asOperator(this.workspace);
    const { crumbs } = await operator.read({ refs: results.map(refOf) });
    return crumbs[0] as Envelope;
  }

  /** Sets the members of the session `demo`. */
  async setMembers(members: SessionV1['members']): Promise<void> {
    await this.put(Session, { name: 'demo', members });
  }

  /** Sets what models cost in this workspace. */
  async setPrices(models: ModelPricesV1['models']): Promise<void> {
    await this.put(ModelPrices, { name: 'prices', models });
  }

  /** The crumbs of one contract, oldest first. */
  list<C extends Contract>({ name }: C): Promise<Envelope<NonNullable<C['context']>>[]> {
    return this.store.crumbs(this.workspace, name);
  }

  /** Waits until there are so many crumbs of one contract. */
  whenThere<C extends Contract>(contract: C, count = 1): Promise<Envelope<NonNullable<C['context']>>[]> {
    const enough = async () => {
      const found = await this.list(contract);
      return found.length >= count ? found : null;
    };
    return eventually(enough);
  }

  /** Waits until so many turns have ended; returns their responses, oldest first. */
  answered(count = 1): Promise<Envelope<AgentResponseV1>[]> {
    return this.whenThere(AgentResponse, count);
  }

  /** Answers a tool request as the tool-runner. */
  async give(request: Envelope<ToolRequestV1>, over: Partial<ToolResponseV1>): Promise<void> {
    const runner = await this.store.as('tool-runner', this.workspace);
    const key = toolClaimKey(request.id);
    const claim = await runner.claim({ key, ttl_ms: 60_000 });
    if (!claim.granted) throw new Error(`The tool request ${request.id} is claimed by somebody else`);
    const { turn, agent, tool, reply_to } = request.context;
    const persistence = { class: 'turn' as const, key: tool };
    const answer = { request: { id: request.id }, turn, agent, tool, status: 'ok', text: '', persistence, reply_to };
    const draft = { schema_name: ToolResponse.name, cause: refOf(request), context: { ...answer, ...over } };
    await runner.commit({ writes: [{ op: 'create', draft }], fence: { key, fence: claim.fence } });
  }

  /** Publishes the event of the answer to a tool request once more. */
  redeliverAnswer({ id }: Ref): Promise<void> {
    return this.redeliver(toolResponseId(this.workspace, id));
  }

  /** Publishes the event of a turn's context once more. */
  redeliverContext({ id }: OpenedTurn): Promise<void> {
    return this.redeliver(contextId(this.workspace, id));
  }

  /** Erases a crumb as the operator. */
  async erase({ id, version }: Ref): Promise<void> {
    const operator = await this.store.asOperator(this.workspace);
    await operator.commit({ writes: [{ op: 'erase', id, if_match: version }] });
  }

  /** Stops a turn as a person does. */
  async stopTurn({ id }: OpenedTurn): Promise<void> {
    const operator = await this.store.asOperator(this.workspace);
    await operator.request(StopTurn, { turn: id });
  }

  /** Number of claims that executors have requested. */
  claims(): number {
    return this.store.requests(Claim, this.workspace).filter(({ from }) => from === EXECUTOR).length;
  }

  /** The drafts of each commit that an executor has sent. */
  commits(): Draft[][] {
    const sent = this.store.requests(Commit, this.workspace).filter(({ from }) => from === EXECUTOR);
    return sent.map(({ body }) => body.writes.flatMap((write) => (write.op === 'create' ? [write.draft] : [])));
  }

  private async redeliver(id: string): Promise<void> {
    for (const event of await this.store.events(this.workspace, id)) await this.store.republish(event);
  }

  private async keyOf(user: string): Promise<string> {
    const known = this.keys.get(user);
    if (known) return known;
    const operator = await this.store.asOperator(this.workspace);
    const { secret } = await operator.request(CreateKey, { participant: { kind: 'user', id: user }, role: 'writer' });
    this.keys.set(user, secret);
    return secret;
  }

  /** Creates the singleton with this name (or of this agent), or replaces its context. */
  private async put<C extends Contract>({ name: schema }: C, context: NonNullable<C['context']>) {
    const nameOf = ({ name, agent }: { name?: string; agent?: string }): string | undefined => name ?? agent;
    const known = (await this.store.crumbs<NonNullable<C['context']>>(this.workspace, schema)).find(
      (one) => nameOf(one.context) === nameOf(context),
    );
    if (!known) return this.store.create<NonNullable<C['context']>>(this.workspace, { schema_name: schema, context });
    return this.store.update(known, { context });
  }
}

interface ContextParts {
  readonly definition: Ref;
  readonly message: Ref;
  readonly session: string;
}

/** The part of a context's payload that says what it was built for. */
interface ContextPayload extends Record<string, unknown> {
  readonly turn: { readonly id: string };
  readonly trigger: Ref;
}

/** What a context-builder records about a context, without a plan and an account. */
function contextPayload(turn: string, { definition, message, session }: ContextParts): ContextPayload {
  return {
    turn: { id: turn },
    agent: AGENT,
    trigger: refOf(message),
    definition: refOf(definition),
    session: { name: session },
    config: { hash: 'sha256:0' },
    formatted_hash: 'sha256:0',
    tokens: { total: 3, by_section: {} },
    budget: { max_tokens: 1, context_window: 32_768, system_prompt: 1, tool_schemas: 0, reply_reserve: 1, cap: 1 },
    tokenizer: 'o200k_base',
    margin: 0,
    embedder: null,
    renderer: 'hints/1',
    plan: { sources: [] },
    account: { columns: [], rows: [], beyond: 0 },
  };
}
