import { Controller, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { type Caller, FromCaller } from '../http/caller';
import { DeadLetters, type DeadLetterView, type ReplayedLetter } from './dead-letters';
import { Describe } from '../openapi/describe';
import { IdPipe, shapePipe } from '../http/parse-shape';
import { PageQuery } from '../http/shapes';

@ApiTags('for operators')
@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  @Describe({
    summary: 'What a service could not handle, newest first, and how it was replayed',
    query: PageQuery,
    replies: { 200: 'DeadLetters' },
  })
  async list(
    @Query(shapePipe(PageQuery)) page: z.infer<typeof PageQuery>,
    @FromCaller() caller: Caller,
  ): Promise<{ dead_letters: DeadLetterView[]; next_cursor?: string }> {
    return this.letters.list(caller, page);
  }

  @Post(':id/replay')
  @Describe({
    summary:
      'Hand the event of a dead letter to its handler once more; a letter is replayed once, what fails again is another letter',
    replies: { 201: 'Replayed', 200: 'Replayed' },
  })
  async replay(
    @Param('id', IdPipe) id: string,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) answer: Response,
  ): Promise<ReplayedLetter> {
    const replayed = await this.letters.replay(caller, id);
    answer.status(replayed.existed ? HttpStatus.OK : HttpStatus.CREATED);
    return replayed;
  }
}
