import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateKey, type Identity, type KeyView, ListKeys, RevokeKey } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';
import { IdPipe, shapePipe } from '../http/parse-shape';
import { KeyBody } from '../http/shapes';

@ApiTags('keys and workspaces')
@Controller('v1')
export class KeysController {
  constructor(private readonly asks: ServiceRequests) {}

  @Get('whoami')
  @Describe({ summary: 'Whose key this is', replies: { 200: 'Identity' } })
  async whoAmI(@FromCaller() caller: Caller): Promise<Identity> {
    return this.asks.identifyUncached(caller);
  }

  @Post('keys')
  @Describe({ summary: 'Make a key; its secret is shown once', body: 'KeyBody', replies: { 201: 'NewKey' } })
  async create(
    @Body(shapePipe(KeyBody)) { participant, role, expires_at }: z.infer<typeof KeyBody>,
    @FromCaller() caller: Caller,
  ): Promise<KeyView & { readonly secret: string }> {
    return this.asks.request(CreateKey, caller, { participant, role, ...(expires_at ? { expires_at } : {}) });
  }

  @Get('keys')
  @Describe({ summary: 'All keys of the workspace, without their secrets', replies: { 200: 'Keys' } })
  async list(@FromCaller() caller: Caller): Promise<{ readonly keys: readonly KeyView[] }> {
    return this.asks.request(ListKeys, caller, {});
  }

  @Delete('keys/:id')
  @Describe({ summary: 'Revoke a key, at once and for good', replies: { 200: 'Key' } })
  async revoke(@Param('id', IdPipe) id: string, @FromCaller() caller: Caller): Promise<KeyView> {
    return this.asks.request(RevokeKey, caller, { id });
  }
}
