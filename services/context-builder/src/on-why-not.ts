import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { WhyNot, type WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { gatherReplan } from './explain/gather-replan';
import { loadRecordedContext } from './explain/load-recorded';
import { RecordedRebuild } from './explain/why-not/recorded-rebuild';
import { answerWhyNot } from './explain/why-not/why-not';
import { WorkspaceReaders } from './ports';

/** Says why a text is not in a recorded context, and publishes nothing. */
@Controller()
export class OnWhyNot {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(WhyNot)
  async answer(
    { context, text }: { readonly context: string; readonly text: string },
    from: RequestContext,
  ): Promise<WhyNotReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(context, reader);
    const openRebuild = async (): Promise<RecordedRebuild> => {
      const reading = { reader, validator: this.caches.overrides, asRecorded: true };
      const input = await gatherReplan({ context }, recorded, reading);
      return new RecordedRebuild(input, reader, (one, ports) =>
        this.builder.build(one, ports).catch(refuseOversizedContext),
      );
    };
    return answerWhyNot(text, { recorded, reader, openRebuild });
  }
}
