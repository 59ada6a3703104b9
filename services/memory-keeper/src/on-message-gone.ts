import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { CONVERSATION_SCHEMAS, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';

/** Makes memories again without a message that was erased or changed. A changed message is then a new message of the window. */
@Controller()
export class OnMessageGone {
  constructor(private readonly keeper: MemoryKeeper) {}

  @OnCrumb('*', { kinds: ['erased'], suffix: 'erased' })
  erased(event: CrumbEvent): Promise<void> {
    return this.forget(event);
  }

  @OnCrumb('*', { kinds: ['updated'], suffix: 'changes' })
  changed(event: CrumbEvent): Promise<void> {
    return this.forget(event);
  }

  private async forget({ workspace, id, schema_name, session, position }: CrumbEvent): Promise<void> {
    if (session === undefined || !CONVERSATION_SCHEMAS.includes(schema_name)) return;
    await this.keeper.forget({ workspace, id, min_position: position });
  }
}
