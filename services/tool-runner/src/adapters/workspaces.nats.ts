import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { ListWorkspaces } from '@crumbtrail/contracts';
import { Workspaces } from '../ports';

/** The workspace in which workspaces are listed. */
const HOME = 'default';

@Injectable()
export class WorkspacesNats extends Workspaces {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async names(): Promise<readonly string[]> {
    const { workspaces } = await this.store.in(HOME).request(ListWorkspaces, {});
    return workspaces.map(({ name }) => name);
  }
}
