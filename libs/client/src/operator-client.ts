import type { ModelBody, WorkspaceModel } from '@crumbtrail/contracts/http/models';
import type {
  McpServerBody,
  McpServerChanges,
  McpServerList,
  McpServerView,
} from '@crumbtrail/contracts/http/mcp-servers';
import type { McpServerTrial } from '@crumbtrail/contracts/operations/mcp-servers';
import type { SecretBody, SecretList, SecretView } from '@crumbtrail/contracts/http/secrets';
import type { EmbedderTrial } from '@crumbtrail/contracts/operations/stack';
import type { ModelTrial } from '@crumbtrail/contracts/operations/models';
import type {
  EmbeddingsReply,
  Identity,
  KeyView,
  Participant,
  Role,
  StatusReply,
  VacuumReply,
} from '@crumbtrail/contracts';
import type { DeadLetterView, DiscardedLetter, ReplayedLetter } from '@crumbtrail/contracts/http/dead-letters';
import type { LoreTest, LoreTestBody } from '@crumbtrail/contracts/http/lore';
import type { Agent } from '@crumbtrail/contracts/http/operators';
import type { SeenAgentsReply } from '@crumbtrail/contracts/http/seen-agents';
import type { ListedOverrides, OverrideBody } from '@crumbtrail/contracts/http/session-overrides';
import type { ToolTrial } from '@crumbtrail/contracts/http/tools';
import type { NewWebhook, WebhookBody, WebhookTrial, WebhookView } from '@crumbtrail/contracts/http/webhooks';
import type { RemovedConsumer } from '@crumbtrail/contracts/operations/consumers';
import type { MovedWorkspace } from '@crumbtrail/contracts/operations/keys';
import type { RetentionPreview, RetentionReply, WorkspaceChecksum } from '@crumbtrail/contracts/operations/retention';
import { call, type GatewayAddress, type RequestTo } from './call';
import type { StackReadiness, TryToolOptions } from './reply-types';

/** The part of the client for operators: agents, keys, workspaces, dead letters, status. */
export class OperatorClient {
  constructor(readonly gateway: GatewayAddress) {}

  /** At most 500. */
  async agents(): Promise<readonly Agent[]> {
    return (await call(this.gateway, 'GET /v1/agents', { query: { limit: 500 } })).agents;
  }

  /** The agents that are online on the NATS server of the gateway. What they say of themselves is not verified. */
  discoverAgents(): Promise<SeenAgentsReply> {
    return call(this.gateway, 'GET /v1/agents/seen', {});
  }

  whoAmI(): Promise<Identity> {
    return call(this.gateway, 'GET /v1/whoami', {});
  }

  /** The secret is in no later reply. */
  createKey(key: {
    participant: Participant;
    /** The display name under which the key writes, of a user or an operator. Default: each breadcrumb may bring one. */
    name?: string;
    /** For a chat program, whose system messages agents take as a persona by default. @default false */
    client?: boolean;
    role: Role;
    expires_at?: string;
    /** Also for an id that another kind of participant has. @default false */
    force?: boolean;
  }): Promise<KeyView & { readonly secret: string }> {
    return call(this.gateway, 'POST /v1/keys', { body: key });
  }

  /** Makes a user of NATS a participant: prompts to published agents that it signs are the participant's. */
  admitNatsUser(user: RequestTo<'POST /v1/keys/nats'>['body']): Promise<KeyView> {
    return call(this.gateway, 'POST /v1/keys/nats', { body: user });
  }

  async keys(): Promise<readonly KeyView[]> {
    return (await call(this.gateway, 'GET /v1/keys', {})).keys;
  }

  revokeKey(key: string): Promise<KeyView> {
    return call(this.gateway, 'DELETE /v1/keys/:id', { params: { id: key } });
  }

  /** Sends events to a URL. The secret, with which the receiver checks their signatures, is in no later reply. */
  createWebhook(webhook: WebhookBody): Promise<NewWebhook> {
    return call(this.gateway, 'POST /v1/webhooks', { body: webhook });
  }

  async webhooks(): Promise<readonly WebhookView[]> {
    return (await call(this.gateway, 'GET /v1/webhooks', {})).webhooks;
  }

  removeWebhook(name: string): Promise<WebhookView> {
    return call(this.gateway, 'DELETE /v1/webhooks/:name', { params: { name } });
  }

  /** Sends a test event once. */
  testWebhook(name: string): Promise<WebhookTrial> {
    return call(this.gateway, 'POST /v1/webhooks/:name/test', { params: { name } });
  }

