import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { ListTrails } from '@crumbtrail/contracts';
import { ExportTrail, type ListedTrails, ReadTrail, ReadTrails } from '@crumbtrail/contracts/http/trails';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { causalTree } from './causal-tree';
import { TrailExporter } from './trail-exporter';
import { TrailReader } from './trail-reader';

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** A client that disconnects early is not an error. */
function ignoreDisconnect(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/** Trails: the list, the causal tree, and the export. Browsers are redirected to the console. */
@Controller()
export class TrailsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly trails: TrailReader,
    private readonly exporter: TrailExporter,
  ) {}

  @Route(ReadTrails)
  list(@Input() { query, caller }: RouteInput<typeof ReadTrails>): Promise<ListedTrails> {
    return this.requests.request(ListTrails, caller, query);
  }

  @Route(ReadTrail)
  async read(@Input() { params, caller }: RouteInput<typeof ReadTrail>, @Res() response: Response): Promise<void> {
    const { trail_id, nodes } = await this.trails.read(caller, { id: params.id });
    response.json({ trail_id, nodes, tree: causalTree(nodes) });
  }

  @Route(ExportTrail)
  async export(@Input() { params, caller }: RouteInput<typeof ExportTrail>, @Res() response: Response): Promise<void> {
    const lines = this.exporter.lines(caller, params.id);
    // Errors are reported before anything is sent.
    const first = await lines.next();
    response.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="trail-${params.id}.ndjson"`);
    response.setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(prepend(first.value as string, lines)), response).catch(ignoreDisconnect);
  }

  @Get('trails/:id')
  @ApiExcludeEndpoint()
  openInConsole(@Param('id') id: string, @Res() response: Response): void {
    response.redirect(`/#/trails/${encodeURIComponent(id)}`);
  }
}
