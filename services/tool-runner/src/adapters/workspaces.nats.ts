import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { ListWorkspaces } from '@crumbtrail/contracts';
import { WorkspaceList } from '../ports';

/** The workspace in which workspaces are listed. */
const HOME = 'default';

@Injectable()
export class WorkspaceListNats extends WorkspaceList {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async names(): Promise<readonly string[]> {
    const { workspaces } = await this.store.in(HOME).request(ListWorkspaces, {});
    return workspaces.map(({ name }) => name);
  }
}
