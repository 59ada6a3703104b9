import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { refuse } from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { CONSOLE_FOLDER, type ConsoleFile, ConsoleFiles } from './console-files';

const FOR_EVER = 'public, max-age=31536000, immutable';

function send({ req, res }: { req: Request; res: Response }, file: ConsoleFile, caching: string): void {
  const packs = req.acceptsEncodings('gzip') === 'gzip';
  if (packs) res.setHeader('Content-Encoding', 'gzip');
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader('Cache-Control', caching);
  res
    .status(200)
    .setHeader('Content-Type', file.type)
    .send(packs ? file.packed : file.body);
}

/** Serves the console: its page and its assets. No key is required here; the page prompts for one. */
@ApiExcludeController()
@Controller()
export class ConsoleController {
  private readonly files = new ConsoleFiles(CONSOLE_FOLDER);

  @Get()
  async page(@Req() req: Request, @Res() res: Response): Promise<void> {
    const file = await this.files.page('index.html');
    if (!file) throw refuse('not_found', 'The console is not built: `npm run build` makes it. The API is at /docs.');
    send({ req, res }, file, 'no-cache');
  }

  @Get('icon.svg')
  async icon(@Req() req: Request, @Res() res: Response): Promise<void> {
    const file = await this.files.page('icon.svg');
    if (!file) throw refuse('not_found', 'The console is not built: `npm run build` makes it.');
    send({ req, res }, file, 'public, max-age=86400');
  }

  @Get('assets/:name')
  async asset(@Param('name') name: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    const file = await this.files.asset(name);
    if (!file) throw refuse('not_found', 'The console has no such file: load the page again.');
    send({ req, res }, file, FOR_EVER);
  }
}