  /** Sends everything after a position of the log again, with the ids of before. */
  replayWebhook(name: string, after: number): Promise<WebhookView> {
    return call(this.gateway, 'POST /v1/webhooks/:name/replay', { params: { name }, body: { after } });
  }

  /** The secret of its first operator key is in no later reply. */
  createWorkspace(name: string): Promise<{ readonly name: string; readonly secret: string }> {
    return call(this.gateway, 'POST /v1/workspaces', { body: { name } });
  }

  async workspaces(): Promise<readonly { readonly name: string; readonly created_at: string }[]> {
    return (await call(this.gateway, 'GET /v1/workspaces', {})).workspaces;
  }

  /**
   * Moves the workspace of this client's key to another cell, while it is used; resolves when the other cell has it. `within_ms`: how long turns in
   * progress may take to end, default 60,000. Operators only.
   */
  moveWorkspace(
    name: string,
    { to, within_ms }: { readonly to: string; readonly within_ms?: number },
  ): Promise<MovedWorkspace> {
    const body = { to, ...(within_ms !== undefined && { within_ms }) };
    return call(this.gateway, 'POST /v1/workspaces/:name/move', { params: { name }, body });
  }

  /** Events that services failed to process, newest first. `limit` defaults to 100. */
  async deadLetters({ limit = 100 }: { limit?: number } = {}): Promise<readonly DeadLetterView[]> {
    return (await call(this.gateway, 'GET /v1/dead-letters', { query: { limit } })).dead_letters;
  }

  /** Sends the event of a dead letter to its service again, once per letter. If it fails again, there is a new letter. */
  replayDeadLetter(letter: string): Promise<ReplayedLetter> {
    return call(this.gateway, 'POST /v1/dead-letters/:id/replay', { params: { id: letter } });
  }

  /** Decides that the event of a dead letter is not processed again; the letter can still be replayed. */
  discardDeadLetter(letter: string, { reason }: { readonly reason?: string } = {}): Promise<DiscardedLetter> {
    const body = reason === undefined ? {} : { reason };
    return call(this.gateway, 'POST /v1/dead-letters/:id/discard', { params: { id: letter }, body });
  }

  /** Runs a tool as for an agent, outside of any turn. Without `result` it is still running: follow its trail. Operators only. */
  tryTool(tool: string, options: TryToolOptions = {}): Promise<ToolTrial> {
    return call(this.gateway, 'POST /v1/tools/:name/try', { params: { name: tool }, body: options });
  }

  /** How operators have adjusted a session. Operators only. */
  overrides(session: string): Promise<ListedOverrides> {
    return call(this.gateway, 'GET /v1/sessions/:session/overrides', { params: { session } });
  }

  /** Adjusts a session; an item with the same id is replaced. Operators only. */
  override(
    session: string,
    body: OverrideBody,
    { idempotencyKey }: { readonly idempotencyKey?: string } = {},
  ): Promise<ListedOverrides> {
    return call(this.gateway, 'POST /v1/sessions/:session/overrides', { params: { session }, body, idempotencyKey });
  }

  /** Reverts an adjustment at once. Operators only. */
  revertOverride(session: string, id: string): Promise<ListedOverrides> {
    return call(this.gateway, 'DELETE /v1/sessions/:session/overrides/:id', { params: { session, id } });
  }

  /** Which model answers in the workspace, and who has changed it; never its key. Operators only. */
  model(): Promise<WorkspaceModel> {
    return call(this.gateway, 'GET /v1/model', {});
  }

  /** Connects the model that answers from the next turn on. Operators only. */
  connectModel(body: ModelBody): Promise<WorkspaceModel> {
    return call(this.gateway, 'PUT /v1/model', { body });
  }

  /** Disconnects the model and forgets its key. Operators only. */
  disconnectModel(): Promise<WorkspaceModel> {
    return call(this.gateway, 'DELETE /v1/model', {});
  }

  /** The secrets that the code of tools may send, and where; never their values. Operators only. */
  secrets(): Promise<SecretList> {
    return call(this.gateway, 'GET /v1/secrets', {});
  }

  /** Saves a secret, encrypted; without a value the saved one is kept, if its hosts are the same. Operators only. */
  saveSecret(name: string, body: SecretBody): Promise<SecretView> {
    return call(this.gateway, 'PUT /v1/secrets/:name', { params: { name }, body });
  }

  /** Removes a secret: no tool can use it from its next run on. Operators only. */
  removeSecret(name: string): Promise<SecretView> {
    return call(this.gateway, 'DELETE /v1/secrets/:name', { params: { name } });
  }

