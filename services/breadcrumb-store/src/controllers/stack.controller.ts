import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { CrumbStream, explainDurableRefusal, Respond } from '@crumbtrail/bus';
import { refuse, Status, Subscribe, type ReplyOf, type RequestOf, type StatusReply } from '@crumbtrail/contracts';
import { ListSavedMcpServers } from '@crumbtrail/contracts/operations/mcp-servers';
import { ListPublishedAgents } from '@crumbtrail/contracts/operations/published-agents';
import { RemoveConsumer, type RemovedConsumer } from '@crumbtrail/contracts/operations/consumers';
import { PRODUCT_VERSION } from '@crumbtrail/platform';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import { SCHEMA_VERSION } from '../database/schema-version';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { HOME, Workspaces } from '../identity/workspaces';
import { listPublishedAgents } from '../reading/list-published-agents';
import { listSavedMcpServers } from '../reading/list-saved-mcp-servers';
import { includeIfSet } from '../reading/envelope';
import { SearchIndex } from '../search/index/search-index';
import { Relay } from '../relay/relay';
import { Writer } from '../writer/writer';

/** Durable consumers of services, the agents that are published, saved MCP servers, and the state of the log, its index and its durables. */
@Controller()
@UseGuards(CallerGuard)
export class StackController {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly relay: Relay,
    private readonly stream: CrumbStream,
    private readonly index: SearchIndex,
    private readonly writer: Writer,
    private readonly workspaces: Workspaces,
    @Inject(DATABASE) private readonly database: WorkspaceDatabase,
  ) {}

  @Respond(Subscribe)
  async subscribe(
    @Payload() request: RequestOf<typeof Subscribe>,
    @CallerOf() { principal }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof Subscribe>> {
    const why = explainDurableRefusal(principal, request);
    if (why !== null) throw refuse('forbidden', `${principal} may not have this durable: ${why}.`);
    await this.relay.subscribe(request);
    return { stream: this.stream.name, epoch: this.relay.epoch };
  }

  @Respond(RemoveConsumer)
  async removeConsumer(
    @Payload() { name }: RequestOf<typeof RemoveConsumer>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<RemovedConsumer> {
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} remove consumers.`);
    const { floor } = await this.relay.removeDurable(name);
    return { name, floor };
  }

  @Respond(ListPublishedAgents)
  async listPublishedAgents(
    @Payload() { only }: RequestOf<typeof ListPublishedAgents>,
  ): Promise<ReplyOf<typeof ListPublishedAgents>> {
    const names = only ? [only.workspace] : (await this.workspaces.list()).map(({ name }) => name);
    return { agents: await listPublishedAgents(this.database.within(names), names, only?.agent) };
  }

  @Respond(ListSavedMcpServers)
  async listSavedMcpServers(
    @Payload() { only }: RequestOf<typeof ListSavedMcpServers>,
  ): Promise<ReplyOf<typeof ListSavedMcpServers>> {
    const names = only !== undefined ? [only] : (await this.workspaces.list()).map(({ name }) => name);
    return { servers: await listSavedMcpServers(this.database.within(names), names) };
  }

  @Respond(Status)
  async status(): Promise<StatusReply> {
    const { relay, index } = this;
    const { logId, head, oldestUnrelayedMs } = await relay.backlog();
    const pendingAges = await relay.pendingAges();
    const refusal = this.writer.whyRefused();
    return {
      version: PRODUCT_VERSION,
      schema: SCHEMA_VERSION,
      log_id: logId,
      epoch: relay.epoch,
      head,
      relayed: relay.relayed,
      indexed: index.position,
      embedded: index.embeddedPosition,
      database: this.database.kind,
      embedder: index.embedder,
      oldest_unrelayed_ms: oldestUnrelayedMs,
      ...(refusal ? { writes_refused: refusal.message } : {}),
      lost: await relay.lostRanges(),
      durables: relay.durables.map(({ name, floor, consumer }) => ({
        name,
        floor,
        waiting: consumer?.waiting ?? 0,
        pending: (consumer?.pending ?? 0) + (consumer?.outstanding ?? 0),
        ...includeIfSet('oldest_pending_ms', pendingAges.get(name)),
      })),
    };
  }
}
