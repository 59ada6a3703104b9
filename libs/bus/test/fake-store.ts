// A fake of the store's side of the protocol: these tests are about the bus itself, which knows no store.
import {
  Commit,
  type CommitRequest,
  type CrumbEvent,
  type Draft,
  type Envelope,
  Read,
  refuse,
  Status,
  Subscribe,
  type SubscribeRequest,
  UserMessage,
} from '@crumbtrail/contracts';
import { v7 } from 'uuid';
import type { Bus } from '../src/request-reply/bus';
import { CrumbStream } from '../src/stream/crumb-stream';

const NOW = '2026-01-01T00:00:00.000Z';

/** The part of a store that handlers need: answers read, subscribe and commit over a real broker, with a real stream. */
export class FakeStore {
  readonly stream: CrumbStream;
  readonly crumbs = new Map<string, Envelope | { erased: true }>();
  readonly deadLetters: { draft: Draft; workspace: string }[] = [];
  readonly commits: { request: CommitRequest; traceparent?: string }[] = [];
  readonly subscriptions: SubscribeRequest[] = [];
  /** While set, commits throw this error. */
  down: Error | null = null;
  private position = 0;

  constructor(private readonly bus: Bus) {
    this.stream = new CrumbStream(bus);
  }

  async open(): Promise<void> {
    await this.stream.ensure();
    await this.bus.respond(Subscribe, async (request) => {
      this.subscriptions.push(request);
      await this.stream.ensure();
      const { durable: name, filter, start, ack_wait_ms: ackWaitMs } = request;
      await this.stream.createDurable({ name, filter, start: start === 'head' ? 'new' : 'all', ackWaitMs });
      return { stream: 'CRUMBS', epoch: 1 };
    });
    await this.bus.respond(Read, async ({ refs }) => ({
      crumbs: refs.map(({ id }) => (this.crumbs.get(id) as Envelope | undefined) ?? null),
      position: this.position,
      now: NOW,
    }));
    await this.bus.respond(Status, async () => refuse('unavailable', 'not in this spec') as never);
    await this.bus.respond(Commit, async (request, { workspace, traceparent }) => {
      if (this.down) throw this.down;
      this.commits.push({ request, traceparent });
      for (const write of request.writes)
        if (write.op === 'create') this.deadLetters.push({ draft: write.draft, workspace });
      return { results: [] };
    });
  }

  /** Stores a message and publishes its event, as the store and its relay do. */
  async say(
    content: string,
    more: Partial<CrumbEvent> & { context?: Record<string, unknown> } = {},
  ): Promise<CrumbEvent> {
    const event = this.event(more);
    const context = more.context ?? { content };
    this.crumbs.set(event.id, envelope(event, context));
    await this.announce(event);
    return event;
  }

  async announce(event: CrumbEvent): Promise<void> {
    await this.stream.publish([event], { logId: 'log', epoch: 1 });
  }

  event(more: Partial<CrumbEvent> = {}): CrumbEvent {
    this.position += 1;
    const id = v7();
    return {
      position: this.position,
      kind: more.kind ?? 'created',
      workspace: more.workspace ?? 'default',
      id,
      version: 1,
      schema_name: more.schema_name ?? UserMessage.name,
      trail_id: id,
      hop: 0,
      author: { kind: 'user', id: 'ann' },
      imported: false,
      content_hash: 'hash',
      ...(more.recipient ? { recipient: more.recipient } : {}),
      ...(more.traceparent ? { traceparent: more.traceparent } : {}),
    };
  }
}

function envelope(event: CrumbEvent, context: Record<string, unknown>): Envelope {
  const { id, workspace, schema_name, version, position, trail_id, hop, imported, author, content_hash } = event;
  const times = { occurred_at: NOW, created_at: NOW, updated_at: NOW };
  const named = { id, workspace, schema_name, version, position, trail_id, hop, imported, author, content_hash };
  return { ...named, ...times, tags: [], audience: 'all', context } as Envelope;
}
