import { Injectable } from '@nestjs/common';
import { GracefulAbort } from '@crumbtrail/tool-runtime';
import { answeringDefinition, evolve, type Turn } from '@crumbtrail/prompting';
import type { RerunStepReply, RerunStepRequest } from '@crumbtrail/contracts/operations/reruns';
import { decideTurn } from '../turn/decide';
import { failure } from '../turn/endings';
import { takeReply } from '../turn/take-reply';
import { MeasuredModel, SILENT } from './measured-model';
import { TurnReader, type LoadedTurn } from './ports';

/**
 * The recorded turn as it begins in a rerun: with another definition, context and tools, and without its steps, what its trail has spent, the
 * tools of its client and messages that arrived during it.
 */
function startRerun({ turn, context, answering }: LoadedTurn, asked: RerunStepRequest): Turn {
  const { formatted, format, macros, tools } = asked;
  const { spent: _, tool_choice: _choice, must_plan: _plan, ...recorded } = turn;
  const { session } = context;
  const definition = answeringDefinition(asked.definition, { macros, ...(session && { session }) }, answering);
  return { ...recorded, definition, formatted, format, tools, steps: [], responses: new Map(), late: new Map() };
}

function foldRerun(start: Turn, { steps, responses }: RerunStepRequest): Turn {
  const stepped = steps.reduce((turn, step) => evolve(turn, { kind: 'step', step }), start);
  return responses.reduce((turn, response) => evolve(turn, { kind: 'result', response }), stepped);
}

/** Does the model calls of reruns, with the guards of turns. It stores nothing, and nobody watches what the model writes. */
@Injectable()
export class RerunStepper {
  constructor(
    private readonly turns: TurnReader,
    private readonly model: MeasuredModel,
    private readonly leaving: GracefulAbort,
  ) {}

  async next(asked: RerunStepRequest, traceparent?: string): Promise<RerunStepReply> {
    const { workspace, turn, position } = asked;
    const wakeUp = { workspace, turn, position, ...(traceparent !== undefined && { traceparent }) };
    const open = await this.turns.read(wakeUp);
    if ('gone' in open) return { kind: 'gone', gone: open.gone };
    return this.call(open, foldRerun(startRerun(open, asked), asked), asked.timeout_ms);
  }

  private async call({ prices, connection }: LoadedTurn, turn: Turn, timeoutMs: number): Promise<RerunStepReply> {
    const { workspace } = turn;
    const decision = decideTurn(turn, this.model.can({ workspace, connection }));
    if (decision.do === 'wait') throw new Error(`The rerun of turn ${turn.turn_id} has calls without results`);
    if (decision.do === 'end') return { kind: 'end', response: decision.ending.response };
    const { agent, definition, definition_ref, session } = turn;
    const asking = { agent, definition, definition_ref, session };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const signal = AbortSignal.any([this.leaving.signal, timeout]);
      const asked = { asking, workspace, connection, prices, request: decision.request };
      const result = takeReply(turn, await this.model.call(asked, SILENT, signal));
      return result.kind === 'step' ? result : { kind: 'end', response: result.response };
    } catch (error) {
      if (!timeout.aborted) throw error;
      const message = 'The model did not answer within the time of a turn of this agent.';
      return { kind: 'end', response: failure(turn, { code: 'timeout', message }).response };
    }
  }
}
