import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { refuse, StopTurn, type StopTurnRequest, type TurnView } from '@crumbtrail/contracts';
import { isUuid } from '../database/uuid';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { findCauseOfTurn } from '../reading/read-turns';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Stops a turn for a person. */
@Controller()
export class OnStopTurn {
  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(StopTurn)
  async handle(request: StopTurnRequest, from: RequestContext): Promise<{ turn: TurnView }> {
    const caller = await this.callers.of(StopTurn, from);
    const { turn: named, content = null } = shaped(shapes.stopTurn, request);
    const turn = named.toLowerCase();
    const cause = isUuid(turn) ? await findCauseOfTurn(this.database, caller.workspace, turn) : null;
    if (cause === null) throw refuse('not_found', `No turn ${named} in this workspace.`);
    return this.writer.submit({ kind: 'stop-turn', caller, turn, cause, content });
  }
}
