import { CrumbError } from '@crumbtrail/contracts';
import { crashPoint, errorMessage } from '@crumbtrail/platform';
import type { ActiveClaim } from '../claims/active-claim';
import { executeTool } from '../telemetry/tool-span';
import type { ToolMeter } from '../telemetry/tool-meter';
import {
  cancelled,
  checkRequest,
  describeMismatch,
  TOOL_RUNNER,
  unknownOutcome,
  type ToolSettings,
} from './check-request';
import type { ConcurrencyLimit } from './concurrency-limit';
import type {
  ToolClaims,
  ReceivedToolRequest,
  ToolLogs,
  ToolReader,
  ToolResponses,
  TurnEnds,
  TurnEndWatch,
} from '../ports';
import { isTurnRequest } from '../ports';
import type { PostponedRuns } from '../postponed-runs';
import { runLimited, type RunEnd } from './run-limited';
import { LATER, ToolError, type Tool, type ToolCall } from '../tool';
import { asJson, buildToolResponse, type ToolOutcome } from './tool-response';
import type { ToolRegistry } from '../tool-registry';

/** What runTool needs. */
export interface ToolDependencies {
  /** The service that runs here, as requests name it. */
  readonly runner: string;
  readonly tools: ToolRegistry;
  readonly claims: ToolClaims;
  readonly reader: ToolReader;
  readonly responses: ToolResponses;
  readonly logs: ToolLogs;
  readonly ends: TurnEnds;
  readonly concurrency: ConcurrencyLimit;
  /** Aborted when this process shuts down and running work must stop. */
  readonly shutdown: AbortSignal;
  clock(): number;
  /** Counts what was answered. */
  readonly meter?: ToolMeter;
  /** Present where tools may return LATER. */
  readonly postponed?: Pick<PostponedRuns, 'schedule'>;
}

/** What became of a request that was received. */
export type RunToolOutcome = 'answered' | 'already answered' | 'answered by another' | 'goes on later';

/**
 * Claim, read, checkRequest, run, leave the response. Of any number of runners that hear the same request one at a time gets this
 * far, and whatever they leave, the first response stands. A tool that must not run twice is noted as started in between.
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
      await claim.release({ free: end === undefined || end === 'goes on later' });
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
  const tool = dependencies.tools.find(received.request.context.tool);
  const verdict = checkRequest(received, await dependencies.reader.read(received), {
    runner: dependencies.runner,
    has: tool !== undefined,
  });
  if (verdict.do === 'nothing') return 'already answered';
  if (verdict.do === 'refuse') return leave(received, { outcome: { error: verdict.refusal }, guards }, dependencies);
  const leaveGate = await dependencies.concurrency.enter(verdict.terms.definition.name, verdict.terms.concurrency);
  try {
    return await runOnce(received, { tool: tool as Tool, terms: verdict.terms, guards }, dependencies);
  } finally {
    leaveGate();
  }
}

interface Run {
  readonly tool: Tool;
  readonly terms: ToolSettings;
  readonly guards: RunGuards;
}

async function runOnce(
  received: ReceivedToolRequest,
  run: Run,
  dependencies: ToolDependencies,
): Promise<RunToolOutcome> {
  const { terms, guards } = run;
  if (terms.atMostOnce) {
    const start = await dependencies.responses.start(received, guards.claim);
    crashPoint('tool.after-start');
    if (start === 'ended')
      return leave(received, { outcome: { error: cancelled(terms.definition.name) }, guards }, dependencies);
  }
  const since = dependencies.clock();
  const outcome = await executeTool(received, terms, () => outcomeOf(received, run, dependencies));
  crashPoint('tool.after-run');
  if (outcome === LATER) return goOnLater(received, terms, dependencies);
  const duration_ms = Math.round(dependencies.clock() - since);
  return leave(received, { outcome, guards, about: { ...terms, duration_ms } }, dependencies);
}

/** What the tool gave or could not do, in the time that it has. */
async function outcomeOf(
  received: ReceivedToolRequest,
  run: Run,
  dependencies: ToolDependencies,
): Promise<ToolOutcome | typeof LATER> {
  const { terms, guards } = run;
  const end = await runLimited(
    (signal) => run.tool.run(received.request.context.input, callOf(received, run, { signal, dependencies })),
    {
      timeoutMs: terms.timeoutMs,
      ended: guards.watch.ended,
      stop: AbortSignal.any([guards.claim.lost, dependencies.shutdown]),
    },
  );
  if (end.kind !== 'returned' || end.value !== LATER) return endOf(end, terms);
  return dependencies.postponed && isTurnRequest(received.request) ? LATER : { error: nobodyWakes(terms) };
}

