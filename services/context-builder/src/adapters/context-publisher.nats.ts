import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { AgentContext, agentName } from '@crumbtrail/contracts';
import { ContextPublisher, type ContextDraft } from '../ports';

/** Commits a context with its text as a blob. The id is derived from the turn, so a second build of the turn keeps the first context. */
@Injectable()
export class ContextPublisherNats extends ContextPublisher {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async publish(
    workspace: string,
    { context, blob, cause, session }: ContextDraft,
    traceparent?: string,
  ): Promise<void> {
    const draft = {
      schema_name: AgentContext.name,
      ...(session === undefined ? {} : { session }),
      // It quotes what its agent may read, which other agents may not be allowed to.
      audience: [agentName(context.agent)],
      cause: { id: cause.id, version: cause.version },
      context: { ...context },
    };
    await this.store.in(workspace, { traceparent }).commit({ writes: [{ op: 'create', draft, blob }] });
  }
}
