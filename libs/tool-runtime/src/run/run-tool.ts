import { CrumbError, type ToolDefV1 } from '@crumbtrail/contracts';
import { crashPoint, errorMessage } from '@crumbtrail/platform';
import type { ActiveClaim } from '../claims/active-claim';
import { applyDecision, describeApproval } from '../approval/apply-decision';
import { executeTool } from './tool-span';
import type { ToolMeter } from '../telemetry/tool-meter';
import {
  cancelledRefusal,
  checkRequest,
  describeMismatch,
  TOOL_RUNNER,
  unknownOutcomeRefusal,
  type ToolSettings,
} from './check-request';
import type { ConcurrencyLimit } from './concurrency-limit';
import type {
  ToolClaims,
  ToolFacts,
  ReceivedToolRequest,
  ToolLogs,
  ToolMemories,
  ToolModels,
  ToolQuestions,
  ToolReader,
  ToolResponses,
  TurnEnds,
  TurnEndWatch,
} from '../ports';
import { isTurnRequest } from '../ports';
import type { PostponedRuns } from '../postponed-runs';
import { runLimited, type RunEnd } from './run-limited';
import { isPostponed, LATER, LaterBefore, type Later, ToolError, type Tool } from '../tool';
import { buildToolCall, deadlineOf, type StartedRun } from './tool-call';
import { asJson, buildToolResponse, type ToolOutcome } from './tool-response';
import type { ToolRegistry } from '../tool-registry';

/** What runTool needs. */
export interface ToolDependencies {
  /** The name of this service, as `runner` in requests. */
  readonly runner: string;
  readonly tools: ToolRegistry;
  readonly claims: ToolClaims;
  readonly reader: ToolReader;
  readonly responses: ToolResponses;
  readonly logs: ToolLogs;
  readonly models: ToolModels;
  readonly memories: ToolMemories;
  readonly questions: ToolQuestions;
  readonly ends: TurnEnds;
  readonly concurrency: ConcurrencyLimit;
  /** Aborted when this process shuts down and running work must stop. */
  readonly shutdown: AbortSignal;
  clock(): number;
  /** Counts answered requests. */
  readonly meter?: ToolMeter;
  /** The tool of a definition that carries its code; undefined for one without code. Absent: this process runs no such tools. */
  readonly codeTool?: (definition: ToolDefV1) => Tool | undefined;
  /** Present where tools may return LATER. */
  readonly postponed?: Pick<PostponedRuns, 'schedule' | 'cancel'>;
}

/** The outcome of handling a request. */
export type RunToolOutcome =
  'waits for approval' | 'answered' | 'already answered' | 'answered by another' | 'goes on later';

/** Outcomes after which another process may take the request at once. */
const NOT_ANSWERED: ReadonlySet<RunToolOutcome> = new Set<RunToolOutcome>(['goes on later', 'waits for approval']);

/**
 * Claims the request, reads and checks it, runs the tool and writes the response. Only one of all the runners that
 * receive a request gets this far at a time, and the first response is final. A tool that must not run twice is
 * recorded as started before it runs.
 */
export async function runTool(received: ReceivedToolRequest, dependencies: ToolDependencies): Promise<RunToolOutcome> {
  const { workspace, request } = received;
  const watch = dependencies.ends.watch(workspace, isTurnRequest(request) ? request.context.turn.id : undefined);
  try {
    const claim = await dependencies.claims.take(received);
    let end: RunToolOutcome | undefined;
    try {
      return (end = await runClaimed(received, { claim, watch }, dependencies));
    } finally {
      await claim.release({ free: end === undefined || NOT_ANSWERED.has(end) });
    }
  } finally {
    watch.stop();
  }
}

interface RunGuards {
  readonly claim: ActiveClaim;
  readonly watch: TurnEndWatch;
}

async function runClaimed(
  received: ReceivedToolRequest,
  guards: RunGuards,
  dependencies: ToolDependencies,
): Promise<RunToolOutcome> {
  const facts = await dependencies.reader.read(received);
  const tool = findTool(received, facts, dependencies);
  const decision = checkRequest(received, facts, {
    runner: dependencies.runner,
    has: tool !== undefined,
    isAvailable: (source) => dependencies.tools.isAvailable(source, received.workspace),
  });
  if (decision.do === 'nothing') return 'already answered';
  if (decision.do === 'wait') return 'waits for approval';
  if (decision.do === 'refuse')
    return respond(received, { outcome: { error: decision.refusal }, guards }, dependencies);
  const releasePlace = await dependencies.concurrency.acquire(
    decision.terms.definition.name,
    decision.terms.concurrency,
  );
  try {
    const run = { tool: tool as Tool, terms: decision.terms, guards, approval: facts.decision, agent: facts.agent };
    return await runOnce(applyDecision(received, facts.decision), run, dependencies);
  } finally {
    releasePlace();
  }
}

/** The tool of a request: by the code of its definition, else one of this process. */
function findTool(
  { workspace, request }: ReceivedToolRequest,
  { tool }: ToolFacts,
  { codeTool, tools }: ToolDependencies,
): Tool | undefined {
  const name = request.context.tool;
  return (tool?.name === name ? codeTool?.(tool) : undefined) ?? tools.find(name, workspace);
}

interface ApprovedRun extends Pick<StartedRun, 'terms' | 'approval' | 'agent'> {
  readonly tool: Tool;
  readonly guards: RunGuards;
}

