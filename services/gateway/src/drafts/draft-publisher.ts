import { Injectable } from '@nestjs/common';
import {
  AgentDef,
  AgentDraft,
  asCrumb,
  Commit,
  refuse,
  singletonId,
  toJsonObject,
  type AgentDraftV1,
  type CommitResult,
  type Envelope,
  type Ref,
  type Write,
} from '@crumbtrail/contracts';
import type { PublishedDraft } from '@crumbtrail/contracts/http/drafts';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

/** Which version of a draft is published, and whether over changes that the definition had since. */
export interface PublishWish {
  readonly version: number;
  readonly overwrite: boolean;
}

interface WantedDraft {
  readonly id: string;
  readonly agent: string;
  readonly wish: PublishWish;
}

/** The new definition and the end of its draft, each on condition that nobody has changed it. */
function publishingWrites(draft: Envelope<AgentDraftV1>, replaced: Ref): Write[] {
  const { agent, base, definition = {} } = draft.context;
  const ended: AgentDraftV1 = { agent, state: 'published', base, published: replaced.version + 1 };
  return [
    { op: 'update', id: replaced.id, if_match: replaced.version, patch: { context: toJsonObject(definition) } },
    { op: 'update', id: draft.id, if_match: draft.version, patch: { context: toJsonObject(ended) } },
  ];
}

/** Publishes the drafts of agents, for operators. */
@Injectable()
export class DraftPublisher {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async publish(caller: Caller, agent: string, wish: PublishWish): Promise<PublishedDraft> {
    const { workspace } = await this.requests.requireOperator(caller, 'publish drafts of agents');
    const draft = await this.readOpen(caller, { id: singletonId(workspace, 'agent_draft', agent), agent, wish });
    const latest = await this.reader.read(caller, singletonId(workspace, 'agent', agent));
    const { base } = draft.context;
    if (!wish.overwrite && latest.version !== base.version)
      throw refuse(
        'version_conflict',
        `Not published: ${agent} was changed from version ${base.version} to ${latest.version} since its draft was begun. Compare both, then publish over it or change the draft.`,
      );
    const [definition, ended] = await this.commit(caller, publishingWrites(draft, latest));
    return { agent, id: definition.id, version: definition.version, draft: { id: ended.id, version: ended.version } };
  }

  private async readOpen(caller: Caller, { id, agent, wish }: WantedDraft): Promise<Envelope<AgentDraftV1>> {
    const [found] = await this.reader.readAvailable(caller, [{ id }]);
    const draft = found && asCrumb(AgentDraft.name, found);
    if (draft?.context.state !== 'open') throw refuse('not_found', `The agent ${agent} has no draft.`);
    if (draft.version === wish.version) return draft;
    throw refuse(
      'version_conflict',
      `Not published: the draft of ${agent} was changed from version ${wish.version} to ${draft.version}. Read it again.`,
    );
  }

  private async commit(caller: Caller, writes: Write[]): Promise<readonly [CommitResult, CommitResult]> {
    const { results } = await this.requests.request(Commit, caller, { writes });
    const [definition, draft] = results;
    if (definition && draft) return [definition, draft];
    throw refuse('internal', `The ${AgentDef.name} was not stored.`);
  }
}
