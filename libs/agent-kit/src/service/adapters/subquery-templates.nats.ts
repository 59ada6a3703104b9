import { Injectable } from '@nestjs/common';
import { CrumbStore, isErased, validateCrumb } from '@crumbtrail/bus';
import { singletonId, SubqueryDef, type SubqueryRequest } from '@crumbtrail/contracts';
import { SubqueryTemplates, type SavedTemplate } from '../ports';

/** Reads templates of subqueries from the store. */
@Injectable()
export class SubqueryTemplatesNats extends SubqueryTemplates {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read(workspace: string, type: SubqueryRequest['type']): Promise<SavedTemplate | undefined> {
    const refs = [{ id: singletonId(workspace, 'subquery', type) }];
    const [found = null] = (await this.store.in(workspace).read({ refs })).crumbs;
    if (found === null || isErased(found)) return undefined;
    const { id, version, context } = validateCrumb(SubqueryDef, found);
    return context.template && { id, version, template: context.template };
  }
}
