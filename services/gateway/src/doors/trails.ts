import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { refuse, Trail } from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { Asks } from '../adapters/asks.nats';
import { callerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { pageFiles, wantsPage } from '../page';
import { asId } from '../shaped';
import { causalTree } from '../views/tree';

function sendFile(response: Response, name: string): void {
  const file = Object.hasOwn(pageFiles, name) ? pageFiles[name] : undefined;
  if (!file) throw refuse('not_found', `The trail page has no file ${name}.`);
  response.setHeader('Cache-Control', 'no-cache');
  response.status(200).setHeader('Content-Type', file.type).send(file.body);
}

@ApiTags('trails')
@Controller()
export class TrailsDoor {
  constructor(private readonly asks: Asks) {}

  @Get('v1/trails/:id')
  @Describe({ summary: 'The causal tree with timings; a browser gets a page', replies: { 200: 'TrailTree' } })
  async trail(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Vary', 'Accept');
    if (wantsPage(request)) return sendFile(response, 'trail.html');
    const { trail_id, nodes } = await this.asks.ask(Trail, callerOf(request), { id: asId(id) });
    response.json({ trail_id, nodes, tree: causalTree(nodes) });
  }

  @Get('trails/page/:file')
  @ApiExcludeEndpoint()
  file(@Param('file') name: string, @Res() response: Response): void {
    sendFile(response, name);
  }

  @Get('trails/:id')
  @ApiExcludeEndpoint()
  page(@Res() response: Response): void {
    sendFile(response, 'trail.html');
  }
}
