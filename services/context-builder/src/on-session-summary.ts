import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { SessionSummary, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { SummaryStore, WorkspaceReaders } from './ports';
import { replaceExtracted } from './summarise/summarise-scope';

/** Lets a summary that somebody has written replace the one made of sentences. */
@Controller()
export class OnSessionSummary {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly summaries: SummaryStore,
  ) {}

  @OnCrumb(SessionSummary, { suffix: 'summaries', slots: 1 })
  async handle(summary: Crumb<typeof SessionSummary>, { workspace, traceparent }: CrumbEvent): Promise<void> {
    await replaceExtracted(this.workspaces.reader(workspace, { traceparent }), this.summaries, summary);
  }
}
