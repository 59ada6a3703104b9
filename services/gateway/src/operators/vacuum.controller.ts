import { Controller } from '@nestjs/common';
import { VacuumDatabase } from '@crumbtrail/contracts/http/operators';
import { Vacuum, type VacuumReply } from '@crumbtrail/contracts/operations/stack';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Removes erased texts from the disk, for operators. */
@Controller()
export class VacuumController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(VacuumDatabase)
  async vacuum(@Input() { caller }: RouteInput<typeof VacuumDatabase>): Promise<VacuumReply> {
    return this.requests.request(Vacuum, caller, {});
  }
}
