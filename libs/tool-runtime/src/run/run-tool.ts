import { CrumbError } from '@crumbtrail/contracts';
import { crashPoint, errorMessage } from '@crumbtrail/platform';
import type { HeldClaim } from '../claims/held-claim';
import { executeTool } from '../telemetry/tool-span';
import type { ToolMeter } from '../telemetry/tool-meter';
import { cancelled, examine, misfit, TOOL_RUNNER, unknownOutcome, type ToolTerms } from './examine';
import type { Gates } from './gates';
import type { ToolClaims, ToolHeard, ToolLogs, ToolReader, ToolResponses, TurnEnds, Watch } from '../ports';
import { isOfTurn } from '../ports';
import { runLimited, type RunEnd } from './run-limited';
import { LATER, ToolError, type Tool, type ToolCall } from '../tool';
import { asJson, toolAnswer, type ToolOutcome } from './tool-answer';
import type { Tools } from '../tools';

/** The world of one tool request. */
export interface ToolWorld {
  /** The service that runs here, as requests name it. */
  readonly runner: string;
  readonly tools: Tools;
  readonly claims: ToolClaims;
  readonly reader: ToolReader;
  readonly responses: ToolResponses;
  readonly logs: ToolLogs;
  readonly ends: TurnEnds;
  readonly gates: Gates;
  /** Aborted when this process must go. */
  readonly leaving: AbortSignal;
  clock(): number;
  /** Counts what was answered. */
  readonly meter?: ToolMeter;
  /** Told of a run that goes on later, and when its time is up. */
  later?(heard: ToolHeard, deadline: number): void;
}

/** What became of a request that was heard. */
export type ToolEnd = 'answered' | 'already answered' | 'answered by another' | 'goes on later';

/**
 * Claim, read, examine, run, leave the response. Of any number of runners that hear the same request one at a time gets this
 * far, and whatever they leave, the first response stands. A tool that must not run twice is noted as started in between.
 */
export async function runTool(heard: ToolHeard, world: ToolWorld): Promise<ToolEnd> {
  const { workspace, request } = heard;
  const watch = world.ends.watch(workspace, isOfTurn(request) ? request.context.turn.id : undefined);
  try {
    const claim = await world.claims.take(heard);
    let end: ToolEnd | undefined;
    try {
      return (end = await runClaimed(heard, { claim, watch }, world));
    } finally {
      await claim.letGo({ free: end === undefined || end === 'goes on later' });
    }
  } finally {
    watch.stop();
  }
}

interface Held {
  readonly claim: HeldClaim;
  readonly watch: Watch;
}

async function runClaimed(heard: ToolHeard, held: Held, world: ToolWorld): Promise<ToolEnd> {
  const tool = world.tools.find(heard.request.context.tool);
  const verdict = examine(heard, await world.reader.read(heard), { runner: world.runner, has: tool !== undefined });
  if (verdict.do === 'nothing') return 'already answered';
  if (verdict.do === 'refuse') return leave(heard, { outcome: { error: verdict.refusal }, held }, world);
  const leaveGate = await world.gates.enter(verdict.terms.definition.name, verdict.terms.concurrency);
  try {
    return await runOnce(heard, { tool: tool as Tool, terms: verdict.terms, held }, world);
  } finally {
    leaveGate();
  }
}

interface Run {
  readonly tool: Tool;
  readonly terms: ToolTerms;
  readonly held: Held;
}

async function runOnce(heard: ToolHeard, run: Run, world: ToolWorld): Promise<ToolEnd> {
  const { terms, held } = run;
  if (terms.atMostOnce) {
    const start = await world.responses.start(heard, held.claim);
    crashPoint('tool.after-start');
    if (start === 'ended') return leave(heard, { outcome: { error: cancelled(terms.definition.name) }, held }, world);
  }
  const since = world.clock();
  const outcome = await executeTool(heard, terms, () => outcomeOf(heard, run, world));
  crashPoint('tool.after-run');
  if (outcome === LATER) return goOnLater(heard, terms, world);
  const duration_ms = Math.round(world.clock() - since);
  return leave(heard, { outcome, held, about: { ...terms, duration_ms } }, world);
}

