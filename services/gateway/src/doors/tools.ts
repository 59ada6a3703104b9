import { Body, Controller, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { Describe } from '../openapi/describe';
import { shaped } from '../shaped';
import { TryBody } from '../shapes';
import { type Tried, Trying } from '../trying';

@ApiTags('for operators')
@Controller('v1/tools')
export class ToolsDoor {
  constructor(private readonly trying: Trying) {}

  @Post(':name/try')
  @Describe({
    summary:
      'Try a tool, outside of any turn: it runs as for an agent, and only operators see what came of it. 202: it still runs, the trail will say',
    body: 'TryBody',
    replies: { 200: 'Tried', 202: 'Tried' },
  })
  async try(
    @Param('name') tool: string,
    @Body(shaped(TryBody)) body: z.infer<typeof TryBody>,
    @Res({ passthrough: true }) answer: Response,
  ): Promise<Tried> {
    const tried = await this.trying.try(answer, { tool, ...body });
    answer.status(tried.result ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return tried;
  }
}
