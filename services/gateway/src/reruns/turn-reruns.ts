import { Injectable } from '@nestjs/common';
import { turnUsage } from '@crumbtrail/prompting';
import {
  AgentResponse,
  asPayload,
  Commit,
  contextId,
  CrumbError,
  DEFAULT_TURN_SECONDS,
  listFieldChanges,
  refuse,
  responseId,
  ToolDef,
  toJsonObject,
  TurnRerun,
  type AgentContextV1,
  type AgentResponseV1,
  type AgentStepV1,
  type ToolResponseV1,
  type TurnRerunV1,
} from '@crumbtrail/contracts';
import type { Rerun, RerunBody } from '@crumbtrail/contracts/http/reruns';
import {
  RerunContext,
  RerunStep,
  type RerunContextReply,
  type RerunStepRequest,
  type RerunTool,
} from '@crumbtrail/contracts/operations/reruns';
import { requireContext } from '../contexts/require-context';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { TrialClient } from '../tools/tool-trials';
import { toAnswer, toRerunRecord, type RerunPlan } from './rerun-record';
import { RerunTools, type RerunClient } from './rerun-tools';

/** Time beyond that of the turn for a reply of the executor to arrive, milliseconds. */
const REPLY_GRACE_MS = 2_000;

/** The turn that is run again. */
interface TurnToRerun {
  readonly turn: string;
  readonly position: number;
  readonly context_id: string;
  readonly context: AgentContextV1;
}

/** A rerun while it runs. */
interface RerunProgress {
  readonly steps: AgentStepV1[];
  readonly responses: ToolResponseV1[];
  readonly calls: Rerun['calls'][number][];
}

/** The turn, its new context, and how far the rerun has come. */
interface RunningRerun {
  readonly recorded: TurnToRerun;
  readonly built: RerunContextReply;
  readonly progress: RerunProgress;
}

/** The end of a rerun that has no answer, with what its model calls have cost. */
function endWithError(
  { turn, context_id }: TurnToRerun,
  { steps, responses }: RerunProgress,
  error: NonNullable<AgentResponseV1['error']>,
): AgentResponseV1 {
  const results = new Map(responses.map((one) => [one.request.id, one]));
  const usage = turnUsage({ steps, responses: results });
  return { turn: { id: turn }, context_id, action: 'error', error, ...usage };
}

/**
 * Runs turns again with changes, for operators. Nothing of a rerun is in a session: the context is built without being published, the executor
 * keeps nothing, tools run as trials, and what stays is a turn.rerun.v1 without texts.
 */
