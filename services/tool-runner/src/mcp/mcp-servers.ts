import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { McpServerState } from '@crumbtrail/contracts/operations/mcp-servers';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { LOGGER, type Logger, endsWithin } from '@crumbtrail/platform';
import { HeldServer, type ServerOrigin } from './held-server';
import { legalName, type McpServer } from './servers-file';

/** Injection token of the configured servers. */
export const MCP_SERVERS = Symbol('tool-runner.mcp-servers');

/** How long start-up waits for servers; after that their tools are unavailable until they connect. */
const FIRST_WITHIN_MS = 5_000;

const keyOf = (name: string, workspace: string | undefined): string => JSON.stringify([workspace ?? null, name]);

/** The MCP servers that provide tools: those of the environment, and those of the settings of workspaces. Each connects and disconnects independently. */
@Injectable()
export class McpServers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly held = new Map<string, HeldServer>();

  constructor(
    @Inject(MCP_SERVERS) private readonly servers: readonly McpServer[],
    @Inject(ToolRegistry) private readonly tools: ToolRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The service subscribes only after this resolves, so that waiting requests find the tools they need. */
  async onApplicationBootstrap(): Promise<void> {
    const first = this.servers.map((server) => this.start(server));
    await endsWithin(Promise.all(first), FIRST_WITHIN_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.held.values()].map(({ connection }) => connection.stop()));
  }

  /** Whether the environment has a server whose tools would have the same names. */
  isOfEnvironment(name: string): boolean {
    return this.servers.some((server) => legalName(server.name) === legalName(name));
  }

  /** Connects a server, in place of the one of before; resolves when the first attempt has succeeded or failed. */
  start(server: McpServer, origin: ServerOrigin = {}): Promise<void> {
    const { tools, logger } = this;
    this.stop(server.name, origin.workspace);
    const held = new HeldServer(server, origin, { tools, logger });
    this.held.set(keyOf(server.name, origin.workspace), held);
    held.connection.start();
    return held.connection.tried;
  }

  /** Disconnects a server of a workspace, if it is connected. Its calls end. */
  stop(name: string, workspace: string | undefined): void {
    const key = keyOf(name, workspace);
    void this.held.get(key)?.connection.stop();
    this.held.delete(key);
  }

  /** How the servers of the environment, and those of this workspace, are. */
  statesFor(workspace: string): McpServerState[] {
    const isVisible = ({ origin }: HeldServer): boolean =>
      origin.workspace === undefined || origin.workspace === workspace;
    return [...this.held.values()].filter(isVisible).map((held) => held.describe());
  }
}