async function runOnce(
  received: ReceivedToolRequest,
  run: ApprovedRun,
  dependencies: ToolDependencies,
): Promise<RunToolOutcome> {
  const { terms, guards } = run;
  if (terms.atMostOnce) {
    const start = await dependencies.responses.start(received, guards.claim);
    crashPoint('tool.after-start');
    if (start === 'turn ended')
      return respond(received, { outcome: { error: cancelledRefusal(terms.definition.name) }, guards }, dependencies);
  }
  const since = dependencies.clock();
  const started = { ...run, claim: guards.claim, model_calls: [], logs: [] };
  const outcome = await executeTool(received, terms, () => runWithinLimits(received, started, dependencies));
  crashPoint('tool.after-run');
  if (outcome === LATER) return postpone(received, deadlineOf(received, terms), dependencies);
  if (outcome instanceof LaterBefore) return postpone(received, outcome.deadline, dependencies);
  const duration_ms = Math.round(dependencies.clock() - since);
  const note = describeApproval(run.approval);
  return respond(
    received,
    { outcome, guards, about: { ...terms, duration_ms, model_calls: started.model_calls, logs: started.logs, note } },
    dependencies,
  );
}

/** Runs the tool within its time limit; returns its result or error. */
async function runWithinLimits(
  received: ReceivedToolRequest,
  run: ApprovedRun & StartedRun,
  dependencies: ToolDependencies,
): Promise<ToolOutcome | Later> {
  const { terms, guards } = run;
  const end = await runLimited(
    (signal, time) =>
      run.tool.run(received.request.context.input, buildToolCall(received, run, { signal, time, ...dependencies })),
    {
      timeoutMs: terms.timeoutMs,
      ended: guards.watch.ended,
      stop: AbortSignal.any([guards.claim.lost, dependencies.shutdown]),
    },
  );
  if (end.kind !== 'returned' || !isPostponed(end.value)) return toOutcome(end, terms);
  return dependencies.postponed && isTurnRequest(received.request) ? end.value : { error: cannotPostpone(terms) };
}

/**
 * Only a service that subscribes to the responses of requested parts can resume the tool; anywhere else it would wait
 * forever.
 */
const cannotPostpone = ({ definition: { name } }: ToolSettings) => ({
  code: 'failed',
  message: `${name} returned LATER, which only works in ${TOOL_RUNNER}: let it call the other tools one after the other instead.`,
});

function postpone(
  received: ReceivedToolRequest,
  deadline: number | null,
  { postponed }: ToolDependencies,
): RunToolOutcome {
  if (deadline === null) postponed?.cancel(received.request.id);
  else postponed?.schedule(received, deadline);
  return 'goes on later';
}

function timeoutOutcome({ definition: { name }, timeoutMs, atMostOnce }: ToolSettings): ToolOutcome {
  const what = `${name} returned no result within ${timeoutMs} ms`;
  return { error: atMostOnce ? unknownOutcomeRefusal(what) : { code: 'timeout', message: `${what} and was stopped.` } };
}

function toOutcome(end: RunEnd, terms: ToolSettings): ToolOutcome {
  const { definition } = terms;
  const { name } = definition;
  if (end.kind === 'returned') return checkOutput(end.value, definition);
  if (end.kind === 'ended') return { error: cancelledRefusal(name) };
  if (end.kind === 'timeout') return timeoutOutcome(terms);
  if (end.error instanceof ToolError) {
    const { code, message, output } = end.error;
    return { error: { code, message }, output };
  }
  return { error: { code: 'failed', message: `${name} failed: ${errorText(end.error)}` } };
}

/** The message of a store's refusal with all its issues. */
function errorText(error: unknown): string {
  const issues = error instanceof CrumbError ? (error.problem.issues ?? []) : [];
  return [errorMessage(error), ...issues.map(({ path, message }) => `${path || '/'} ${message}.`)].join(' ');
}

function checkOutput(value: unknown, { name, output }: ToolSettings['definition']): ToolOutcome {
  const given = asJson(value, name);
  const wrong = 'error' in given || output === undefined ? undefined : outputMismatch(output, given.output);
  if (wrong === undefined) return given;
  const message = `${name} returned a result that does not match its output schema, so it is not used: ${wrong}.`;
  return { error: { code: 'invalid_output', message } };
}

function outputMismatch(schema: object, output: unknown): string | undefined {
  try {
    return describeMismatch(schema, output);
  } catch (error) {
    return errorMessage(error);
  }
}

interface PendingResponse {
  readonly outcome: ToolOutcome;
  readonly guards: RunGuards;
  readonly about?: Parameters<typeof buildToolResponse>[2];
}

async function respond(
  received: ReceivedToolRequest,
  { outcome, guards, about }: PendingResponse,
  dependencies: ToolDependencies,
): Promise<RunToolOutcome> {
  const written = await dependencies.responses.publish(
    received,
    buildToolResponse(received.request, outcome, about),
    guards.claim,
  );
  crashPoint('tool.after-append');
  if (written === 'published') {
    const code = 'error' in outcome ? outcome.error.code : undefined;
    dependencies.meter?.answered(dependencies.tools, received.request.context.tool, { code, ms: about?.duration_ms });
  }
  return written === 'published' ? 'answered' : 'answered by another';
}
