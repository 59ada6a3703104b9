import { Body, Controller, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { TryBody } from '../http/shapes';
import { type ToolTrial, ToolTrials } from './tool-trials';

@ApiTags('for operators')
@Controller('v1/tools')
export class ToolsController {
  constructor(private readonly trying: ToolTrials) {}

  @Post(':name/try')
  @Describe({
    summary:
      'Try a tool, outside of any turn: it runs as for an agent, and only operators see what came of it. 202: it still runs, the trail will say',
    body: 'TryBody',
    replies: { 200: 'Tried', 202: 'Tried' },
  })
  async try(
    @Param('name') tool: string,
    @Body(shapePipe(TryBody)) body: z.infer<typeof TryBody>,
    @Res({ passthrough: true }) answer: Response,
  ): Promise<ToolTrial> {
    const tried = await this.trying.run(answer, { tool, ...body });
    answer.status(tried.result ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return tried;
  }
}
