import type { ModuleMetadata } from '@nestjs/common';
import {
  AGENT_EXECUTOR,
  AgentContext,
  AgentDef,
  AgentResponse,
  AnswerGrounding,
  AgentTurn,
  CreateKey,
  Commit,
  ContextConfig,
  ScopeAdvance,
  contextId,
  groundingId,
  Session,
  StopTurn,
  UserMessage,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  type AnswerGroundingV1,
  type CommitRequest,
  type ContextConfigV1,
  type Draft,
  type Envelope,
  type CrumbAuthor,
  type Participant,
  type SessionV1,
} from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, type TestStore } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';
import { USER } from './crumbs';

const AGENT = 'assistant';
const DEFINITION: AgentDefV1 = { agent: AGENT, prompt: 'Be kind.', subscriptions: [{ schema: UserMessage.name }] };

/** Starts a context-builder in this process; `adapters` replace providers of its module, `environment` its settings. */
export function startBuilder(
  store: TestStore,
  adapters: NonNullable<ModuleMetadata['providers']> = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  // Long enough that no context is built without its memories on a busy machine.
  const own = { ACK_WAIT_MS: '1000', LOG_LEVEL: 'silent', RECALL_TIMEOUT_MS: '10000' };
  const config = toConfig({ ...store.environment(SERVICE), ...own, ...environment });
  const module = AppModule.forRoot(config);
  const replaced = { ...module, providers: [...(module.providers ?? []), ...adapters] };
  return startService({ service: SERVICE, module: replaced, config }, createLogger(SERVICE, 'silent'));
}

/** A message of an imported conversation. */
export interface ImportedMessage {
  readonly text: string;
  readonly schema_name?: string;
  readonly author?: CrumbAuthor;
  readonly audience?: Draft['audience'];
  readonly informs?: true;
  readonly occurred_at?: string;
  readonly session?: string;
}

/** What commits a context: its draft, and the text that is stored beside it. */
type ContextWrite = Extract<CommitRequest['writes'][number], { op: 'create' }>;

/** A new workspace with the agent `assistant`, whose turns this opens and closes as the conductor and the gateway do. */
export class Scene {
  private constructor(
    private readonly store: TestStore,
    readonly workspace: string,
    /** The agent's definition, in the version in which turns are opened. */
    private definition: Envelope<AgentDefV1>,
    /** The API key of the user `user`. */
    readonly userKey: string,
  ) {}

  static async create(store: TestStore): Promise<Scene> {
    const workspace = await store.workspace();
    const definition = await store.create(workspace, { schema_name: AgentDef.name, context: DEFINITION });
    const operator = await store.asOperator(workspace);
    const { secret } = await operator.request(CreateKey, { participant: USER, role: 'writer' });
    return new Scene(store, workspace, definition, secret);
  }

  /** Creates a key of a participant who may write. */
  async createKey(participant: Participant): Promise<string> {
    const operator = await this.store.asOperator(this.workspace);
    const { secret } = await operator.request(CreateKey, { participant, role: 'writer' });
    return secret;
  }

  /** Imports messages into the session `demo`; returns their ids in the same order. */
  async import(messages: readonly ImportedMessage[]): Promise<string[]> {
    const operator = await this.store.asOperator(this.workspace);
    const writes = messages.map(
      ({ text, schema_name = UserMessage.name, author = USER, session = 'demo', ...more }) => {
        const isResponse = author.kind === 'agent';
        const context = isResponse ? { action: 'speak', content: text } : { content: text };
        return { op: 'create' as const, draft: { schema_name, author, session, ...more, context } };
      },
    );
    const { results } = await operator.commit({ imported: true, writes });
    return results.map(({ id }) => id);
  }

  /** The user's message in a session, default `demo`. */
  async say(content: string, session = 'demo'): Promise<Envelope> {
    const user = await this.store.as('gateway', this.workspace, { key: this.userKey });
    const draft = { schema_name: UserMessage.name, session, context: { content } };
    const { results } = await user.commit({ writes: [{ op: 'create', draft }] });
    const { crumbs } = await user.read({ refs: results.map(({ id }) => ({ id })) });
    return crumbs[0] as Envelope;
  }

  /** Begins a new scope of the session `demo`. */
  advance(name: string, scope = 'day'): Promise<Envelope> {
    return this.store.create(this.workspace, {
      schema_name: ScopeAdvance.name,
      session: 'demo',
      context: { scope, name },
    });
  }

