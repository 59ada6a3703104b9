import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AgentResponse,
  AgentTurn,
  ToolRequest,
  ToolResponse,
  type AgentResponseV1,
  type AgentTurnV1,
  type Envelope,
  type ToolRequestV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { eventually, TestStack, type ModelCall, type Script, type StackSettings } from '@crumbtrail/testing';
import { countingTools, type CountingTools } from './counting-tools';
import type { EndedTurn, PlacedMessage, Conversations } from './conversations';
import { WITHOUT_MEMORY } from './fewer-services';
import { ToolTurns } from './tool-turns';

/** Steps in order, with the tools of one step at once: `look>pay`, `pay+look`. */
export type Doing = 'pay' | 'look' | 'pay+look' | 'look>pay';

/** An order in a message; the model decides by its text alone. */
export interface Order extends PlacedMessage {
  readonly key: string;
  readonly doing: Doing;
}

/** A tool request of an order's turn, with its one response. */
export interface Errand {
  readonly request: Envelope<ToolRequestV1>;
  readonly response: Envelope<ToolResponseV1> | undefined;
}

/** How the stack of the orders is run, and how long its model and its tools take. */
export interface OrderSettings {
  /** Turns that one executor runs at once. */
  readonly slots: number;
  /** Duration of a model's reply, in milliseconds. */
  readonly modelMs: () => number;
  /** Duration of a call of the shop, in milliseconds. */
  readonly shopMs: () => number;
  readonly stack: StackSettings;
}

const stepsOf = (doing: string): string[][] => doing.split('>').map((step) => step.split('+'));

/** The message that a model call is about, and the number of steps that its turn had by then. */
function aboutOf({ body: { messages = [] } }: ModelCall): { content: string; key: string; doing: string; at: number } {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const line = content.trim().split('\n').at(-1) ?? '';
  const [, key = '', doing = ''] = /order (\S+): (\S+)$/.exec(line) ?? [];
  return {
    content: `order ${key}: ${doing}`,
    key,
    doing,
    at: messages.filter(({ role }) => role === 'assistant').length,
  };
}

/** Calls the tools of an order, step by step, and then says what they gave; any other message is answered at once. */
export function orderScript(call: ModelCall, delay_ms: number): Script {
  const { key, doing, at } = aboutOf(call);
  const step = doing === '' ? undefined : stepsOf(doing)[at];
  if (step) return { calls: step.map((name) => ({ name: `shop__${name}`, arguments: { key } })), delay_ms };
  const results = (call.body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
  return { say: `done: ${results.join(' | ')}`, delay_ms };
}

/** Orders that an agent carries out with the tools of a counting server, run by two executors and two tool-runners. */
export class Orders {
  private given = 0;

  private constructor(
    readonly stack: TestStack,
    readonly shop: CountingTools,
    readonly conversations: Conversations,
  ) {}

  static async start({ slots, modelMs, shopMs, stack: settings }: OrderSettings): Promise<Orders> {
    const shop = await countingTools(shopMs);
    const MCP_SERVERS = join(mkdtempSync(join(tmpdir(), 'crumbtrail-shop-')), 'servers.json');
    writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { shop: { type: 'http', url: shop.url } } }));
    const services = {
      ...WITHOUT_MEMORY,
      'agent-executor': { replicas: 2, env: { EXECUTOR_SLOTS: `${slots}` } },
      'tool-runner': { replicas: 2, env: { MCP_SERVERS } },
    };
    const stack = await TestStack.start({ ...settings, services });
    const turns = new ToolTurns(stack);
    await turns.whenAvailable('shop__pay');
    await turns.grant({ tools: ['shop__*'] });
    stack.model.otherwise((call) => orderScript(call, modelMs()));
    return new Orders(stack, shop, turns.conversations);
  }

  async give(session: string, doing: Doing, withinMs = 90_000): Promise<Order> {
    const key = `${session}.${(this.given += 1)}`;
    return { ...(await this.conversations.say(session, `order ${key}: ${doing}`, withinMs)), key, doing };
  }

  /** Waits until the turns of all orders have ended; returns them in the order of the orders. */
  async ended(orders: readonly Order[], withinMs: number): Promise<EndedTurn[]> {
    const wanted = new Set(orders.map(({ id }) => id));
    const isAll = async (): Promise<boolean> => {
      const closed = new Set(
        (await this.conversations.listCrumbs<AgentResponseV1>(AgentResponse.name)).map(
          ({ context }) => context.turn?.id,
        ),
      );
      const turns = await this.conversations.listCrumbs<AgentTurnV1>(AgentTurn.name);
      const ours = turns.filter(({ context }) => wanted.has(context.trigger.id));
      return ours.length >= wanted.size && ours.every(({ id }) => closed.has(id));
    };
    await eventually(isAll, { withinMs, everyMs: 1_000 });
    const ended = await this.conversations.endedTurns();
    return orders.map(({ id }) => {
      const [one, ...more] = ended.filter(({ turn }) => turn.context.trigger.id === id);
      if (!one || more.length > 0) throw new Error(`The order ${id} has ${one ? more.length + 1 : 0} turns`);
      return one;
    });
  }

  /** The tool requests of a session, or of all sessions. */
  async errands(session?: string): Promise<Errand[]> {
    const requests = await this.conversations.listCrumbs<ToolRequestV1>(ToolRequest.name, session);
    const responses = await this.conversations.listCrumbs<ToolResponseV1>(ToolResponse.name, session);
    const byRequest = new Map(responses.map((response) => [response.context.request.id, response]));
    if (byRequest.size !== responses.length) throw new Error('A request has more than one response');
    return requests.map((request) => ({ request, response: byRequest.get(request.id) }));
  }

  /** The number of model calls, by message and step. */
  asked(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const call of this.stack.model.calls) {
      const { content, at } = aboutOf(call);
      counts.set(`${content} #${at}`, (counts.get(`${content} #${at}`) ?? 0) + 1);
    }
    return counts;
  }

  /** The model calls that an order needs when no process dies. */
  static needed({ content, doing }: Order): string[] {
    return [...stepsOf(doing), []].map((_, at) => `${content} #${at}`);
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    await this.shop.close();
  }
}
