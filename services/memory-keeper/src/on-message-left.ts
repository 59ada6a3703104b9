import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { UserMessage, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';

/** Makes memories and summaries again without what a conversation has left: a question that was edited or asked again, and the answers to it. */
@Controller()
export class OnMessageLeft {
  constructor(private readonly keeper: MemoryKeeper) {}

  // The event says of nearly all of them that they leave nothing. Of those before it did, the store is asked.
  @OnCrumb(UserMessage, { suffix: 'left', skipsImported: true, withoutCrumb: true })
  async handle(event: CrumbEvent): Promise<void> {
    if (event.session !== undefined && event.leaves !== false) await this.keeper.forgetLeft(event);
  }
}
