import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { UserMessage, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';

/** Makes memories and summaries again without what a conversation has left: a question that was edited or asked again, and the answers to it. */
@Controller()
export class OnMessageLeft {
  constructor(private readonly keeper: MemoryKeeper) {}

  // The store is asked what the message leaves, which is nothing for nearly all of them, so that none is read.
  @OnCrumb(UserMessage, { suffix: 'left', skipsImported: true, withoutCrumb: true })
  async handle(event: CrumbEvent): Promise<void> {
    if (event.session !== undefined) await this.keeper.forgetLeft(event);
  }
}
