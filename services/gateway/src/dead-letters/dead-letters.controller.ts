import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  type DeadLetterView,
  DiscardDeadLetter,
  type DiscardedLetter,
  ListDeadLetters,
  ReplayDeadLetter,
  type ReplayedLetter,
} from '@crumbtrail/contracts/http/dead-letters';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { DeadLetters } from './dead-letters';

/** Dead letters, for operators. */
@Controller()
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Route(ListDeadLetters)
  async list(
    @Input() { query, caller }: RouteInput<typeof ListDeadLetters>,
  ): Promise<{ dead_letters: DeadLetterView[]; next_cursor?: string }> {
    return this.letters.list(caller, query);
  }

  @Route(ReplayDeadLetter)
  async replay(
    @Input() { params, caller }: RouteInput<typeof ReplayDeadLetter>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplayedLetter> {
    const replayed = await this.letters.replay(caller, params.id);
    response.status(replayed.existed ? HttpStatus.OK : HttpStatus.CREATED);
    return replayed;
  }

  @Route(DiscardDeadLetter)
  async discard(
    @Input() { params, body, caller }: RouteInput<typeof DiscardDeadLetter>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DiscardedLetter> {
    const discarded = await this.letters.discard(caller, params.id, body.reason);
    response.status(discarded.existed ? HttpStatus.OK : HttpStatus.CREATED);
    return discarded;
  }
}
