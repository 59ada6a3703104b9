import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { CONVERSATION_SCHEMAS, type CrumbEvent } from '@crumbtrail/contracts';
import { SummaryStore, WorkspaceReaders } from './ports';
import { forgetSource } from './summarise/summarise-scope';

/** Erases the summaries that rest on a message that was erased. */
@Controller()
export class OnMessageErased {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly summaries: SummaryStore,
  ) {}

  @OnCrumb('*', { kinds: ['erased'], suffix: 'erased', slots: 1 })
  async handle({ workspace, session, id, schema_name, traceparent }: CrumbEvent): Promise<void> {
    if (session === undefined || !CONVERSATION_SCHEMAS.includes(schema_name)) return;
    await forgetSource(this.workspaces.reader(workspace, { traceparent }), this.summaries, { session, id });
  }
}
