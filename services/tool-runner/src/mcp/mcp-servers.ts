import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Tool, ToolRegistry } from '@crumbtrail/tool-runtime';
import { LOGGER, type Logger, endsWithin } from '@crumbtrail/platform';
import { callServer } from './call-server';
import { ServerConnection } from './connection';
import { contentTools } from './content-tools';
import { type ServerTools, lendingOf, type Lent } from './definitions';
import type { ServerContent } from './dial-server';
import { truncateUntrusted } from './lenient-schema';
import { outputOf } from './result';
import type { McpServer } from './servers-file';

/** Injection token of the configured servers. */
export const MCP_SERVERS = Symbol('tool-runner.mcp-servers');

function toolOf(connection: ServerConnection, lent: Lent): Tool {
  return {
    definition: lent.definition,
    run: async (input, call) => {
      const { name } = lent.definition;
      const request = { method: 'tools/call', params: { name: lent.remote, arguments: input } };
      return outputOf(await callServer(connection, { tool: name, request, call }), name);
    },
  };
}

/** For the catalog, which everybody in a workspace may read: URLs may hold secrets. */
const describeTrouble = (why: string): string =>
  truncateUntrusted(why.replace(/\b(https?:\/\/)[^\s"')]+/g, '$1…'), 200) || 'it closed the connection';

/** How long start-up waits for servers; after that their tools are unavailable until they connect. */
const FIRST_WITHIN_MS = 5_000;

/** The MCP servers that provide tools; each connects and disconnects independently. */
@Injectable()
export class McpServers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly connections: ServerConnection[] = [];

  constructor(
    @Inject(MCP_SERVERS) private readonly servers: readonly McpServer[],
    @Inject(ToolRegistry) private readonly tools: ToolRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The service subscribes only after this resolves, so that waiting requests find the tools they need. */
  async onApplicationBootstrap(): Promise<void> {
    for (const server of this.servers) this.connect(server);
    await endsWithin(Promise.all(this.connections.map((connection) => connection.tried)), FIRST_WITHIN_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.stop()));
  }

  private connect(server: McpServer): void {
    let known = '';
    const connection = new ServerConnection(server, {
      logger: this.logger,
      onTools: (listed, content) => {
        const lending = lendingOf(server, listed);
        const now = JSON.stringify([lending.lent, content]);
        if (now === known) return;
        known = now;
        this.lend(connection, lending, content);
      },
      onAway: (why) => {
        const trouble = describeTrouble(why);
        if (trouble === known) return;
        known = trouble;
        this.tools.put(`mcp:${server.name}`, [], trouble);
      },
    });
    this.connections.push(connection);
    connection.start();
  }

  private lend(connection: ServerConnection, { lent, told }: ServerTools, content: ServerContent): void {
    const { name } = connection.server;
    for (const sentence of told) this.logger.warn({ server: name }, `the MCP server ${name}: ${sentence}`);
    const taken = new Set(lent.map(({ definition }) => definition.name));
    const own = lent.map((one) => toolOf(connection, one));
    this.tools.put(`mcp:${name}`, [...own, ...contentTools(connection, content, taken)]);
  }
}
