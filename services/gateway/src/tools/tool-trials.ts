import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import { TOOL_RUNNER, resolveToolSettings, type ToolSettings } from '@crumbtrail/tool-runtime';
import {
  agentName,
  Commit,
  type Envelope,
  compileJsonCheck,
  refuse,
  singletonId,
  Status,
  toolResponseId,
  ToolTry,
  explainTryRefusal,
  type CommitResult,
  asPayload,
  ToolDef,
  ToolConfig,
  asCrumb,
  ToolTried,
} from '@crumbtrail/contracts';
import type { ToolTrial, TryToolBody } from '@crumbtrail/contracts/http/tools';
import type { Response } from 'express';
import type { WorkspacePlace } from '../cells/cell-directory';
import { ServiceRequests } from '../ports';
import { type Caller, readCaller } from '../http/caller';
import { ShutdownSignal } from '../http/shutdown-signal';
import { disconnectSignal } from '../http/disconnect-signal';
import { pollUntil } from '../live/poll-until';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

/** Which tool an operator tries, and how. */
export interface TrialRequest extends TryToolBody {
  readonly tool: string;
}

/** Who tries a tool, and when nobody waits for the result any more. */
export interface TrialClient {
  readonly caller: Caller;
  readonly gone: AbortSignal;
}

/** The latest definition of a tool, and how it is run. */
export interface ResolvedTool {
  readonly id: string;
  readonly version: number;
  readonly terms: ToolSettings;
}

/** A runner must start the trial within this time; it ignores a trial that it receives later. */
const BEGIN_MS = 10_000;
/** Grace for clock skew between services, and for the result to arrive. */
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
    throw refuse('invalid_payload', `Invalid arguments for ${name}.`, { issues: at });
  }
  if (!atMostOnce || wish.confirmed) return;
  const issue = { path: '/confirmed', rule: 'const', message: 'must be true' };
  throw refuse(
    'invalid_payload',
    `${name} has side effects and must not run twice: confirm the trial with "confirmed": true.`,
    {
      issues: [issue],
    },
  );
}

/** Runs tools for operators, outside of any turn. The trial and its result are breadcrumbs that only operators may read. */
@Injectable()
export class ToolTrials {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly closing: ShutdownSignal,
  ) {}

  /** For the client of this response, as long as it is connected. */
  async run(response: Response, wish: TrialRequest): Promise<ToolTrial> {
    return this.runFor({ caller: readCaller(response.req), gone: disconnectSignal(response) }, wish);
  }

  /** For this caller, until `gone`. */
  async runFor({ caller, gone }: TrialClient, wish: TrialRequest): Promise<ToolTrial> {
    const place = await this.requests.requireOperator(caller, 'try tools');
    const { workspace } = place;
    const found = await this.find(caller, workspace, wish.tool);
    requireRunnable(found, wish);
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(
      place,
      ({ schema_name }) => schema_name.startsWith('tool.') && wakeSignal.notify(),
    );
    try {
      const left = await this.leave(caller, found, wish);
      const over = AbortSignal.any([gone, this.closing.signal]);
      const until = Math.min(wish.wait_ms, BEGIN_MS + found.terms.timeoutMs + AFTER_MS);
      const look = (): Promise<Envelope | null> => this.look(caller, place, left);
      const result = await pollUntil(look, { wakeSignal, gone: over, now: Date.now }, until);
      return {
        try: left,
        trail_id: left.trail_id,
        ...(result ? { result: asCrumb(ToolTried.name, result) } : {}),
      };
    } finally {
      stop();
    }
  }

  /** Rejects with `not_found` if there is no such tool. */
  async find(caller: Caller, workspace: string, tool: string): Promise<ResolvedTool> {
    const ids = [singletonId(workspace, 'tool', tool), singletonId(workspace, 'tool_config', tool)];
    const crumbs = await this.reader.readAvailable(
      caller,
      ids.map((id) => ({ id })),
    );
    const [definition, config] = ids.map((id) => crumbs.find((one) => one.id === id));
    if (!definition) throw refuse('not_found', `There is no tool ${tool}. The tool.def.v1 breadcrumbs list the tools.`);
    const { id, version } = definition;
    const { unavailable } = asPayload(ToolDef.name, definition.context);
    if (unavailable !== undefined) throw refuse('unavailable', `${tool} cannot be tried. ${unavailable}`);
    const settings = config ? asPayload(ToolConfig.name, config.context) : null;
    return { id, version, terms: resolveToolSettings(asPayload(ToolDef.name, definition.context), settings) };
  }

  private async leave(
    caller: Caller,
    { id, version, terms }: ResolvedTool,
    wish: TrialRequest,
  ): Promise<ToolTrial['try']> {
    const { name: tool, runner = TOOL_RUNNER } = terms.definition;
    const begin_by = new Date(Date.now() + BEGIN_MS).toISOString();
    const context = { tool, tool_def: { id, version }, input: wish.arguments, runner, begin_by };
    // Operators can always read it; an agent whose service runs the tool must be named.
    const draft = { schema_name: ToolTry.name, audience: runner === TOOL_RUNNER ? [] : [agentName(runner)], context };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    const written = results[0] as CommitResult;
    const crumb = await this.reader.read(caller, written.id, { min_position: written.position });
    return asCrumb(ToolTry.name, crumb);
  }

  /** The result of the trial, or null if there is none yet. */
  private async look(caller: Caller, place: WorkspacePlace, left: ToolTrial['try']): Promise<Envelope | null> {
    const [result] = await this.reader.readAvailable(caller, [{ id: toolResponseId(place.workspace, left.id) }]);
    if (result) return result;
    if (Date.now() > Date.parse(left.context.begin_by) + AFTER_MS) await this.requireTaken(left, place);
    return null;
  }

  /** Throws if the runner never received the trial, so that it will never run. */
  private async requireTaken(left: ToolTrial['try'], { cell }: WorkspacePlace): Promise<void> {
    const { id, trail_id, context } = left;
    const { tool, runner } = context;
    const { durables } = await this.requests.requestAsGateway(Status, {}, { cell });
    const durable = durables.find(({ name }) => name === `${runner}-tries`);
    if (durable && (durable.waiting > 0 || durable.pending === 0)) return;
    const message = `${tool} did not start within ${BEGIN_MS / 1000} s: its runner ${runner} is not receiving messages. Check that it is running, then try again.`;
    throw refuse('unavailable', message, { details: { try: id, trail_id } });
  }
}
