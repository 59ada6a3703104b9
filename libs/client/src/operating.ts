import type { EmbeddingsReply, Identity, KeyView, Participant, Role, StatusReply } from '@crumbtrail/contracts';
import { type Asked, type GatewayAddress, sendJson } from './http';
import type { Agent, DeadLetterView, Readiness, ReplayedLetter, ToolTrial, TryToolOptions } from './shapes';

/** The doors for who looks after a workspace: agents, keys, workspaces, dead letters, how things stand. */
export class Operating {
  constructor(readonly door: GatewayAddress) {}

  async agents(): Promise<readonly Agent[]> {
    return (await this.body<{ agents: Agent[] }>('GET', 'v1/agents', { query: { limit: 500 } })).agents;
  }

  whoAmI(): Promise<Identity> {
    return this.body('GET', 'v1/whoami');
  }

  createKey(key: {
    participant: Participant;
    role: Role;
    expires_at?: string;
  }): Promise<KeyView & { readonly secret: string }> {
    return this.body('POST', 'v1/keys', { body: key });
  }

  async keys(): Promise<readonly KeyView[]> {
    return (await this.body<{ keys: KeyView[] }>('GET', 'v1/keys')).keys;
  }

  revokeKey(key: string): Promise<KeyView> {
    return this.body('DELETE', `v1/keys/${encodeURIComponent(key)}`);
  }

  createWorkspace(name: string): Promise<{ readonly name: string; readonly secret: string }> {
    return this.body('POST', 'v1/workspaces', { body: { name } });
  }

  async workspaces(): Promise<readonly { readonly name: string; readonly created_at: string }[]> {
    return (await this.body<{ workspaces: { name: string; created_at: string }[] }>('GET', 'v1/workspaces')).workspaces;
  }

  /** What services could not handle, newest first: the last hundred, or as many as asked for. */
  async deadLetters({ limit = 100 }: { limit?: number } = {}): Promise<readonly DeadLetterView[]> {
    return (await this.body<{ dead_letters: DeadLetterView[] }>('GET', 'v1/dead-letters', { query: { limit } }))
      .dead_letters;
  }

  /** Hands the event of a dead letter to its handler once more. A letter is replayed once; what fails again is another letter. */
  replayDeadLetter(letter: string): Promise<ReplayedLetter> {
    return this.body('POST', `v1/dead-letters/${encodeURIComponent(letter)}/replay`);
  }

  /** Runs a tool as it runs for an agent, outside of any turn; without `result` it still runs, and its trail will say. Operators only. */
  tryTool(tool: string, wish: TryToolOptions = {}): Promise<ToolTrial> {
    return this.body('POST', `v1/tools/${encodeURIComponent(tool)}/try`, { body: wish });
  }

  /** The JSON Schema of a published payload, like `agent.def.v1`. */
  schema(name: string): Promise<Readonly<Record<string, unknown>>> {
    return this.body('GET', `v1/schemas/${encodeURIComponent(name)}`);
  }

  status(): Promise<StatusReply> {
    return this.body('GET', 'v1/status');
  }

  /** Which embedder serves, and how far the chosen one is; operators only. */
  embeddings(): Promise<EmbeddingsReply> {
    return this.body('GET', 'v1/embeddings');
  }

  /** Chooses another embedder; the one before serves until it has caught up. Operators of the workspace `default` only. */
  useEmbedder(use: string): Promise<EmbeddingsReply> {
    return this.body('PUT', 'v1/embeddings', { body: { use } });
  }

  /** Is every service on a message's way there? Resolves with what is not, and when nobody or somebody else answers. */
  async readiness(): Promise<Readiness> {
    const response = await (this.door.fetch ?? fetch)(new URL('readyz', `${this.door.url}/`)).catch(() => null);
    if (!response) return { status: 'not reachable', checks: {} };
    const said = (await response.json().catch(() => null)) as Partial<Readiness> | null;
    return said?.status && said.checks
      ? { status: said.status, checks: said.checks }
      : { status: 'no gateway', checks: {} };
  }

  protected async body<T>(method: string, path: string, asked?: Asked): Promise<T> {
    return (await sendJson<T>(this.door, method, path, asked)).body;
  }
}
