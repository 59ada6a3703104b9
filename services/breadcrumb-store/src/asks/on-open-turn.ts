import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { OpenTurn, refuse, type Ref, type TurnView } from '@crumbtrail/contracts';
import { isUuid } from '../database/uuid';
import { requireAgentOrOperator } from '../turns/open-turn';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { findDefinitionAsOf } from '../reading/find-definition-as-of';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Opens a turn for a loop of somebody's own. */
@Controller()
export class OnOpenTurn {
  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(OpenTurn)
  async handle(request: { agent: string; cause: Ref }, from: RequestContext): Promise<{ turn: TurnView }> {
    const caller = await this.callers.of(OpenTurn, from);
    const { agent, cause } = shaped(shapes.openTurn, request);
    requireAgentOrOperator(caller, agent);
    if (!isUuid(cause.id)) throw refuse('not_found', `No crumb ${cause.id} in this workspace.`);
    const definition = await findDefinitionAsOf(this.database, caller.workspace, agent, cause);
    return this.writer.submit({ kind: 'open-turn', caller, agent, cause, definition });
  }
}
