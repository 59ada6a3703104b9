import { Controller } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
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

  @Answers(ListWorkspaces)
  async handle(
    _request: Record<string, never>,
    from: AskContext,
  ): Promise<{ workspaces: readonly { name: string; created_at: string }[] }> {
    const { workspace } = await this.callers.of(ListWorkspaces, from);
    const all = await this.workspaces.list();
    return { workspaces: all.filter(({ name }) => workspace === HOME || name === workspace) };
  }
}
