import { Controller } from '@nestjs/common';
import {
  ListMcpServers,
  ReadMcpServerHistory,
  RemoveMcpServer,
  SaveMcpServer,
  TestMcpServer,
  type McpServerChanges,
  type McpServerList,
  type McpServerView,
} from '@crumbtrail/contracts/http/mcp-servers';
import type { McpServerTrial } from '@crumbtrail/contracts/operations/mcp-servers';
import { Input, Route, type RouteInput } from '../http/route';
import { SavedMcpServers } from './saved-mcp-servers';

/** The MCP servers of a workspace, for operators. */
@Controller()
export class McpServersController {
  constructor(private readonly servers: SavedMcpServers) {}

  @Route(ListMcpServers)
  list(@Input() { caller }: RouteInput<typeof ListMcpServers>): Promise<McpServerList> {
    return this.servers.list(caller);
  }

  @Route(SaveMcpServer)
  save(@Input() { caller, params, body }: RouteInput<typeof SaveMcpServer>): Promise<McpServerView> {
    return this.servers.save(caller, params.name, body);
  }

  @Route(RemoveMcpServer)
  remove(@Input() { caller, params }: RouteInput<typeof RemoveMcpServer>): Promise<McpServerView> {
    return this.servers.remove(caller, params.name);
  }

  @Route(TestMcpServer)
  test(@Input() { caller, params, body }: RouteInput<typeof TestMcpServer>): Promise<McpServerTrial> {
    return this.servers.test(caller, params.name, body);
  }

  @Route(ReadMcpServerHistory)
  history(
    @Input() { caller, params }: RouteInput<typeof ReadMcpServerHistory>,
  ): Promise<{ readonly history: McpServerChanges }> {
    return this.servers.history(caller, params.name);
  }
}
