import { Injectable } from '@nestjs/common';
import {
  CrumbError,
  explainTryRefusal,
  toolRequestId,
  type ToolRequestV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import type { Rerun } from '@crumbtrail/contracts/http/reruns';
import { refuseInput } from '@crumbtrail/tool-runtime';
import type { WorkspacePlace } from '../cells/cell-directory';
import { ToolTrials, type ResolvedTool, type TrialClient } from '../tools/tool-trials';

/** The client of a rerun, and whether tools with side effects may run. */
export interface RerunClient extends TrialClient, WorkspacePlace {
  readonly confirmed: boolean;
}

/** A call of the model, as the client sees it and as the next call of the model reads it. */
export interface RerunCall {
  readonly shown: Rerun['calls'][number];
  readonly response: ToolResponseV1;
}

/** Fields of a result that differ from call to call. */
type CallOutcome = Pick<ToolResponseV1, 'status' | 'text' | 'error'>;

/** Whether running it changes anything: it must not run twice, or its code may do more to the log than search it. */
function hasSideEffects({ terms: { atMostOnce, definition } }: ResolvedTool): boolean {
  return atMostOnce || (definition.permissions ?? []).some((permission) => permission !== 'search');
}

function refusedCall(code: string, message: string): CallOutcome {
  return { status: 'error', text: message, error: { code, message } };
}

/** Why a rerun does not run this call; null if it may. */
function explainRefusal(request: ToolRequestV1, tool: ResolvedTool, confirmed: boolean): CallOutcome | null {
  const { name } = tool.terms.definition;
  if (request.approval)
    return refusedCall(
      'needs_approval',
      `${name} was not run: this call needs the approval of a person, and a rerun asks nobody.`,
    );
  const why = explainTryRefusal(tool.terms.definition);
  if (why !== null) return refusedCall('only_in_turns', `${name} was not run: ${why}`);
  if (hasSideEffects(tool) && !confirmed)
    return refusedCall(
      'not_confirmed',
      `${name} was not run: it has side effects, and this rerun does not confirm them.`,
    );
  const invalid = refuseInput(tool.terms.definition, request.input);
  return invalid && refusedCall(invalid.code, invalid.message);
}

/** Runs the calls of reruns as trials of tools, which only operators see. */
@Injectable()
export class RerunTools {
  constructor(private readonly trials: ToolTrials) {}

  async run(client: RerunClient, request: ToolRequestV1): Promise<RerunCall> {
    const { tool, input, turn, agent, step = 1, ordinal = 0, reply_to } = request;
    const { outcome, ran } = await this.outcome(client, request);
    const id = toolRequestId(client.workspace, turn.id, { step, ordinal });
    const persistence = { class: 'turn' as const, key: tool };
    return {
      shown: {
        tool,
        input: input as Record<string, unknown>,
        status: outcome.status,
        text: outcome.text,
        not_run: !ran,
      },
      response: { request: { id }, turn, agent, tool, reply_to, persistence, ...outcome },
    };
  }

  private async outcome(client: RerunClient, request: ToolRequestV1): Promise<{ outcome: CallOutcome; ran: boolean }> {
    try {
      const tool = await this.trials.find(client.caller, client.workspace, request.tool);
      const refusal = explainRefusal(request, tool, client.confirmed);
      if (refusal) return { outcome: refusal, ran: false };
      return { outcome: await this.try(client, request), ran: true };
    } catch (error) {
      if (!(error instanceof CrumbError) || error.code === 'forbidden') throw error;
      return { outcome: refusedCall(error.code, error.message), ran: false };
    }
  }

  private async try(client: RerunClient, { tool, input }: ToolRequestV1): Promise<CallOutcome> {
    const wish = { tool, arguments: input as Record<string, unknown>, confirmed: client.confirmed, wait_ms: 300_000 };
    const { result } = await this.trials.runFor(client, wish);
    if (!result) return refusedCall('timeout', `${tool} did not finish in the time of this rerun.`);
    const { status, text, error } = result.context;
    return { status, text, ...(error && { error }) };
  }
}
