import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { refuse, RequestTurns, type RequestTurnsRequest, type TurnView } from '@crumbtrail/contracts';
import { isUuid } from '../database/uuid';
import { Callers } from '../identity/callers';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Keeps the conductor's decision and gives each turn its place in its lane. */
@Controller()
export class OnRequestTurns {
  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
  ) {}

  @Respond(RequestTurns)
  async handle(request: RequestTurnsRequest, from: RequestContext): Promise<{ turns: readonly TurnView[] }> {
    const { workspace } = await this.callers.of(RequestTurns, from);
    const { cause, turns } = shaped(shapes.requestTurns, request);
    const stray = [cause.id, ...turns.map(({ definition }) => definition.id)].find((id) => !isUuid(id));
    if (stray !== undefined) throw refuse('not_found', `No crumb ${stray} in this workspace.`);
    const { traceparent } = from;
    return this.writer.submit({
      kind: 'request-turns',
      workspace,
      cause,
      turns,
      ...(traceparent ? { traceparent } : {}),
    });
  }
}
