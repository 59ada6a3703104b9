import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { refuse, RevokeKey, type KeyView } from '@crumbtrail/contracts';
import { isUuid } from '../database/uuid';
import { Callers } from '../identity/callers';
import { Keys } from '../identity/keys';
import { shaped, shapes } from './request-shape';

/** Ends a key at once. */
@Controller()
export class OnRevokeKey {
  constructor(
    private readonly callers: Callers,
    private readonly keys: Keys,
  ) {}

  @Respond(RevokeKey)
  async handle(request: { id: string }, from: RequestContext): Promise<KeyView> {
    const { workspace } = await this.callers.of(RevokeKey, from);
    const { id } = shaped(shapes.byId, request);
    if (!isUuid(id)) throw refuse('not_found', `No key ${id} in this workspace.`);
    return this.keys.revoke(workspace, id);
  }
}
