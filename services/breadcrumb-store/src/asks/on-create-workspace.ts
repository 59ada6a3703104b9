import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { CreateWorkspace, refuse } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { Keys } from '../identity/keys';
import { HOME, Workspaces } from '../identity/workspaces';
import { shaped, shapes } from './request-shape';

/** Makes a workspace and its first operator key. Only operators of the workspace `default` may. */
@Controller()
export class OnCreateWorkspace {
  constructor(
    private readonly callers: Callers,
    private readonly workspaces: Workspaces,
    private readonly keys: Keys,
  ) {}

  @Respond(CreateWorkspace)
  async handle(request: { name: string }, from: RequestContext): Promise<{ name: string; secret: string }> {
    const { workspace } = await this.callers.of(CreateWorkspace, from);
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} make workspaces.`);
    const { name } = shaped(shapes.createWorkspace, request);
    if (!(await this.workspaces.ensure(name))) throw refuse('id_conflict', `There is a workspace ${name} already.`);
    const first = { participant: { kind: 'operator', id: 'operator' }, role: 'operator' } as const;
    return { name, secret: (await this.keys.create(name, first)).secret };
  }
}
