import type { AgentDefV1, AgentDraftV1, Envelope, Participant, Ref } from '@crumbtrail/contracts';
import type { Receipt } from '@crumbtrail/contracts/http/breadcrumbs';
import type { PublishedDraft } from '@crumbtrail/contracts/http/drafts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { call, type GatewayAddress } from './call';
import type { ListFilter } from './reply-types';

/** The largest page of a list. */
const PAGE = 500;

/** A definition of an agent that no turn uses yet. */
export interface OpenDraft extends Ref {
  readonly agent: string;
  /** The published definition that it changes. */
  readonly base: Ref;
  readonly definition: AgentDefV1;
  readonly at: string;
  /** Who saved it last. Absent where it was not recorded. */
  readonly by?: Participant;
}

type DraftCrumb = Envelope<AgentDraftV1>;

const authorOf = ({ version, author, updated_by }: DraftCrumb): Participant | undefined =>
  updated_by ?? (version === 1 ? author : undefined);

function toOpenDraft(crumb: DraftCrumb): OpenDraft | null {
  const { id, version, updated_at: at, context } = crumb;
  const { agent, state, base, definition } = context;
  if (state !== 'open' || definition === undefined) return null;
  const by = authorOf(crumb);
  return { id, version, agent, base, definition: definition as unknown as AgentDefV1, at, ...(by && { by }) };
}

/** Drafts of agents' definitions. Only operators can read them. */
export class AgentDrafts {
  constructor(
    private readonly gateway: GatewayAddress,
    private readonly all: (filter: ListFilter) => AsyncIterable<Envelope>,
  ) {}

  /** The draft of an agent; null where there is none, or none that this key may read. */
  async find(agent: string): Promise<OpenDraft | null> {
    const crumb = await this.crumb(agent);
    return crumb && toOpenDraft(crumb);
  }

  /**
   * Saves a draft. Rejects with ApiError 412 if somebody else has saved, published or discarded it since `before`, and with an Error where
   * there is one that was not read.
   * @param base the published definition that it changes
   * @param before the draft as it was read; null where there was none
   */
  async save(definition: AgentDefV1, base: Ref, before: OpenDraft | null): Promise<Receipt> {
    const { agent } = definition;
    const context = { agent, state: 'open', base: { id: base.id, version: base.version }, definition };
    if (before) return this.change(before, context);
    const ended = await this.crumb(agent);
    if (ended?.context.state === 'open')
      throw new Error(`Not saved: there is a draft of ${agent} that somebody else has begun. Read it first.`);
    if (ended) return this.change(ended, context);
    return call(this.gateway, 'POST /v1/breadcrumbs', { body: { schema_name: WIRE.agentDraft, context } });
  }

  /** Ends a draft without publishing it. Its versions stay in the log, for operators. */
  discard(draft: OpenDraft): Promise<Receipt> {
    const { agent, base } = draft;
    return this.change(draft, { agent, state: 'discarded', base: { ...base } });
  }

  /**
   * Makes a draft the definition of its agent. Rejects with ApiError 412 if the draft has changed, or the definition since the draft was
   * begun.
   * @param overwrite over changes of the definition. Default false.
   */
  publish({ agent, version }: OpenDraft, { overwrite = false } = {}): Promise<PublishedDraft> {
    return call(this.gateway, 'POST /v1/agents/:agent/draft/publish', {
      params: { agent },
      body: { version, overwrite },
    });
  }

  /** Who had written the drafts that were published, by the version of the definition that they became. */
  async drafters(agent: string): Promise<ReadonlyMap<number, Participant | undefined>> {
    const crumb = await this.crumb(agent);
    if (!crumb) return new Map();
    const { versions } = await call(this.gateway, 'GET /v1/breadcrumbs/:id/history', { params: { id: crumb.id } });
    const history = versions as unknown as readonly DraftCrumb[];
    return new Map(
      history.flatMap(({ context: { published } }, at) => {
        const before = history[at - 1];
        return published === undefined || !before ? [] : [[published, authorOf(before)] as const];
      }),
    );
  }

  private async crumb(agent: string): Promise<DraftCrumb | null> {
    for await (const crumb of this.all({ schema: WIRE.agentDraft, limit: PAGE })) {
      const draft = crumb as unknown as DraftCrumb;
      if (draft.context.agent === agent) return draft;
    }
    return null;
  }

  private change({ id, version }: Ref, context: Record<string, unknown>): Promise<Receipt> {
    return call(this.gateway, 'PATCH /v1/breadcrumbs/:id', { params: { id }, ifMatch: version, body: { context } });
  }
}
