import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, Role, TaskState, type Message } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { textOf, textPart } from './a2a-client';

/** An agent of another program: A2A's own server, which asks for the size of a roof, answers `stall` never, and pauses in its answer to `pause`. */
export class A2aHost {
  readonly received: Message[] = [];
  readonly keys: (string | undefined)[] = [];
  readonly canceled: string[] = [];
  /** The method of each request. */
  readonly methods: string[] = [];
  private readonly stalled = new Map<string, () => void>();
  private readonly server = createServer();

  private constructor() {}

  static async start(): Promise<A2aHost> {
    const host = new A2aHost();
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    host.serve();
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get card(): string {
    return `${this.url}/card.json`;
  }

  /** How many answers wait for `resume`. */
  get paused(): number {
    return this.stalled.size;
  }

  resume(): void {
    for (const go of this.stalled.values()) go();
    this.stalled.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(): void {
    const card = {
      name: 'Roofer',
      description: 'Mends roofs',
      version: '1',
      supportedInterfaces: [{ url: `${this.url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: true },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
    };
    const executor = {
      execute: (context: RequestContext, bus: ExecutionEventBus) => this.answer(context, bus),
      cancelTask: async (id: string, bus: ExecutionEventBus) => {
        this.canceled.push(id);
        this.stalled.get(id)?.();
        this.stalled.delete(id);
        bus.publish(AgentEvent.statusUpdate(toStatus(id, '', TaskState.TASK_STATE_CANCELED)));
        bus.finished();
        await Promise.resolve();
      },
    };
    const handler = new DefaultRequestHandler(AgentCard.fromJSON(card), new InMemoryTaskStore(), executor);
    const rpc = new JsonRpcTransportHandler(handler);
    this.server.on('request', (request, response) => {
      void (async () => {
        this.keys.push(request.headers.authorization);
        if (request.url === '/card.json') return response.end(JSON.stringify(card));
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        const asked = Buffer.concat(pieces).toString();
        this.methods.push((JSON.parse(asked) as { method: string }).method);
        const reply = await rpc.handle(asked, new ServerCallContext({ requestedVersion: '1.0' }));
        if (!(Symbol.asyncIterator in reply)) {
          response.setHeader('content-type', 'application/json');
          return response.end(JSON.stringify(reply));
        }
        response.setHeader('content-type', 'text/event-stream');
        for await (const one of reply) response.write(`data: ${JSON.stringify(one)}\n\n`);
        return response.end();
      })().catch(() => response.destroy());
    });
  }

  private pause(taskId: string): Promise<void> {
    return new Promise((resolve) => this.stalled.set(taskId, resolve));
  }

  private async answer(
    { taskId, contextId, userMessage, task }: RequestContext,
    bus: ExecutionEventBus,
  ): Promise<void> {
    this.received.push(userMessage);
    const text = textOf(userMessage.parts);
    const history = [...(task?.history ?? []), userMessage];
    const { status } = toStatus(taskId, contextId, TaskState.TASK_STATE_WORKING);
    bus.publish(AgentEvent.task({ id: taskId, contextId, status, history, artifacts: [], metadata: undefined }));
    if (text.includes('stall')) return this.pause(taskId);
    const pauses = text.includes('pause');
    if (!task && !pauses) {
      bus.publish(
        AgentEvent.statusUpdate(toStatus(taskId, contextId, TaskState.TASK_STATE_INPUT_REQUIRED, 'How large is it?')),
      );
      return;
    }
    for (const [at, piece] of ['That costs ', '900 euros.'].entries()) {
      if (at > 0 && pauses) await this.pause(taskId);
      const artifact = {
        artifactId: 'a',
        name: '',
        description: '',
        parts: [textPart(piece)],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact,
          append: at > 0,
          lastChunk: at === 1,
          metadata: undefined,
        }),
      );
    }
    bus.publish(AgentEvent.statusUpdate(toStatus(taskId, contextId, TaskState.TASK_STATE_COMPLETED)));
    bus.finished();
    await Promise.resolve();
  }
}

const toStatus = (taskId: string, contextId: string, state: TaskState, say?: string) => ({
  taskId,
  contextId,
  status: {
    state,
    timestamp: undefined,
    message:
      say === undefined
        ? undefined
        : {
            messageId: `${taskId}-asks`,
            contextId,
            taskId,
            role: Role.ROLE_AGENT,
            parts: [textPart(say)],
            metadata: undefined,
            extensions: [],
            referenceTaskIds: [],
          },
  },
  metadata: undefined,
});
