import type { McpServerState, McpServerTool } from '@crumbtrail/contracts/operations/mcp-servers';
import type { Tool, ToolRegistry } from '@crumbtrail/tool-runtime';
import type { Logger } from '@crumbtrail/platform';
import { callServer } from './call-server';
import { ServerConnection } from './connection';
import { contentTools } from './content-tools';
import { lendingOf, type Lent, type ServerTools } from './definitions';
import type { ServerContent } from './dial-server';
import { truncateUntrusted } from './lenient-schema';
import { outputOf } from './result';
import type { McpServer } from './servers-file';

/** Where a server is configured: the environment, for all workspaces, or the settings of one. */
export interface ServerOrigin {
  /** Absent: the environment configures it. */
  readonly workspace?: string;
  /** The version of the setting. */
  readonly version?: number;
}

interface ServerWorld {
  readonly tools: ToolRegistry;
  readonly logger: Logger;
}

const MOST_DESCRIPTION = 300;

function toolOf(connection: ServerConnection, lent: Lent): Tool {
  const { server } = connection;
  return {
    definition: lent.definition,
    run: async (input, call) => {
      const { name } = lent.definition;
      if (server.kind === 'http')
        for (const secret of server.secrets ?? [])
          call.tell(`sends the secret ${secret} to ${new URL(server.url).host}`);
      const request = { method: 'tools/call', params: { name: lent.remote, arguments: input } };
      return outputOf(await callServer(connection, { tool: name, request, call }), name);
    },
  };
}

/** For the catalog, which everybody in a workspace may read: URLs may hold secrets. */
export const describeTrouble = (why: string): string =>
  truncateUntrusted(why.replace(/\b(https?:\/\/)[^\s"')]+/g, '$1…'), 200) || 'it closed the connection';

/** A tool as it is shown to operators. */
export const toOffered = ({ name, description }: Tool['definition']): McpServerTool => ({
  name,
  description: truncateUntrusted(description, MOST_DESCRIPTION),
});

/** A configured server: its connection, what it offers and how it is. */
export class HeldServer {
  readonly connection: ServerConnection;
  private known = '';
  private state: McpServerState['state'] = 'connecting';
  private trouble: string | undefined;
  private lastError: McpServerState['last_error'];
  private offered: readonly McpServerTool[] = [];

  constructor(
    readonly server: McpServer,
    readonly origin: ServerOrigin,
    private readonly world: ServerWorld,
  ) {
    this.connection = new ServerConnection(server, {
      logger: world.logger,
      onTools: (listed, content) => this.lend(lendingOf(server, listed), content),
      onAway: (why) => this.leave(describeTrouble(why)),
    });
  }

  describe(): McpServerState {
    const { server, origin, state, trouble, lastError } = this;
    const revision = this.connection.presence.there?.revision;
    return {
      name: server.name,
      from: origin.workspace === undefined ? 'environment' : 'settings',
      ...(origin.version !== undefined && { version: origin.version }),
      kind: server.kind,
      state,
      ...(trouble !== undefined && { trouble }),
      ...(lastError && { last_error: lastError }),
      ...(revision !== undefined && { revision }),
      tools: this.offered,
    };
  }

  private lend(lending: ServerTools, content: ServerContent): void {
    this.state = 'connected';
    this.trouble = undefined;
    const now = JSON.stringify([lending.lent, content]);
    if (now === this.known) return;
    this.known = now;
    const { name } = this.server;
    for (const sentence of lending.told)
      this.world.logger.warn({ server: name }, `the MCP server ${name}: ${sentence}`);
    const taken = new Set(lending.lent.map(({ definition }) => definition.name));
    const own = lending.lent.map((one) => toolOf(this.connection, one));
    const tools = [...own, ...contentTools(this.connection, content, taken)];
    this.offered = tools.map(({ definition }) => toOffered(definition));
    this.put(tools);
  }

  private leave(trouble: string): void {
    this.state = 'unavailable';
    this.trouble = trouble;
    this.lastError = { at: new Date().toISOString(), message: trouble };
    if (trouble === this.known) return;
    this.known = trouble;
    this.offered = [];
    this.put([], trouble);
  }

  private put(tools: readonly Tool[], trouble?: string): void {
    this.world.tools.put(`mcp:${this.server.name}`, tools, trouble, this.origin.workspace);
  }
}
