import type { SubqueryDefV1, SubqueryTemplate } from '@crumbtrail/contracts';
import type { SubqueryTrial } from '@crumbtrail/contracts/operations/subqueries';
import type { Receipt } from '@crumbtrail/contracts/http/breadcrumbs';
import type { SubqueryKindView, TrySubqueryBody } from '@crumbtrail/contracts/http/subqueries';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { call, type GatewayAddress } from './call';

/** Templates of the kinds of subquery. For operators only. Each change rejects with ApiError 412 if somebody else has changed the kind since it was listed. */
export class Subqueries {
  constructor(private readonly gateway: GatewayAddress) {}

  /** The kinds with their templates. */
  async list(): Promise<readonly SubqueryKindView[]> {
    return (await call(this.gateway, 'GET /v1/subqueries', {})).subqueries;
  }

  /** Asks a subquery with a template after what the agent of a turn was sent. Stores nothing, and costs model calls. */
  try(type: SubqueryDefV1['type'], body: TrySubqueryBody): Promise<SubqueryTrial> {
    return call(this.gateway, 'POST /v1/subqueries/:type/try', { params: { type }, body });
  }

  /** Makes a template the one that is sent from the next subquery on. */
  save(kind: SubqueryKindView, template: SubqueryTemplate): Promise<Receipt> {
    return this.write(kind, { ...kind, template, changed: true });
  }

  /** Sends the built-in template again. */
  reset(kind: SubqueryKindView): Promise<Receipt> {
    return this.write(kind, { ...kind, changed: false });
  }

  /** Keeps a template that no subquery uses until it is published. */
  saveDraft(kind: SubqueryKindView, draft: SubqueryTemplate): Promise<Receipt> {
    return this.write(kind, { ...kind, draft });
  }

  /** Ends the draft without publishing it. */
  discardDraft({ draft: _, ...kind }: SubqueryKindView): Promise<Receipt> {
    return this.write(kind, kind);
  }

  /** Makes the draft the template that is sent. Throws where there is none. */
  publishDraft({ draft, ...kind }: SubqueryKindView): Promise<Receipt> {
    if (!draft) throw new Error(`The subquery ${kind.type} has no draft.`);
    return this.write(kind, { ...kind, template: draft, changed: true });
  }

  /** `before` is the kind as it was listed. */
  private write({ saved }: SubqueryKindView, next: SubqueryKindView): Promise<Receipt> {
    const { type, template, draft, changed } = next;
    const context = { type, ...(changed && { template }), ...(draft && { draft }) };
    if (!saved) return call(this.gateway, 'POST /v1/breadcrumbs', { body: { schema_name: WIRE.subqueryDef, context } });
    const { id, version } = saved;
    return call(this.gateway, 'PATCH /v1/breadcrumbs/:id', { params: { id }, ifMatch: version, body: { context } });
  }
}
