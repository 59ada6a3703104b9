import {
  isGranted,
  compileJsonCheck,
  singletonId,
  explainTryRefusal,
  type Issue,
  type ToolConfigV1,
  type ToolDefV1,
  type ToolRequestV1,
  type Envelope,
} from '@crumbtrail/contracts';
import { errorMessage } from '@crumbtrail/platform';
import { applyDecision, approvalState } from '../approval/apply-decision';
import { isTurnRequest, type ToolInvocation, type ToolFacts, type ReceivedToolRequest } from '../ports';

/** The service that runs tools whose definition names no runner. */
export const TOOL_RUNNER = 'tool-runner';

/** Why a request is answered with an error; `message` is written for the model. */
export interface ToolRefusal {
  readonly code: string;
  readonly message: string;
}

/** How a tool is run: its definition, overridden by the operator's configuration. */
export interface ToolSettings {
  readonly definition: ToolDefV1;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly atMostOnce: boolean;
  readonly persistence: NonNullable<ToolDefV1['persistence']>;
}

export type RequestDecision =
  | { readonly do: 'nothing' }
  /** No person has decided yet. */
  | { readonly do: 'wait' }
  | { readonly do: 'refuse'; readonly refusal: ToolRefusal }
  | { readonly do: 'run'; readonly terms: ToolSettings };

/** The service that checks a request, and whether it has the code of the tool. */
export interface LocalRunner {
  readonly runner: string;
  readonly has: boolean;
  /** Whether a source of tools, such as an MCP server, is available here. */
  readonly isAvailable: (source: string) => boolean;
}

const TIMEOUT_MS = 30_000;
const CONCURRENCY = 4;
const MOST_ISSUES = 8;

/**
 * A tool that only requests other tools has no effect itself and runs again with each of their results, so it is always
 * repeatable.
 */
function atMostOnce({ effect, permissions = [] }: ToolDefV1, config: Partial<ToolConfigV1> | null): boolean {
  return (config?.effect ?? effect) === 'at_most_once' && !permissions.includes('requests');
}

/** A definition, overridden by the operator's configuration. */
export function resolveToolSettings(definition: ToolDefV1, config: Partial<ToolConfigV1> | null): ToolSettings {
  return {
    definition,
    timeoutMs: config?.timeout_ms ?? definition.timeout_ms ?? TIMEOUT_MS,
    concurrency: definition.concurrency ?? CONCURRENCY,
    atMostOnce: atMostOnce(definition, config),
    persistence: config?.persistence ?? definition.persistence ?? 'turn',
  };
}

const refuse = (code: string, message: string): ToolRefusal => ({ code, message });

const ref = (a: { id: string; version: number }, b: { id: string; version: number }): boolean =>
  a.id === b.id && a.version === b.version;

/**
 * Only the turn's agent may request, with the definition pinned by the turn; requests for parts of a tool's work come
 * from a runner.
 */
function isGenuine(workspace: string, request: Envelope<ToolRequestV1>, { turn, agent }: ToolFacts): boolean {
  const { context, author } = request;
  const isAgents = context.definition.id === singletonId(workspace, 'agent', context.agent);
  const isAsker = author.kind === 'agent' ? author.id === context.agent : context.parent !== undefined;
  const isTurns =
    turn === null || (turn.context.agent === context.agent && ref(turn.context.definition, context.definition));
  return isAgents && isAsker && isTurns && agent?.agent === context.agent;
}

function grantRefusal({ workspace, request }: ReceivedToolRequest, facts: ToolFacts): ToolRefusal | null {
  if (!isTurnRequest(request)) return tryRefusal(request.context.tool, facts);
  const { agent, tool } = request.context;
  if (!isGenuine(workspace, request, facts))
    return refuse('not_granted', `${agent} may not use ${tool} here: the request does not belong to its turn.`);
  if (isGranted(facts.agent as NonNullable<ToolFacts['agent']>, tool)) return null;
  return refuse('not_granted', `${agent} may not use ${tool}: its definition does not grant it. Do without it.`);
}

/** Operators may try every tool that needs no turn; the store ensures that only operators write trial runs. */
function tryRefusal(name: string, { late, tool }: ToolFacts): ToolRefusal | null {
  if (late)
    return refuse('too_late', `${name} was not started in time, and nobody is waiting for it any more. Try it again.`);
  const why = tool && explainTryRefusal(tool);
  return why ? refuse('needs_turn', why) : null;
}

