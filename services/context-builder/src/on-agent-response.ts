import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentResponse, type CrumbEvent } from '@crumbtrail/contracts';
import { BuildCaches } from './build-caches';
import { groundReply } from './ground/ground-reply';
import { toGroundingRecord } from './ground/grounding-payload';
import { loadAnswerSources } from './ground/load-answer-sources';
import { GroundingPublisher, WorkspaceReaders } from './ports';
import { ShadowBuilds } from './shadow/shadow-builds';

/** Finds what each reply rests on, after its turn has ended: no reply waits for it. */
@Controller()
export class OnAgentResponse {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly groundings: GroundingPublisher,
    private readonly caches: BuildCaches,
    private readonly shadows: ShadowBuilds,
  ) {}

  // One at a time: contexts are built first. The bare event, so that the reply is read together with its context.
  @OnCrumb(AgentResponse, { suffix: 'grounding', start: 'head', slots: 1, skipsImported: true, withoutCrumb: true })
  async handle(event: CrumbEvent): Promise<void> {
    const { workspace, traceparent } = event;
    const reader = this.workspaces.reader(workspace, { traceparent });
    const answer = await loadAnswerSources(event, reader, this.caches);
    if (answer === null) return;
    const grounding = groundReply(
      answer.response.context.content ?? '',
      answer.sources.map(({ text, author }) => ({
        text,
        isOwn: author.kind === 'agent' && author.id === answer.agent,
      })),
    );
    const record = toGroundingRecord(answer.response, answer, grounding);
    if (record) await this.groundings.publish(workspace, record, traceparent);
    const { usage, steps = 0 } = answer.response.context;
    await this.shadows.offer({
      workspace,
      agent: answer.agent,
      context_id: answer.context_id,
      response: answer.response.id,
      sources: record?.context.sources ?? [],
      usage,
      calls: steps + 1,
    });
  }
}
