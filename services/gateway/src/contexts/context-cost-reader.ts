import { Injectable } from '@nestjs/common';
import {
  ContextCosts,
  type ContextCostsReply,
  type ContextCostsRequest,
} from '@crumbtrail/contracts/operations/context-costs';
import type { ContextCostTable, ReadContextCosts } from '@crumbtrail/contracts/http/context-costs';
import type { Caller } from '../http/caller';
import type { RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { excerpt } from '../records/rendering';
import { CostTable } from './cost-table';

type CostQuery = RouteInput<typeof ReadContextCosts>['query'];

/** The most contexts that the store sums up at once. */
const AT_ONCE = 50;

/** Sums up what contexts cost with the caller's rights, page by page, so that no other request of the store waits long. */
@Injectable()
export class ContextCostReader {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async read(caller: Caller, { limit, contexts, ...query }: CostQuery): Promise<ContextCostTable> {
    const table = new CostTable(query.by);
    for await (const page of this.pages(caller, query, contexts)) table.add(page);
    const costs = table.top(limit);
    return query.by === 'crumb' ? this.withTexts(caller, costs) : costs;
  }

  private async *pages(caller: Caller, query: ContextCostsRequest, most: number): AsyncGenerator<ContextCostsReply> {
    let request = query;
    for (let left = most; left > 0;) {
      const page = await this.requests.request(ContextCosts, caller, { ...request, limit: Math.min(AT_ONCE, left) });
      yield page;
      const { next_cursor: cursor } = page;
      if (cursor === undefined) return;
      left -= page.contexts;
      request = { ...query, cursor };
    }
  }

  private async withTexts(caller: Caller, costs: ContextCostTable): Promise<ContextCostTable> {
    const refs = costs.rows.map(({ key }) => ({ id: key }));
    const texts = new Map((await this.reader.readAvailable(caller, refs)).map((crumb) => [crumb.id, excerpt(crumb)]));
    const rows = costs.rows.map((row) => {
      const text = texts.get(row.key);
      return text === undefined ? row : { ...row, text };
    });
    return { ...costs, rows };
  }
}