  /** Writes a crumb of the session `demo` as an operator. */
  write(draft: Draft): Promise<Envelope> {
    return this.store.create(this.workspace, { session: 'demo', ...draft });
  }

  /** Erases a crumb as an operator. */
  async erase(id: string): Promise<void> {
    const operator = await this.store.asOperator(this.workspace);
    await operator.commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
  }

  /** Creates the agent's configuration, or replaces it. */
  configure(context: Omit<ContextConfigV1, 'consumer'>): Promise<Envelope<ContextConfigV1>> {
    return this.put(ContextConfig.name, { consumer: AGENT, ...context });
  }

  /** Creates the session `demo` with these members, or replaces them. */
  setMembers(members: SessionV1['members']): Promise<Envelope<SessionV1>> {
    return this.put(Session.name, { name: 'demo', members });
  }

  /** Replaces fields of the agent's definition. */
  async redefine(more: Partial<AgentDefV1>): Promise<void> {
    this.definition = await this.store.update(this.definition, { context: { ...DEFINITION, ...more } });
  }

  /** Opens the assistant's turn on a message; another `generation` is another turn on the same message. */
  async openTurn({ id, version }: Envelope, generation = 0): Promise<Envelope> {
    const conductor = await this.store.as('conductor', this.workspace);
    const definition = { id: this.definition.id, version: this.definition.version };
    const request = { agent: AGENT, definition, generation };
    const { turns } = await conductor.requestTurns({ cause: { id, version }, turns: [request] });
    const turn = await conductor.readOne(AgentTurn, turns[0]?.id ?? '');
    return turn as unknown as Envelope;
  }

  /** Ends a turn, so that the next one of its session opens. */
  async stopTurn({ id }: Envelope): Promise<void> {
    const operator = await this.store.asOperator(this.workspace);
    await operator.request(StopTurn, { turn: id });
  }

  /** Publishes the event of a crumb once more. */
  async redeliver({ id }: Envelope): Promise<void> {
    for (const event of await this.store.events(this.workspace, id)) await this.store.republish(event);
  }

  /** Waits for the context of a turn. */
  async contextFor(turn: Envelope): Promise<Envelope<AgentContextV1>> {
    const operator = await this.store.asOperator(this.workspace);
    const read = () => operator.readOne(AgentContext, contextId(this.workspace, turn.id));
    return (await eventually(read)) as Envelope<AgentContextV1>;
  }

  /** Answers a turn, as the agent-executor does. */
  async answer({ id }: Envelope, content: string, more: Partial<AgentResponseV1> = {}): Promise<Envelope> {
    const executor = await this.store.as(AGENT_EXECUTOR, this.workspace);
    const context = { turn: { id }, action: 'speak', content, ...more };
    const { results } = await executor.commit({
      writes: [{ op: 'create', draft: { schema_name: AgentResponse.name, context } }],
    });
    const { crumbs } = await executor.read({ refs: results.map((one) => ({ id: one.id })) });
    return crumbs[0] as Envelope;
  }

  /** Waits for what a reply rests on. */
  async groundingOf({ id }: Envelope): Promise<Envelope<AnswerGroundingV1>> {
    const operator = await this.store.asOperator(this.workspace);
    const read = () => operator.readOne(AnswerGrounding, groundingId(this.workspace, id));
    return (await eventually(read)) as Envelope<AnswerGroundingV1>;
  }

  /** The text that is stored beside a context. */
  async textBeside({ id }: Envelope<AgentContextV1>): Promise<string> {
    const operator = await this.store.asOperator(this.workspace);
    return (await operator.readOne(AgentContext, id))?.context.formatted_context ?? '';
  }

  /** The contexts that context-builders have sent to the store, the refused and the repeated ones too. */
  sentContexts(): ContextWrite[] {
    const commits = this.store.requests(Commit, this.workspace).filter(({ from }) => from === SERVICE);
    const writes = commits.flatMap(({ body }) => body.writes as readonly ContextWrite[]);
    return writes.filter(({ draft }) => draft.schema_name === AgentContext.name);
  }

  private async put<Context extends Record<string, unknown>>(
    schema: string,
    context: Context,
  ): Promise<Envelope<Context>> {
    const [known] = await this.store.crumbs<Context>(this.workspace, schema);
    if (!known) return this.store.create(this.workspace, { schema_name: schema, context });
    return this.store.update(known, { context });
  }
}
