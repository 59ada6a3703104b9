import { Injectable } from '@nestjs/common';
import type { World } from './pipeline';
import { Claims, Responses, Runner, TurnReader } from './ports';

/** What the pipeline needs, as this process has it. */
@Injectable()
export class TheWorld implements World {
  constructor(
    readonly claims: Claims,
    readonly reader: TurnReader,
    readonly runner: Runner,
    readonly responses: Responses,
  ) {}
}
