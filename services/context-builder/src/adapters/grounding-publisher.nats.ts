import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { AnswerGrounding } from '@crumbtrail/contracts';
import { GroundingPublisher, type GroundingRecord } from '../ports';

/** Commits what a reply rests on. The id is derived from the reply, so that a second delivery keeps the first record. */
@Injectable()
export class GroundingPublisherNats extends GroundingPublisher {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async publish(workspace: string, { context, audience }: GroundingRecord, traceparent?: string): Promise<void> {
    // Without a cause and a session: it is about the reply, and follows it neither on its trail nor in its conversation.
    const draft = {
      schema_name: AnswerGrounding.name,
      audience: typeof audience === 'string' ? audience : [...audience],
      context: { ...context },
    };
    await this.store.in(workspace, { traceparent }).commit({ writes: [{ op: 'create', draft }] });
  }
}