  /** The MCP servers of the workspace, how they are and which tools they offer. Operators only. */
  mcpServers(): Promise<McpServerList> {
    return call(this.gateway, 'GET /v1/mcp-servers', {});
  }

  /** Adds or changes an MCP server, which is connected at once. Operators only. */
  saveMcpServer(name: string, body: McpServerBody): Promise<McpServerView> {
    return call(this.gateway, 'PUT /v1/mcp-servers/:name', { params: { name }, body });
  }

  /** Removes an MCP server: its tools are offered to no agent. Operators only. */
  removeMcpServer(name: string): Promise<McpServerView> {
    return call(this.gateway, 'DELETE /v1/mcp-servers/:name', { params: { name } });
  }

  /** Connects to an MCP server once and lists its tools. Stores nothing. Operators only. */
  testMcpServer(name: string, body: McpServerBody): Promise<McpServerTrial> {
    return call(this.gateway, 'POST /v1/mcp-servers/:name/test', { params: { name }, body });
  }

  /** Who has added, changed and removed an MCP server, the latest first. Operators only. */
  async mcpServerHistory(name: string): Promise<McpServerChanges> {
    return (await call(this.gateway, 'GET /v1/mcp-servers/:name/history', { params: { name } })).history;
  }

  /** Calls a model once, to see whether it answers. Stores nothing. Operators only. */
  testModel(body: ModelBody): Promise<ModelTrial> {
    return call(this.gateway, 'POST /v1/model/test', { body });
  }

  /** Which entries of a lorebook a text would activate, and why not the others. Stores nothing. */
  testLore(book: string, body: LoreTestBody): Promise<LoreTest> {
    return call(this.gateway, 'POST /v1/lore/:book/test', { params: { book }, body });
  }

  /** The JSON Schema of a published payload, like `agent.def.v1`. */
  schema(name: string): Promise<Readonly<Record<string, unknown>>> {
    return call(this.gateway, 'GET /v1/schemas/:name', { params: { name } });
  }

  /** Removes what was erased from the files of the database. Operators of the workspace `default` only. */
  vacuum(): Promise<VacuumReply> {
    return call(this.gateway, 'POST /v1/vacuum', {});
  }

  /** Removes the consumer of a service that is gone for good, which no process is subscribed to. Operators of the workspace `default` only. */
  removeConsumer(name: string): Promise<RemovedConsumer> {
    return call(this.gateway, 'DELETE /v1/consumers/:name', { params: { name } });
  }

  /** How long the workspace keeps what it stores, and what was removed. Operators only. */
  retention(): Promise<RetentionReply> {
    return call(this.gateway, 'GET /v1/retention', {});
  }

  /** What retention would remove now, with the stored setting or with another one, and why. Removes nothing. Operators only. */
  previewRetention(body: RequestTo<'POST /v1/retention/preview'>['body'] = {}): Promise<RetentionPreview> {
    return call(this.gateway, 'POST /v1/retention/preview', { body });
  }

  /** The checksum of the workspace, from all of its rows. Operators only. */
  checksum(): Promise<WorkspaceChecksum> {
    return call(this.gateway, 'GET /v1/checksum', {});
  }

  status(): Promise<StatusReply> {
    return call(this.gateway, 'GET /v1/status', {});
  }

  /** Which embedder serves, and the progress of the chosen one. Operators only. */
  embeddings(): Promise<EmbeddingsReply> {
    return call(this.gateway, 'GET /v1/embeddings', {});
  }

  /** Chooses another embedder; the previous one serves until it has caught up. Operators of the workspace `default` only. */
  useEmbedder(use: string): Promise<EmbeddingsReply> {
    return call(this.gateway, 'PUT /v1/embeddings', { body: { use } });
  }

  /** Embeds two texts with an embedder and compares them; stores nothing. Operators of the workspace `default` only. */
  testEmbedder(body: RequestTo<'POST /v1/embeddings/test'>['body']): Promise<EmbedderTrial> {
    return call(this.gateway, 'POST /v1/embeddings/test', { body });
  }

  /** Reads which services are missing. Resolves also when nothing, or something other than a gateway, replies. */
  async readiness(): Promise<StackReadiness> {
    const response = await (this.gateway.fetch ?? fetch)(new URL('readyz', `${this.gateway.url}/`)).catch(() => null);
    if (!response) return { status: 'not reachable', checks: {} };
    const reply = (await response.json().catch(() => null)) as Partial<StackReadiness> | null;
    return reply?.status && reply.checks
      ? { status: reply.status, checks: reply.checks }
      : { status: 'no gateway', checks: {} };
  }
}
