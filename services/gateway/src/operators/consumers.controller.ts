import { Controller } from '@nestjs/common';
import { DropConsumer } from '@crumbtrail/contracts/http/operators';
import { RemoveConsumer, type RemovedConsumer } from '@crumbtrail/contracts/operations/consumers';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Consumers of services that are gone, for operators. */
@Controller()
export class ConsumersController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(DropConsumer)
  remove(@Input() { params, caller }: RouteInput<typeof DropConsumer>): Promise<RemovedConsumer> {
    return this.requests.request(RemoveConsumer, caller, { name: params.name });
  }
}