function toolRefusal(
  { request }: ReceivedToolRequest,
  { tool, config }: ToolFacts,
  here: LocalRunner,
): ToolRefusal | null {
  const { tool: name } = request.context;
  if (tool?.name !== name) return refuse('unknown_tool', `There is no tool ${name}. Use one of the tools offered.`);
  if (config?.enabled === false) return refuse('disabled', `The tool ${name} is disabled. Do without it.`);
  return runnerRefusal(tool, here);
}

function runnerRefusal({ name, runner = TOOL_RUNNER, source = '' }: ToolDefV1, here: LocalRunner): ToolRefusal | null {
  if (runner !== here.runner)
    return refuse('unknown_tool', `The tool ${name} is run by ${runner}, not by ${here.runner}.`);
  if (here.has) return null;
  if (here.isAvailable(source))
    return refuse(
      'unknown_tool',
      `The tool ${name} no longer exists: ${source} does not offer it any more. Do without it.`,
    );
  const who = source.startsWith('mcp:')
    ? `the server ${source.slice('mcp:'.length)} is unavailable`
    : 'no process runs it at the moment';
  return refuse('unavailable', `The tool ${name} cannot be used: ${who}. Try again later, or do without it.`);
}

const describeIssue = ({ path, message }: Issue): string => `${path || 'the whole'} ${message}`;

/** Describes how a value does not match a schema; undefined when it matches. */
export function describeMismatch(schema: object, value: unknown): string | undefined {
  const issues = compileJsonCheck(schema as Record<string, unknown>).issues(value, MOST_ISSUES);
  return issues.length === 0 ? undefined : issues.map(describeIssue).join('; ');
}

/** Why the arguments of a call are refused, for the model; null when they match the schema of the tool. Throws if the schema is invalid. */
export function refuseInput({ name, input: schema, examples = [] }: ToolDefV1, input: unknown): ToolRefusal | null {
  const wrong = describeMismatch(schema, input);
  if (wrong === undefined) return null;
  const example = examples[0] ? ` A valid call: ${JSON.stringify(examples[0].input)}.` : '';
  return refuse(
    'invalid_input',
    `The arguments of ${name} are invalid: ${wrong}. Correct them and call again.${example}`,
  );
}

function inputRefusal({ tool: name, input }: ToolInvocation['context'], facts: ToolFacts): ToolRefusal | null {
  try {
    return refuseInput(facts.tool as ToolDefV1, input);
  } catch (error) {
    return refuse(
      'unavailable',
      `The tool ${name} cannot be used: its input schema is invalid. ${errorMessage(error)}.`,
    );
  }
}

/**
 * Decides what to do with a request, from the log. Answered: nothing. Recorded as started but not answered: its outcome
 * is unknown, so it never runs again. Then in this order: its turn, the tool that it is a part of, the grant, the approval of a person, the tool, the arguments.
 */
export function checkRequest(received: ReceivedToolRequest, facts: ToolFacts, here: LocalRunner): RequestDecision {
  if (facts.answered) return { do: 'nothing' };
  const early = refusalBeforeApproval(received, facts);
  if (early) return { do: 'refuse', refusal: early };
  const approval = approvalState(received, facts);
  if (approval.kind === 'waiting') return { do: 'wait' };
  if (approval.kind === 'refused') return { do: 'refuse', refusal: approval.refusal };
  const refusal = toolRefusal(received, facts, here) ?? inputRefusal(decidedContext(received, facts), facts);
  if (refusal) return { do: 'refuse', refusal };
  return { do: 'run', terms: resolveToolSettings(facts.tool as ToolDefV1, facts.config) };
}

const decidedContext = (received: ReceivedToolRequest, { decision }: ToolFacts): ToolInvocation['context'] =>
  applyDecision(received, decision).request.context;

function refusalBeforeApproval(received: ReceivedToolRequest, facts: ToolFacts): ToolRefusal | null {
  const { context } = received.request;
  if (facts.started) return outcomeUnknown(context.tool);
  if (facts.turn_ended) return cancelledRefusal(context.tool);
  if (facts.parent_ended)
    return refuse('cancelled', `${context.tool} was not run: the tool that requested it has ended.`);
  return grantRefusal(received, facts);
}

/** The error of a run with an unknown outcome; `what` states what is known. */
export const unknownOutcomeRefusal = (what: string): ToolRefusal =>
  refuse(
    'outcome_unknown',
    `${what}: it may or may not have taken effect. It is not repeated automatically; find out, or ask the person, before you call it again.`,
  );

const outcomeUnknown = (tool: string): ToolRefusal =>
  unknownOutcomeRefusal(`${tool} was started once and its outcome is unknown`);

/** The error of a request whose turn ended before there was a result. */
export const cancelledRefusal = (tool: string): ToolRefusal =>
  refuse('cancelled', `${tool} was cancelled: the turn that requested it has ended.`);
