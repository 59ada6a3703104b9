import {
  AGENT_EXECUTOR,
  contextId,
  AgentDef,
  AgentResponse,
  CreateKey,
  MemoryLong,
  MemoryShort,
  ScopeAdvance,
  SessionSummary,
  UserMessage,
  type AgentContextV1,
  type AgentDefV1,
  type Audience,
  type Draft,
  type Envelope,
  type MemoryLongV1,
  type MemoryShortV1,
  type Participant,
  type SessionSummaryV1,
  type Write,
} from '@crumbtrail/contracts';
import { eventually, type TestStore } from '@crumbtrail/testing';

export const COOK = 'cook';
export const ANN: Participant = { kind: 'user', id: 'ann' };

const DEFINITION: AgentDefV1 = {
  agent: COOK,
  name: 'Cook',
  prompt: 'You cook.',
  subscriptions: [{ schema: UserMessage.name }],
  memory: {},
};

/** A message of an imported conversation. */
interface ImportedMessage {
  readonly text: string;
  readonly by?: Participant;
  readonly audience?: Audience;
  /** When it was said, in ISO 8601. Default: now. */
  readonly at?: string;
}

/** A new workspace with the agent `cook`, which has a memory and answers in the session `kitchen`. */
export class Scene {
  private constructor(
    readonly store: TestStore,
    readonly workspace: string,
    private definition: Envelope<AgentDefV1>,
  ) {}

  /** `config`: how the contexts of the agent are built. */
  static async create(
    store: TestStore,
    memory: AgentDefV1['memory'] = {},
    config: AgentDefV1['context'] = {},
  ): Promise<Scene> {
    const workspace = await store.workspace();
    const context = { ...DEFINITION, memory, context: config };
    return new Scene(store, workspace, await store.create(workspace, { schema_name: AgentDef.name, context }));
  }

  /** Replaces the memory of the definition. */
  async redefine(memory: AgentDefV1['memory']): Promise<void> {
    const context = memory === undefined ? { ...DEFINITION, memory: undefined } : { ...DEFINITION, memory };
    this.definition = await this.store.update(this.definition, {
      context: JSON.parse(JSON.stringify(context)) as Record<string, unknown> & AgentDefV1,
    });
  }

  /** Brings in what was said before; returns the ids in the same order. */
  async import(messages: readonly (string | ImportedMessage)[], session = 'kitchen'): Promise<string[]> {
    const operator = await this.store.asOperator(this.workspace);
    const writes = messages.map((one): Write => {
      const { text, by = ANN, audience, at }: ImportedMessage = typeof one === 'string' ? { text: one } : one;
      const isReply = by.kind === 'agent';
      const context = isReply ? { action: 'speak', content: text } : { content: text };
      const schema_name = isReply ? AgentResponse.name : UserMessage.name;
      const given = { ...(audience ? { audience } : {}), ...(at === undefined ? {} : { occurred_at: at }) };
      return { op: 'create', draft: { schema_name, session, author: by, context, ...given } };
    });
    const { results } = await operator.commit({ imported: true, writes });
    return results.map(({ id }) => id);
  }

  /** Begins a new scope of the session `kitchen`. */
  advance(name: string, { scope = 'day', audience }: { readonly scope?: string; readonly audience?: Audience } = {}) {
    const context = { scope, name };
    return this.write({ schema_name: ScopeAdvance.name, context, ...(audience === undefined ? {} : { audience }) });
  }

  /** Writes a crumb of the session `kitchen` as an operator. */
  write(draft: Draft): Promise<Envelope> {
    return this.store.create(this.workspace, { session: 'kitchen', ...draft });
  }

  /** Erases a crumb in its first version; returns the position of the erasure. */
  async erase(id: string): Promise<number> {
    const operator = await this.store.asOperator(this.workspace);
    const { results } = await operator.commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
    return results[0]?.position ?? 0;
  }

