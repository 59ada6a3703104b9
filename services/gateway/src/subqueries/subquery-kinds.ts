import { Injectable } from '@nestjs/common';
import {
  asCrumb,
  singletonId,
  SUBQUERY_TYPES,
  SubqueryDef,
  type Envelope,
  type SubqueryDefV1,
} from '@crumbtrail/contracts';
import type { SubqueryKindView } from '@crumbtrail/contracts/http/subqueries';
import { BUILT_IN_SUBQUERIES, completeTemplate } from '@crumbtrail/prompting';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type SavedSubquery = Envelope<SubqueryDefV1>;

const savedAs = ({
  id,
  version,
  trail_id,
  updated_at,
  updated_by,
  author,
}: SavedSubquery): SubqueryKindView['saved'] => ({
  id,
  version,
  trail_id,
  at: updated_at,
  by: updated_by ?? { kind: author.kind, id: author.id },
});

function toKind(type: SubqueryDefV1['type'], saved: SavedSubquery | undefined): SubqueryKindView {
  const { purpose, template: built_in } = BUILT_IN_SUBQUERIES[type];
  const { template, draft } = saved?.context ?? {};
  return {
    type,
    purpose,
    built_in,
    template: completeTemplate(type, template),
    changed: template !== undefined,
    ...(draft && { draft }),
    ...(saved && { saved: savedAs(saved) }),
  };
}

/** Lists the kinds of subquery with their templates. */
@Injectable()
export class SubqueryKinds {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async list(caller: Caller): Promise<SubqueryKindView[]> {
    const { workspace } = await this.requests.requireOperator(caller, 'read templates of subqueries');
    const refs = SUBQUERY_TYPES.map((type) => ({ id: singletonId(workspace, 'subquery', type) }));
    const crumbs = await this.reader.readAvailable(caller, refs);
    const saved = new Map(crumbs.map((crumb) => [crumb.id, asCrumb(SubqueryDef.name, crumb)]));
    return SUBQUERY_TYPES.map((type, at) => toKind(type, saved.get(refs[at]?.id ?? '')));
  }
}
