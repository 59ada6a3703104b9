import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { ListWorkspaces } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { HOME, Workspaces } from '../identity/workspaces';

/** Lists all workspaces to operators of `default`; to others, their own. */
@Controller()
export class OnListWorkspaces {
  constructor(
    private readonly callers: Callers,
    private readonly workspaces: Workspaces,
  ) {}

  @Respond(ListWorkspaces)
  async handle(
    _request: Record<string, never>,
    from: RequestContext,
  ): Promise<{ workspaces: readonly { name: string; created_at: string }[] }> {
    const { workspace } = await this.callers.of(ListWorkspaces, from);
    const all = await this.workspaces.list();
    return { workspaces: all.filter(({ name }) => workspace === HOME || name === workspace) };
  }
}
