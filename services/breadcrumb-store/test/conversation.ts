import {
  AgentContext,
  AgentDef,
  AgentResponse,
  UserMessage,
  type AgentContextV1,
  type AgentDefV1,
  type Blob,
  type ClaimReply,
  type CommitReply,
  type Draft,
  type Fence,
  type Ref,
  type TurnView,
  type CommitResult,
} from '@crumbtrail/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFenceStep } from '../src/commands/random-ids';
import { creates, message, operator, service, user, type StoreUnderTest } from './store-under-test';

const example = join(__dirname, '../../../schemas/agent.context/v1.examples/valid/small.json');
const aContext = JSON.parse(readFileSync(example, 'utf8')) as AgentContextV1;

/** Which turn the conductor requests; by default the first turn of the usual agent. */
interface TurnWish {
  readonly agent?: string;
  /** The sentence of a guard that refuses it. */
  readonly refused?: string;
  readonly generation?: number;
}

/** A conversation with an agent in a separate workspace; the spec plays every other service. */
export class Conversation {
  private constructor(
    private readonly store: StoreUnderTest,
    readonly workspace: string,
    private definition: Ref,
  ) {}

  static async begin(store: StoreUnderTest): Promise<Conversation> {
    const begun = new Conversation(store, await store.workspace(), { id: '', version: 0 });
    await begun.define();
    return begun;
  }

  /** Sets the definition that later turn requests use. */
  async define(more: Partial<AgentDefV1> = {}): Promise<void> {
    const context = { agent: 'helper', prompt: 'p', subscriptions: [{ schema: UserMessage.name }], ...more };
    this.definition = await this.store.create(operator(this.workspace), { schema_name: AgentDef.name, context });
  }

  say(content: string, more: Partial<Draft> = {}): Promise<CommitResult> {
    return this.store.create(user(this.workspace), message(content, more));
  }

  async wake(cause: Ref, { agent = 'helper', refused, generation = 0 }: TurnWish = {}): Promise<TurnView> {
    const guard = refused === undefined ? {} : { refused: { code: 'hop_limit' as const, message: refused } };
    const { id, version } = this.definition;
    const { turns } = await this.store.writer.submit({
      kind: 'request-turns',
      workspace: this.workspace,
      cause: { id: cause.id, version: cause.version },
      turns: [{ agent, definition: { id, version }, generation, ...guard }],
    });
    return turns[0] as TurnView;
  }

  async build(
    turn: Pick<TurnView, 'id' | 'agent' | 'cause'>,
    blob?: Blob,
    more: Partial<AgentContextV1> = {},
  ): Promise<CommitResult> {
    const context = { ...aContext, turn: { id: turn.id }, agent: turn.agent, trigger: turn.cause, ...more };
    const { results } = await this.store.commit(service(this.workspace, 'context-builder'), {
      writes: [{ op: 'create', draft: { schema_name: AgentContext.name, context }, ...(blob ? { blob } : {}) }],
    });
    return results[0] as CommitResult;
  }

  answer(turn: string, content: string, fence?: Fence): Promise<CommitReply> {
    const context = { turn: { id: turn }, action: 'speak', content };
    const writes = creates({ schema_name: AgentResponse.name, context });
    return this.store.commit(service(this.workspace, 'agent-executor'), { writes, ...(fence ? { fence } : {}) });
  }

  claim(
    turn: string,
    { fence = null, ttl_ms = 30_000 }: { fence?: number | null; ttl_ms?: number } = {},
  ): Promise<ClaimReply> {
    const { workspace } = this;
    const holder = 'agent-executor';
    const command = { kind: 'claim' as const, workspace, key: `turn:${turn}`, holder, ttl_ms, fence };
    return this.store.writer.submit({ ...command, fence_step: randomFenceStep() });
  }

  /** The ends of turns, in order. */
  responses(): Promise<{ id: string; action: string; code: string | null; author: string }[]> {
    return this.store.db.database.query(
      `select v.id, context->>'action' as action, context->'error'->>'code' as code, author_id as author
       from crumb c join crumb_version v using (workspace, id) where workspace = $1 and schema_name = $2 order by v.position`,
      [this.workspace, AgentResponse.name],
    );
  }

  async crumb(id: string): Promise<Record<string, unknown>> {
    const rows = await this.store.db.database.query('select * from crumb where workspace = $1 and id = $2', [
      this.workspace,
      id,
    ]);
    return rows[0] ?? {};
  }

  async openTurns(): Promise<string[]> {
    const rows = await this.store.db.database.query<{ id: string }>(
      `select id from turn where workspace = $1 and state = 'open'`,
      [this.workspace],
    );
    return rows.map(({ id }) => id);
  }
}
