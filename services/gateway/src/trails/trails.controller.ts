import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { refuse, Trail } from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceRequests } from '../ports';
import { readCaller } from '../http/caller';
import { TrailExporter } from './trail-exporter';
import { Describe } from '../openapi/describe';
import { pageFiles, prefersHtml } from '../page';
import { parseId } from '../http/parse-shape';
import { causalTree } from './causal-tree';

function sendFile(response: Response, name: string): void {
  const file = Object.hasOwn(pageFiles, name) ? pageFiles[name] : undefined;
  if (!file) throw refuse('not_found', `The trail page has no file ${name}.`);
  response.setHeader('Cache-Control', 'no-cache');
  response.status(200).setHeader('Content-Type', file.type).send(file.body);
}

async function* after(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** A reader that goes away is no failure of ours. */
function letGo(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

@ApiTags('trails')
@Controller()
export class TrailsController {
  constructor(
    private readonly asks: ServiceRequests,
    private readonly exporting: TrailExporter,
  ) {}

  @Get('v1/trails/:id')
  @Describe({ summary: 'The causal tree with timings; a browser gets a page', replies: { 200: 'TrailTree' } })
  async trail(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Vary', 'Accept');
    if (prefersHtml(request)) return sendFile(response, 'trail.html');
    const { trail_id, nodes } = await this.asks.request(Trail, readCaller(request), { id: parseId(id) });
    response.json({ trail_id, nodes, tree: causalTree(nodes) });
  }

  @Get('v1/trails/:id/export')
  @Describe({
    summary:
      'A trail as one file, NDJSON: every crumb, context and output that you may see; `crumb trail show` reads it',
    replies: { 200: 'TrailExport' },
  })
  async export(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const trail = parseId(id);
    const lines = this.exporting.lines(readCaller(request), trail);
    // What is refused is refused before anything is sent.
    const first = await lines.next();
    response.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="trail-${trail}.ndjson"`);
    response.setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(after(first.value as string, lines)), response).catch(letGo);
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