/** What the tool gave or could not do, in the time that it has. */
async function outcomeOf(heard: ToolHeard, run: Run, world: ToolWorld): Promise<ToolOutcome | typeof LATER> {
  const { terms, held } = run;
  const end = await runLimited(
    (signal) => run.tool.run(heard.request.context.input, callOf(heard, run, { signal, world })),
    {
      timeoutMs: terms.timeoutMs,
      ended: held.watch.ended,
      stop: AbortSignal.any([held.claim.lost, world.leaving]),
    },
  );
  if (end.kind !== 'gave' || end.value !== LATER) return endOf(end, terms);
  return world.later && isOfTurn(heard.request) ? LATER : { error: nobodyWakes(terms) };
}

/** Only a service that hears of the parts of a tool's work can wake it again; a tool elsewhere would wait for ever. */
const nobodyWakes = ({ definition: { name } }: ToolTerms) => ({
  code: 'failed',
  message: `${name} would wait for other tools, and ${TOOL_RUNNER} alone can do that: let it call them one after the other, as an agent.`,
});

const deadlineOf = ({ request }: ToolHeard, { timeoutMs }: ToolTerms): number =>
  Date.parse(request.created_at) + timeoutMs;

function goOnLater(heard: ToolHeard, terms: ToolTerms, world: ToolWorld): ToolEnd {
  world.later?.(heard, deadlineOf(heard, terms));
  return 'goes on later';
}

function callOf(
  heard: ToolHeard,
  { terms, held }: Run,
  { signal, world }: { signal: AbortSignal; world: ToolWorld },
): ToolCall {
  const { workspace, request } = heard;
  return {
    workspace,
    request,
    agent: isOfTurn(request) ? request.context.agent : request.author.id,
    session: request.session,
    deadline: deadlineOf(heard, terms),
    atMostOnce: terms.atMostOnce,
    signal,
    log: world.logs.of(heard, terms.definition.permissions, held.claim),
  };
}

function outOfTime({ definition: { name }, timeoutMs, atMostOnce }: ToolTerms): ToolOutcome {
  const what = `${name} gave no result within ${timeoutMs} ms`;
  return { error: atMostOnce ? unknownOutcome(what) : { code: 'timeout', message: `${what} and was stopped.` } };
}

function endOf(end: RunEnd, terms: ToolTerms): ToolOutcome {
  const { definition } = terms;
  const { name } = definition;
  if (end.kind === 'gave') return checked(end.value, definition);
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

function checked(value: unknown, { name, output }: ToolTerms['definition']): ToolOutcome {
  const given = asJson(value, name);
  const wrong = 'error' in given || output === undefined ? undefined : promiseBroken(output, given.output);
  if (wrong === undefined) return given;
  const message = `${name} gave a result that is not what it promises, so it is not used: ${wrong}.`;
  return { error: { code: 'invalid_output', message } };
}

function promiseBroken(schema: object, output: unknown): string | undefined {
  try {
    return misfit(schema, output);
  } catch (error) {
    return errorMessage(error);
  }
}

interface Answer {
  readonly outcome: ToolOutcome;
  readonly held: Held;
  readonly about?: Parameters<typeof toolAnswer>[2];
}

async function leave(heard: ToolHeard, { outcome, held, about }: Answer, world: ToolWorld): Promise<ToolEnd> {
  const left = await world.responses.leave(heard, toolAnswer(heard.request, outcome, about), held.claim);
  crashPoint('tool.after-append');
  if (left === 'left') {
    const code = 'error' in outcome ? outcome.error.code : undefined;
    world.meter?.answered(world.tools, heard.request.context.tool, { code, ms: about?.duration_ms });
  }
  return left === 'left' ? 'answered' : 'answered by another';
}
