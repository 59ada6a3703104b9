import { Controller } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
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

  @Answers(ListKeys)
  async handle(_request: Record<string, never>, from: AskContext): Promise<{ keys: readonly KeyView[] }> {
    const { workspace } = await this.callers.of(ListKeys, from);
    return { keys: await this.keys.list(workspace) };
  }
}
