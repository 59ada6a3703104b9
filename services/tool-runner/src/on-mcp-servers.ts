import { Controller, Inject } from '@nestjs/common';
import { Respond } from '@crumbtrail/bus';
import {
  ReadMcpServers,
  TryMcpServer,
  type McpServersState,
  type McpServerTrial,
  type TryMcpServerRequest,
} from '@crumbtrail/contracts/operations/mcp-servers';
import type { RequestOf } from '@crumbtrail/contracts';
import { toServer, type SavedServerRules } from './mcp/saved-server';
import { SAVED_SERVER_RULES, SavedServers } from './mcp/saved-servers';
import { tryServer } from './mcp/try-server';

/** Says how MCP servers are, and tries those that an operator is about to save. */
@Controller()
export class OnMcpServers {
  constructor(
    private readonly saved: SavedServers,
    @Inject(SAVED_SERVER_RULES) private readonly rules: SavedServerRules,
  ) {}

  @Respond(ReadMcpServers)
  async read({ workspace }: RequestOf<typeof ReadMcpServers>): Promise<McpServersState> {
    return this.saved.stateOf(workspace);
  }

  @Respond(TryMcpServer)
  async try({ workspace, connection, timeout_ms }: TryMcpServerRequest): Promise<McpServerTrial> {
    const usable = toServer({ workspace, connection }, this.rules);
    if ('server' in usable) return tryServer(usable.server, timeout_ms);
    return { ok: false, latency_ms: 0, message: usable.refused, tools: [] };
  }
}
