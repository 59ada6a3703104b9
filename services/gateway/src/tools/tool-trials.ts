import { Injectable } from '@nestjs/common';
import { TOOL_RUNNER, termsOf, type ToolTerms } from '@crumbtrail/tool-runtime';
import {
  Commit,
  type Envelope,
  compileJsonCheck,
  refuse,
  singletonId,
  Status,
  type ToolConfigV1,
  type ToolDefV1,
  toolResponseId,
  ToolTry,
  explainTryRefusal,
  type CommitResult,
} from '@crumbtrail/contracts';
import type { ToolTrial, TryToolBody } from '@crumbtrail/contracts/http/tools';
import type { Response } from 'express';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { WakeSignal } from '../live/wake-signal';
import { ShutdownSignal } from '../http/shutdown-signal';
import { disconnectSignal } from '../http/disconnect-signal';
import { pollUntil } from '../live/poll-until';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

/** What an operator tries, and how long they wait. */
export interface TrialRequest extends TryToolBody {
  readonly tool: string;
}

/** A tool as it is now, and how it is run. */
interface ResolvedTool {
  readonly id: string;
  readonly version: number;
  readonly terms: ToolTerms;
}

/** A runner has so long to begin; what it hears of later it does not run, since nobody waits any more. */
const BEGIN_MS = 10_000;
/** A little after, so that clocks which differ by that little agree that it is over, and an answer has time to come. */
const AFTER_MS = 1_000;
const MOST_ISSUES = 20;

const underArguments = (path: string): string => `/arguments${path}`;

function requireRunnable({ terms: { definition, atMostOnce } }: ResolvedTool, wish: TrialRequest): void {
  const { name, input } = definition;
  const why = explainTryRefusal(definition);
  if (why !== null) throw refuse('invalid_payload', why);
  const issues = compileJsonCheck(input).issues(wish.arguments, MOST_ISSUES);
  if (issues.length > 0) {
    const at = issues.map((issue) => ({ ...issue, path: underArguments(issue.path) }));
    throw refuse('invalid_payload', `The arguments do not fit what ${name} takes.`, { issues: at });
  }
  if (!atMostOnce || wish.confirmed) return;
  const issue = { path: '/confirmed', rule: 'const', message: 'must be true' };
  throw refuse('invalid_payload', `${name} does what must not happen twice, and trying it does it: say so.`, {
    issues: [issue],
  });
}

/** Runs tools for operators who try them, outside of any turn; what was tried and what came of it is in the log, for operators alone. */
@Injectable()
export class ToolTrials {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly closing: ShutdownSignal,
  ) {}

  async run(response: Response, wish: TrialRequest): Promise<ToolTrial> {
    const caller = readCaller(response.req);
    const workspace = await this.workspaceOf(caller);
    const found = await this.find(caller, workspace, wish.tool);
    requireRunnable(found, wish);
    const bell = new WakeSignal();
    const stop = this.requests.onEvents(
      workspace,
      ({ schema_name }) => schema_name.startsWith('tool.') && bell.notify(),
    );
    try {
      const left = await this.leave(caller, found, wish);
      const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
      const until = Math.min(wish.wait_ms, BEGIN_MS + found.terms.timeoutMs + AFTER_MS);
      const look = (): Promise<Envelope | null> => this.look(caller, workspace, left);
      const result = await pollUntil(look, { bell, gone, now: Date.now }, until);
      return {
        try: left,
        trail_id: left.trail_id,
        ...(result ? { result: result as unknown as ToolTrial['result'] } : {}),
      };
    } finally {
      stop();
    }
  }

  private async workspaceOf(caller: Caller): Promise<string> {
    const { workspace, role } = await this.requests.identifyUncached(caller);
    if (role === 'operator') return workspace;
    throw refuse('forbidden', `Only operators may try tools; this key's role is ${role}.`);
  }

  private async find(caller: Caller, workspace: string, tool: string): Promise<ResolvedTool> {
    const ids = [singletonId(workspace, 'tool', tool), singletonId(workspace, 'tool_config', tool)];
    const crumbs = await this.reader.readAvailable(
      caller,
      ids.map((id) => ({ id })),
    );
    const [definition, config] = ids.map((id) => crumbs.find((one) => one.id === id));
    if (!definition)
      throw refuse('not_found', `There is no tool ${tool}; the tool.def.v1 of the log say which there are.`);
    const { id, version, context } = definition;
    const settings = (config?.context ?? null) as unknown as ToolConfigV1 | null;
    return { id, version, terms: termsOf(context as unknown as ToolDefV1, settings) };
  }

  private async leave(
    caller: Caller,
    { id, version, terms }: ResolvedTool,
    wish: TrialRequest,
  ): Promise<ToolTrial['try']> {
    const { name: tool, runner = TOOL_RUNNER } = terms.definition;
    const begin_by = new Date(Date.now() + BEGIN_MS).toISOString();
    const context = { tool, tool_def: { id, version }, input: wish.arguments, runner, begin_by };
    // Beside operators, an agent whose service runs it.
    const draft = { schema_name: ToolTry.name, audience: runner === TOOL_RUNNER ? [] : [runner], context };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    const written = results[0] as CommitResult;
    const crumb = await this.reader.read(caller, written.id, { min_position: written.position });
    return crumb as unknown as ToolTrial['try'];
  }

  /** What came of it; null while nothing has. */
  private async look(caller: Caller, workspace: string, left: ToolTrial['try']): Promise<Envelope | null> {
    const [result] = await this.reader.readAvailable(caller, [{ id: toolResponseId(workspace, left.id) }]);
    if (result) return result;
    if (Date.now() > Date.parse(left.context.begin_by) + AFTER_MS) await this.requireTaken(left);
    return null;
  }

  /** Whoever has begun it holds it; what its runner was never handed nobody will run any more. */
  private async requireTaken({ id, trail_id, context: { tool, runner } }: ToolTrial['try']): Promise<void> {
    const { durables } = await this.requests.requestAsGateway(Status, {});
    const durable = durables.find(({ name }) => name === `${runner}-tries`);
    if (durable && (durable.waiting > 0 || durable.pending === 0)) return;
    const message = `Nobody has begun ${tool} within ${BEGIN_MS / 1000} s: ${runner} runs it, and does not hear; is it up? It is not begun any more.`;
    throw refuse('unavailable', message, { details: { try: id, trail_id } });
  }
}
