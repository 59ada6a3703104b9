import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { SessionSummary, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';

/** Lets a summary that somebody has written replace the one made of sentences. */
@Controller()
export class OnSessionSummary {
  constructor(private readonly keeper: MemoryKeeper) {}

  @OnCrumb(SessionSummary, { suffix: 'summaries', slots: 1 })
  async handle(summary: Crumb<typeof SessionSummary>, _: CrumbEvent): Promise<void> {
    await this.keeper.replaceByWritten(summary);
  }
}