@Injectable()
export class TurnReruns {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly tools: RerunTools,
  ) {}

  async run(client: TrialClient, turn: string, wish: RerunBody): Promise<Rerun> {
    const startedAt = performance.now();
    const { workspace, cell } = await this.requests.requireOperator(client.caller, 'run turns again');
    const recorded = await this.readRecorded(client, workspace, turn);
    const built = await this.build(client, recorded, wish);
    const plan = await this.withFields(client, wish, built);
    const progress: RerunProgress = { steps: [], responses: [], calls: [] };
    const running = { recorded, built, progress };
    const response = await this.answer({ ...client, workspace, cell, confirmed: wish.confirmed }, running).catch(
      async (error: unknown) => {
        await this.recordUnfinished(client, plan, { ...running, startedAt }, error);
        throw error;
      },
    );
    const before = await this.readAnswer(client, workspace, turn);
    const result = {
      turn,
      agent: recorded.context.agent,
      context: recorded.context_id,
      definition: built.definition_ref,
      ...(before && { before: toAnswer(before, recorded.context) }),
      after: toAnswer(response, built.preview),
      formatted_context: built.preview.formatted_context,
      calls: progress.calls,
      diff: built.diff,
      duration_ms: Math.round(performance.now() - startedAt),
    };
    return { ...result, record: await this.leaveRecord(client, toRerunRecord(plan, result)) };
  }

  private build({ caller }: TrialClient, recorded: TurnToRerun, wish: RerunBody): Promise<RerunContextReply> {
    const { prompt, model, temperature, tools, definition, base, budget, config } = wish;
    return this.requests.request(RerunContext, caller, {
      context: recorded.context_id,
      base,
      changes: { prompt, model, temperature, tools, definition },
      budget,
      config,
    });
  }

  /** The plan of a rerun, which names the fields that a whole definition changes. */
  private async withFields({ caller }: TrialClient, wish: RerunBody, built: RerunContextReply): Promise<RerunPlan> {
    if (wish.definition === undefined) return wish;
    const { id, version } = built.definition_ref;
    const { context } = await this.reader.read(caller, id, { version });
    return { ...wish, fields: listFieldChanges(context, wish.definition).map(({ path }) => path) };
  }

  private async readRecorded({ caller }: TrialClient, workspace: string, turn: string): Promise<TurnToRerun> {
    const context_id = contextId(workspace, turn);
    const crumb = await this.reader.read(caller, context_id);
    const { context } = requireContext(crumb);
    if (context.runner === 'service')
      throw refuse(
        'invalid_payload',
        `The agent ${context.agent} runs as its own service, so that its turns cannot be run again here.`,
      );
    return { turn, position: crumb.position, context_id, context };
  }

  private async readAnswer(
    { caller }: TrialClient,
    workspace: string,
    turn: string,
  ): Promise<AgentResponseV1 | undefined> {
    const [crumb] = await this.reader.readAvailable(caller, [{ id: responseId(workspace, turn) }]);
    return crumb && asPayload(AgentResponse.name, crumb.context);
  }

  /** Asks the model, and runs the tools that it requests, until it answers, a guard fires, or the time of a turn is over. */
  private async answer(client: RerunClient, { recorded, built, progress }: RunningRerun): Promise<AgentResponseV1> {
    const seconds = built.definition.limits?.turn_seconds ?? DEFAULT_TURN_SECONDS;
    const timeout = AbortSignal.timeout(seconds * 1000);
    const until = performance.now() + seconds * 1000;
    const within = { ...client, gone: AbortSignal.any([client.gone, timeout]) };
    const offered = await this.readTools(client, built);
    const { definition, format, macros, preview } = built;
    for (;;) {
      const timeout_ms = Math.round(until - performance.now());
      this.requireConnected(client);
      if (timeout_ms < 1) return this.timedOut(recorded, progress, seconds);
      const asked: RerunStepRequest = {
        workspace: client.workspace,
        turn: recorded.turn,
        position: recorded.position,
        definition,
        formatted: preview.formatted_context,
        format,
        macros,
        tools: offered,
        steps: progress.steps,
        responses: progress.responses,
        timeout_ms,
      };
      const reply = await this.requests.requestAsGateway(RerunStep, asked, {
        timeoutMs: timeout_ms + REPLY_GRACE_MS,
        cell: client.cell,
      });
      if (reply.kind === 'gone') throw refuse('erased', `Cannot run this turn again: ${reply.gone}`);
      if (reply.kind === 'end') return reply.response;
      progress.steps.push(reply.step);
      for (const request of reply.requests) {
        this.requireConnected(client);
        const { shown, response } = await this.tools.run(within, request);
        progress.calls.push(shown);
        progress.responses.push(response);
      }
    }
  }

  /** Nothing more is asked or run for a client that has disconnected. */
  private requireConnected({ gone }: TrialClient): void {
    if (gone.aborted) throw refuse('unavailable', 'The client disconnected, and its rerun was stopped.');
  }

  private timedOut(recorded: TurnToRerun, progress: RerunProgress, seconds: number): AgentResponseV1 {
    const message = `The rerun did not answer within ${seconds} s, the time of a turn of this agent.`;
    return endWithError(recorded, progress, { code: 'timeout', message });
  }

  /** Records what a rerun has cost that ended without an answer to its client. */
  private async recordUnfinished(
    client: TrialClient,
    plan: RerunPlan,
    { recorded, built, progress, startedAt }: RunningRerun & { readonly startedAt: number },
    reason: unknown,
  ): Promise<void> {
    if (progress.steps.length === 0) return;
    const failed = reason instanceof CrumbError ? reason.code : 'internal';
    const code = client.gone.aborted ? 'disconnected' : failed;
    const ended = endWithError(recorded, progress, { code, message: code });
    const end = {
      turn: recorded.turn,
      agent: recorded.context.agent,
      definition: built.definition_ref,
      after: toAnswer(ended, built.preview),
      duration_ms: Math.round(performance.now() - startedAt),
    };
    await this.leaveRecord(client, toRerunRecord(plan, end));
  }

  private async readTools({ caller }: TrialClient, { tools }: RerunContextReply): Promise<RerunTool[]> {
    const crumbs = await this.reader.readAvailable(caller, tools);
    return crumbs.map(({ id, version, context }) => ({ id, version, def: asPayload(ToolDef.name, context) }));
  }

  private async leaveRecord({ caller }: TrialClient, record: TurnRerunV1): Promise<string> {
    const draft = { schema_name: TurnRerun.name, context: toJsonObject(record) };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    const [written] = results;
    if (!written) throw refuse('internal', 'The record of this rerun was not stored.');
    return written.id;
  }
}
