import { Injectable } from '@nestjs/common';
import { Bus, CrumbStore } from '@crumbtrail/bus';
import { ListSavedMcpServers, type SavedMcpServer } from '@crumbtrail/contracts/operations/mcp-servers';
import { SavedConnections } from '../ports';

/** Any workspace does: the list is of all of them. */
const HOME = 'default';

/** Reads the saved MCP servers from the store, and is told of changes by the broker. */
@Injectable()
export class SavedConnectionsNats extends SavedConnections {
  constructor(
    private readonly bus: Bus,
    private readonly store: CrumbStore,
  ) {
    super();
  }

  async list(): Promise<readonly SavedMcpServer[]> {
    return (await this.store.in(HOME).request(ListSavedMcpServers, {})).servers;
  }

  onChange(listener: () => void): () => void {
    return this.bus.subscribeMcpServers(listener);
  }
}
