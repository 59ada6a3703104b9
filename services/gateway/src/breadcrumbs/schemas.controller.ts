import { Controller } from '@nestjs/common';
import { contracts, refuse } from '@crumbtrail/contracts';
import { ReadSchema } from '@crumbtrail/contracts/http/breadcrumbs';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** The JSON Schemas of payloads, so that a client can validate one before sending it. */
@Controller()
export class SchemasController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadSchema)
  async read(@Input() { params, caller }: RouteInput<typeof ReadSchema>): Promise<Readonly<Record<string, unknown>>> {
    await this.requests.identify(caller);
    const contract = contracts.get(params.name);
    if (contract) return { ...contract.schema };
    throw refuse('not_found', `No published schema is named "${params.name.slice(0, 128)}".`);
  }
}
