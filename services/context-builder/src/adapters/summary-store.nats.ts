import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { asCrumb, CrumbError, SessionSummary, type Crumb, type Ref } from '@crumbtrail/contracts';
import { SummaryStore, type SummaryDraft } from '../ports';

/** How many summaries of a session are looked at, newest first. */
const MOST_LISTED = 100;

/** Keeps summaries in the store, in the name of this service. */
@Injectable()
export class SummaryStoreNats extends SummaryStore {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async list(workspace: string, session: string): Promise<readonly Crumb<typeof SessionSummary>[]> {
    const request = { session, schema: SessionSummary.name, limit: MOST_LISTED };
    const { crumbs } = await this.store.in(workspace, {}).list(request);
    return crumbs.flatMap((crumb) => asCrumb(SessionSummary.name, crumb) ?? []);
  }

  async publish(workspace: string, { cause, ...context }: SummaryDraft, traceparent?: string): Promise<void> {
    const draft = { schema_name: SessionSummary.name, context: { ...context }, ...(cause ? { cause } : {}) };
    await this.store.in(workspace, { traceparent }).commit({ writes: [{ op: 'create', draft }] });
  }

  async erase(workspace: string, { id, version }: Ref): Promise<void> {
    try {
      await this.store.in(workspace, {}).commit({ writes: [{ op: 'erase', id, if_match: version }] });
    } catch (error) {
      if (!(error instanceof CrumbError && error.code === 'erased')) throw error;
    }
  }
}