  /** Waits until the summaries are as a test wants them, and returns them. */
  async summariesWhen(
    isReady: (all: readonly Envelope<SessionSummaryV1>[]) => boolean,
  ): Promise<Envelope<SessionSummaryV1>[]> {
    return eventually(async () => {
      const all = await this.store.crumbs<SessionSummaryV1>(this.workspace, SessionSummary.name);
      if (isReady(all)) return all;
      throw new Error(`the summaries are ${JSON.stringify(all.map(({ context }) => context))}`);
    });
  }

  /** A person's message. */
  async say(
    content: string,
    more: {
      readonly by?: Participant;
      readonly audience?: Audience;
      readonly session?: string;
      /** What its conversation has left. */
      readonly exclude?: readonly string[];
    } = {},
  ): Promise<Envelope> {
    const { by = ANN, audience, session = 'kitchen', exclude } = more;
    const operator = await this.store.asOperator(this.workspace);
    const { secret } = await operator.request(CreateKey, { participant: by, role: 'writer' });
    const user = await this.store.as('gateway', this.workspace, { key: secret });
    const draft = {
      schema_name: UserMessage.name,
      session,
      context: { content, ...(exclude ? { exclude } : {}) },
      ...(audience ? { audience } : {}),
    };
    const { results } = await user.commit({ writes: [{ op: 'create', draft }] });
    const { crumbs } = await operator.read({ refs: results.map(({ id }) => ({ id })) });
    return crumbs[0] as Envelope;
  }

  /** Opens the turn of the agent on a message. */
  async openTurn({ id, version }: Envelope): Promise<string> {
    const conductor = await this.store.as('conductor', this.workspace);
    const definition = { id: this.definition.id, version: this.definition.version };
    const { turns } = await conductor.requestTurns({
      cause: { id, version },
      turns: [{ agent: COOK, definition, generation: 0 }],
    });
    return turns[0]?.id ?? '';
  }

  /** The context of a turn, once the context-builder has built it. */
  async contextFor(turn: string): Promise<Envelope<AgentContextV1>> {
    const operator = await this.store.asOperator(this.workspace);
    return eventually(async () => {
      const { crumbs } = await operator.read({ refs: [{ id: contextId(this.workspace, turn) }] });
      return crumbs[0] as Envelope<AgentContextV1> | null;
    });
  }

  /** Answers a turn, as the agent-executor does. */
  async answer(turn: string, content: string): Promise<Envelope> {
    const executor = await this.store.as(AGENT_EXECUTOR, this.workspace);
    const context = { turn: { id: turn }, action: 'speak', content };
    const { results } = await executor.commit({
      writes: [{ op: 'create', draft: { schema_name: AgentResponse.name, context } }],
    });
    const { crumbs } = await executor.read({ refs: results.map(({ id }) => ({ id })) });
    return crumbs[0] as Envelope;
  }

  /** A message and its answer; returns both. */
  async exchange(
    message: string,
    reply: string,
    more: Parameters<Scene['say']>[1] = {},
  ): Promise<[Envelope, Envelope]> {
    const said = await this.say(message, more);
    return [said, await this.answer(await this.openTurn(said), reply)];
  }

  short(): Promise<Envelope<MemoryShortV1>[]> {
    return this.store.crumbs<MemoryShortV1>(this.workspace, MemoryShort.name);
  }

  long(): Promise<Envelope<MemoryLongV1>[]> {
    return this.store.crumbs<MemoryLongV1>(this.workspace, MemoryLong.name);
  }

  /** Waits until the one short-term memory is as a test wants it. */
  async shortWhen(isReady: (memory: MemoryShortV1) => boolean): Promise<Envelope<MemoryShortV1>> {
    return eventually(async () => {
      const all = await this.short();
      const found = all.find(({ context }) => isReady(context));
      if (found) return found;
      throw new Error(`the memories are ${JSON.stringify(all.map(({ context }) => context))}`);
    });
  }
}
