import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateKey, type Identity, type KeyView, ListKeys, RevokeKey } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { anId, shaped } from '../shaped';
import { KeyBody } from '../shapes';

@ApiTags('keys and workspaces')
@Controller('v1')
export class KeysDoor {
  constructor(private readonly asks: Asks) {}

  @Get('whoami')
  @Describe({ summary: 'Whose key this is', replies: { 200: 'Identity' } })
  async whoAmI(@CallerOf() caller: Caller): Promise<Identity> {
    return this.asks.identifyAfresh(caller);
  }

  @Post('keys')
  @Describe({ summary: 'Make a key; its secret is shown once', body: 'KeyBody', replies: { 201: 'NewKey' } })
  async create(
    @Body(shaped(KeyBody)) { participant, role, expires_at }: z.infer<typeof KeyBody>,
    @CallerOf() caller: Caller,
  ): Promise<KeyView & { readonly secret: string }> {
    return this.asks.ask(CreateKey, caller, { participant, role, ...(expires_at ? { expires_at } : {}) });
  }

  @Get('keys')
  @Describe({ summary: 'All keys of the workspace, without their secrets', replies: { 200: 'Keys' } })
  async list(@CallerOf() caller: Caller): Promise<{ readonly keys: readonly KeyView[] }> {
    return this.asks.ask(ListKeys, caller, {});
  }

  @Delete('keys/:id')
  @Describe({ summary: 'Revoke a key, at once and for good', replies: { 200: 'Key' } })
  async revoke(@Param('id', anId) id: string, @CallerOf() caller: Caller): Promise<KeyView> {
    return this.asks.ask(RevokeKey, caller, { id });
  }
}
