import { Controller } from '@nestjs/common';
import { ReadUsage, type UsageReport } from '@crumbtrail/contracts/http/usage';
import { Usage } from '@crumbtrail/contracts/operations/usage';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Turns, errors, latency, tokens and cost of a period. */
@Controller()
export class UsageController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadUsage)
  read(@Input() { query, caller }: RouteInput<typeof ReadUsage>): Promise<UsageReport> {
    return this.requests.request(Usage, caller, query);
  }
}
