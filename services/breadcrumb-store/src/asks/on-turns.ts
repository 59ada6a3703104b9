import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Turns, type TurnView } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readTurns } from '../reading/read-turns';
import { shaped, shapes } from './request-shape';

/** Says what became of a crumb. */
@Controller()
export class OnTurns {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Turns)
  async handle(
    request: { cause: string },
    from: RequestContext,
  ): Promise<{ decided: boolean; turns: readonly TurnView[] }> {
    const caller = await this.callers.of(Turns, from);
    return readTurns(this.database, shaped(shapes.turns, request).cause, caller);
  }
}
