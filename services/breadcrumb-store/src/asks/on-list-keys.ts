import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { ListKeys, type KeyView } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { Keys } from '../identity/keys';

/** Lists a workspace's keys, without their secrets. */
@Controller()
export class OnListKeys {
  constructor(
    private readonly callers: Callers,
    private readonly keys: Keys,
  ) {}

  @Respond(ListKeys)
  async handle(_request: Record<string, never>, from: RequestContext): Promise<{ keys: readonly KeyView[] }> {
    const { workspace } = await this.callers.of(ListKeys, from);
    return { keys: await this.keys.list(workspace) };
  }
}
