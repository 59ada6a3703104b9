import {
  AgentDef,
  ToolRequest,
  ToolResponse,
  type AgentDefV1,
  type Envelope,
  type ToolRequestV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { eventually, type ModelCall, type Script, type ScriptedCall } from '@crumbtrail/testing';
import { lastLine, Conversations, type SentMessage } from './conversations';
import type { StackInUse } from './fixture';

/** One turn in which tools were called. */
export interface ToolTurn {
  readonly said: SentMessage;
  readonly answer: string;
  /** The requests of the agent itself. */
  readonly asked: readonly Envelope<ToolRequestV1>[];
  /** The requests that those tools made themselves. */
  readonly parts: readonly Envelope<ToolRequestV1>[];
  /** The responses by request id. */
  readonly responses: ReadonlyMap<string, Envelope<ToolResponseV1>>;
}

const PREFIX = 'please do ';

/** Messages for which the model calls given tools, and then answers `it gave: <text>`. */
export class ToolTurns {
  private readonly plans = new Map<string, readonly ScriptedCall[]>();
  readonly conversations: Conversations;

  constructor(private readonly stack: StackInUse) {
    this.conversations = new Conversations(stack);
    stack.model.otherwise((call) => this.script(call));
  }

  /** Changes the definition of `assistant`, for example to grant it tools. */
  async grant(more: Partial<AgentDefV1>): Promise<void> {
    const [definition] = await this.conversations.listCrumbs<AgentDefV1>(AgentDef.name);
    if (!definition) throw new Error('This stack has no agent');
    const context = { ...definition.context, tool_mode: 'native', ...more };
    const headers = { 'if-match': `"${definition.version}"` };
    const path = `/v1/breadcrumbs/${definition.id}`;
    const { status, body } = await this.stack.api.request('PATCH', path, { context }, { headers });
    if (status >= 400) throw new Error(`The grant was rejected: ${JSON.stringify(body)}`);
  }

  /** The content of a message for which the model calls these tools in its first step. */
  plan(session: string, ...calls: ScriptedCall[]): string {
    const content = `${PREFIX}${session}-${this.plans.size}`;
    this.plans.set(content, calls);
    return content;
  }

  /** Sends a message for which the model calls these tools in its first step. */
  say(session: string, ...calls: ScriptedCall[]): Promise<SentMessage> {
    return this.conversations.say(session, this.plan(session, ...calls));
  }

  /** Sends such a message, waits for the answer, and reads the whole turn. */
  async run(session: string, ...calls: ScriptedCall[]): Promise<ToolTurn> {
    return this.ended(await this.say(session, ...calls));
  }

  async ended(said: SentMessage, withinMs = 60_000): Promise<ToolTurn> {
    const [end] = await this.conversations.waitForTurns([said], { withinMs });
    const turn = end?.turn.id;
    const requests = await this.conversations.listCrumbs<ToolRequestV1>(ToolRequest.name, said.session);
    const responses = await this.conversations.listCrumbs<ToolResponseV1>(ToolResponse.name, said.session);
    const ours = requests.filter(({ context }) => context.turn.id === turn);
    return {
      said,
      answer: String(end?.response.context.content ?? JSON.stringify(end?.response.context.error)),
      asked: ours.filter(({ context }) => !context.parent),
      parts: ours.filter(({ context }) => context.parent),
      responses: new Map(responses.map((response) => [response.context.request.id, response])),
    };
  }

  /** Waits until a tool is in the catalog and available (or, with false, unavailable). */
  whenAvailable(tool: string, available = true): Promise<unknown> {
    const look = async (): Promise<boolean> => {
      const [catalog] = await this.conversations.listCrumbs<{ tools?: { name: string; available?: boolean }[] }>(
        'tool.catalog.v1',
      );
      return catalog?.context.tools?.some((one) => one.name === tool && one.available === available) ?? false;
    };
    return eventually(look, { everyMs: 200 });
  }

  private script(call: ModelCall): Script {
    const last = call.body.messages?.at(-1);
    if (last?.role === 'tool') return { say: `it gave: ${last.content}` };
    const calls = this.plans.get(lastLine(call));
    return calls ? { calls } : { say: `answer to ${lastLine(call)}` };
  }
}