/** Only a service that hears of the parts of a tool's work can wake it again; a tool elsewhere would wait for ever. */
const nobodyWakes = ({ definition: { name } }: ToolSettings) => ({
  code: 'failed',
  message: `${name} would wait for other tools, and ${TOOL_RUNNER} alone can do that: let it call them one after the other, as an agent.`,
});

const deadlineOf = ({ request }: ReceivedToolRequest, { timeoutMs }: ToolSettings): number =>
  Date.parse(request.created_at) + timeoutMs;

function goOnLater(received: ReceivedToolRequest, terms: ToolSettings, dependencies: ToolDependencies): RunToolOutcome {
  dependencies.postponed?.schedule(received, deadlineOf(received, terms));
  return 'goes on later';
}

function callOf(
  received: ReceivedToolRequest,
  { terms, guards }: Run,
  { signal, dependencies }: { signal: AbortSignal; dependencies: ToolDependencies },
): ToolCall {
  const { workspace, request } = received;
  return {
    workspace,
    request,
    agent: isTurnRequest(request) ? request.context.agent : request.author.id,
    session: request.session,
    deadline: deadlineOf(received, terms),
    atMostOnce: terms.atMostOnce,
    signal,
    log: dependencies.logs.of(received, terms.definition.permissions, guards.claim),
  };
}

function outOfTime({ definition: { name }, timeoutMs, atMostOnce }: ToolSettings): ToolOutcome {
  const what = `${name} gave no result within ${timeoutMs} ms`;
  return { error: atMostOnce ? unknownOutcome(what) : { code: 'timeout', message: `${what} and was stopped.` } };
}

function endOf(end: RunEnd, terms: ToolSettings): ToolOutcome {
  const { definition } = terms;
  const { name } = definition;
  if (end.kind === 'returned') return checked(end.value, definition);
  if (end.kind === 'ended') return { error: cancelled(name) };
  if (end.kind === 'timeout') return outOfTime(terms);
  if (end.error instanceof ToolError) {
    const { code, message, output } = end.error;
    return { error: { code, message }, output };
  }
  return { error: { code: 'failed', message: `${name} failed: ${sentenceOf(end.error)}` } };
}

/** A refusal of the store with every place that it names. */
function sentenceOf(error: unknown): string {
  const issues = error instanceof CrumbError ? (error.problem.issues ?? []) : [];
  return [errorMessage(error), ...issues.map(({ path, message }) => `${path || '/'} ${message}.`)].join(' ');
}

function checked(value: unknown, { name, output }: ToolSettings['definition']): ToolOutcome {
  const given = asJson(value, name);
  const wrong = 'error' in given || output === undefined ? undefined : promiseBroken(output, given.output);
  if (wrong === undefined) return given;
  const message = `${name} gave a result that is not what it promises, so it is not used: ${wrong}.`;
  return { error: { code: 'invalid_output', message } };
}

function promiseBroken(schema: object, output: unknown): string | undefined {
  try {
    return describeMismatch(schema, output);
  } catch (error) {
    return errorMessage(error);
  }
}

interface Answer {
  readonly outcome: ToolOutcome;
  readonly guards: RunGuards;
  readonly about?: Parameters<typeof buildToolResponse>[2];
}

async function leave(
  received: ReceivedToolRequest,
  { outcome, guards, about }: Answer,
  dependencies: ToolDependencies,
): Promise<RunToolOutcome> {
  const left = await dependencies.responses.leave(
    received,
    buildToolResponse(received.request, outcome, about),
    guards.claim,
  );
  crashPoint('tool.after-append');
  if (left === 'left') {
    const code = 'error' in outcome ? outcome.error.code : undefined;
    dependencies.meter?.answered(dependencies.tools, received.request.context.tool, { code, ms: about?.duration_ms });
  }
  return left === 'left' ? 'answered' : 'answered by another';
}
