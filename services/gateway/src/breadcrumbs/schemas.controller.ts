import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { contracts, refuse } from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';

/** The shapes of payloads, for whoever wants to check one before it is sent. */
@ApiTags('breadcrumbs')
@Controller('v1/schemas')
export class SchemasController {
  constructor(private readonly asks: ServiceRequests) {}

  @Get(':name')
  @Describe({
    summary: 'The JSON Schema of a published payload; those of a workspace are its schema.def.v1',
    replies: { 200: 'JsonSchema' },
  })
  async schema(@Param('name') name: string, @FromCaller() caller: Caller): Promise<object> {
    await this.asks.identify(caller);
    const contract = contracts.get(name);
    if (contract) return contract.schema;
    throw refuse('not_found', `No schema of this name is published here: ${name.slice(0, 128)}.`);
  }
}
