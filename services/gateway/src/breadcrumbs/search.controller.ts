import { Controller } from '@nestjs/common';
import { Search, type SearchReply } from '@crumbtrail/contracts';
import { SearchBreadcrumbs } from '@crumbtrail/contracts/http/breadcrumbs';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Search by text, by vector, or by both. */
@Controller()
export class SearchController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(SearchBreadcrumbs)
  async search(@Input() { body, caller }: RouteInput<typeof SearchBreadcrumbs>): Promise<SearchReply> {
    return this.requests.request(Search, caller, { ...body, matched: true });
  }
}
