import { resolveTurnLimits, toolModeOf, type AgentStepV1, type ToolRequestV1 } from '@crumbtrail/contracts';
import {
  type ModelReply,
  type ParsedReply,
  modeOf,
  toStorableText,
  unseenMessages,
  type StepCall,
  withOfferedTools,
  countRounds,
  hasUsedAllRounds,
  mustPlan,
  callUsage,
  type CallUsage,
  type CallMetrics,
  type GrantedTool,
  type Turn,
} from '@crumbtrail/prompting';
import { requiredApproval, TOOL_RUNNER } from '@crumbtrail/tool-runtime';
import { checkCalls } from './checked-calls';
import { buildEnd, failure, endByGuard, MAX_REPLY_BYTES, type TurnEnd } from './endings';
import { guardCrumb, ranOut, repeatedAnswer, repeatedCall, roundsGuard } from './guards';
import { PLAN_FIRST, UNPLANNED, wasToldToPlan } from './refuse-unplanned';

/** Maximum size of a step's content in bytes, so that the arguments of its calls fit beside it. */
const MAX_STEP_BYTES = 96 * 1024;

/** The result of a model call: a step with its requests, in one commit, or the end of the turn. */
export type ReplyResult =
  | { readonly kind: 'step'; readonly step: AgentStepV1; readonly requests: readonly ToolRequestV1[] }
  | ({ readonly kind: 'end' } & TurnEnd);

/** A reply with its measurements. */
export interface MeasuredReply {
  readonly reply: ModelReply;
  readonly measured: CallMetrics;
}

/** A turn with the reply being processed; without `last` when it ends without a model call. */
interface Taken {
  readonly turn: Turn;
  readonly shown?: string;
  readonly last?: CallUsage;
}

function request(turn: Turn, step: number, call: StepCall): ToolRequestV1 {
  const tool = turn.tools.find(({ def }) => def.name === call.tool) as GrantedTool;
  const asked = { tool: call.tool, input: call.input ?? {}, runner: tool.def.runner ?? TOOL_RUNNER };
  const approval = requiredApproval(turn.definition, asked);
  return {
    turn: { id: turn.turn_id },
    agent: turn.agent,
    definition: { ...turn.definition_ref },
    step,
    ordinal: call.ordinal,
    tool_def: { id: tool.id, version: tool.version },
    ...asked,
    reply_to: turn.reply_to,
    ...(approval && { approval }),
  };
}

function step(
  { turn, last }: Taken,
  said: Pick<AgentStepV1, 'kind' | 'calls' | 'observation'> & { content: string },
): ReplyResult {
  const number = turn.steps.length + 1;
  const { text } = toStorableText(said.content, MAX_STEP_BYTES);
  const injected = unseenMessages(turn).map(({ id, version }) => ({ id, version }));
  const forced = said.kind === 'model' && countRounds(turn) + 1 >= resolveTurnLimits(turn.definition).tool_rounds;
  return {
    kind: 'step',
    step: {
      turn: { id: turn.turn_id },
      agent: turn.agent,
      step: number,
      mode: toolModeOf(turn.definition),
      kind: said.kind,
      ...(text !== '' && { content: text }),
      calls: said.calls,
      ...(said.observation && { observation: said.observation }),
      ...(injected.length > 0 && { injected }),
      ...(forced && { forced: 'tool_rounds' }),
      ...last,
    },
    requests: said.calls.filter(({ error }) => !error).map((call) => request(turn, number, call)),
  };
}

function takeCalls(taken: Taken, reading: Extract<ParsedReply, { kind: 'calls' }>): ReplyResult {
  const { turn, shown, last } = taken;
  const end = (by: TurnEnd): ReplyResult => ({ kind: 'end', ...by });
  if (hasUsedAllRounds(turn)) return end(endByGuard(turn, roundsGuard(turn), { shown, last }));
  const calls = checkCalls(withOfferedTools(turn), reading.calls);
  const again = repeatedCall(turn, calls);
  if (again) return end(endByGuard(turn, again, { shown, last }));
  const { content, observation } = reading;
  return step(taken, { kind: reading.step ?? 'model', calls, content, observation });
}

/** Adds the guard of used-up rounds to an answer that was given without tools because of it. */
function withRounds(turn: Turn, end: TurnEnd): TurnEnd {
  const fired = turn.tools.length > 0 && turn.steps.length > 0 && hasUsedAllRounds(turn);
  return fired && !end.guard ? { ...end, guard: guardCrumb(turn, roundsGuard(turn)) } : end;
}

function speak({ turn, last }: Taken, { content, output, ignored }: Extract<ParsedReply, { kind: 'final' }>): TurnEnd {
  const { text, cut } = toStorableText(content, MAX_REPLY_BYTES);
  if (cut) {
    const message = `The reply was cut after ${MAX_REPLY_BYTES / 1024} KiB, the most that one response holds.`;
    return failure(turn, { code: 'cut_off', message }, { shown: text, last });
  }
  if (text.trim() === '')
    return failure(turn, { code: 'empty_reply', message: 'The model returned an empty reply.' }, { last });
  const again = repeatedAnswer(turn, text);
  if (again) return endByGuard(turn, again, { last });
  const said = {
    action: 'speak' as const,
    content: text,
    ...(output !== undefined && { output: output as object }),
    ...(ignored && { ignored: [...ignored] }),
  };
  return withRounds(turn, buildEnd(turn, said as Parameters<typeof buildEnd>[1], last));
}

/** A muted agent or a non-member says nothing: its text is dropped, with a note why. */
function unheard({ turn, last }: Taken): TurnEnd {
  const message = `${turn.agent} is muted or not a member of this session, and said nothing.`;
  return buildEnd(turn, { action: 'wait', error: { code: 'may_not_speak', message } }, last);
}

function takeFinal(taken: Taken, reading: Extract<ParsedReply, { kind: 'final' }>): TurnEnd {
  const { turn, last } = taken;
  if (reading.action === 'wait') return withRounds(turn, buildEnd(turn, { action: 'wait' }, last));
  return turn.may_speak ? speak(taken, reading) : unheard(taken);
}

/** An answer without the plan that must come first: the agent is told once, then the turn ends. */
function takeUnplanned(taken: Taken, { content }: Extract<ParsedReply, { kind: 'final' }>): ReplyResult {
  const { turn, last } = taken;
  if (wasToldToPlan(turn)) return { kind: 'end', ...failure(turn, UNPLANNED, { last }) };
  return step(taken, { kind: 'repair', calls: [], content, observation: PLAN_FIRST });
}

function takeFailure({ turn, shown, last }: Required<Taken>, error: NonNullable<ModelReply['failure']>): TurnEnd {
  const fired = error.code === 'cut_off' ? ranOut(turn, last.usage?.completion_tokens ?? 0) : undefined;
  if (fired) return endByGuard(turn, fired, { shown, last });
  return failure(turn, { code: error.code, message: error.message }, { shown, last });
}

/** Ends without a message, with a note why; when the rounds are the reason, their guard fires. */
function silence({ turn, last }: Taken, { code, message }: Extract<ParsedReply, { kind: 'forced_wait' }>): TurnEnd {
  const end = buildEnd(turn, { action: 'wait', error: { code, message } }, last);
  const fired = roundsGuard(turn);
  return code === fired.guard ? { ...end, guard: guardCrumb(turn, fired) } : end;
}

type Last = Extract<ParsedReply, { kind: 'final' | 'failed' | 'forced_wait' }>;

function takeLast(taken: Taken, reading: Last): TurnEnd {
  if (reading.kind === 'final') return takeFinal(taken, reading);
  if (reading.kind === 'forced_wait') return silence(taken, reading);
  const shown = reading.content ?? taken.shown;
  return failure(taken.turn, reading.error, { shown, last: taken.last });
}

/** The end that a mode gives a turn without another model call. */
export function endBy(turn: Turn, reading: Last): TurnEnd {
  return takeLast({ turn }, reading);
}

/** Turns a reply into the next step of the turn, or its end. `turn` is the state in which the model was asked. */
export function takeReply(turn: Turn, { reply, measured }: MeasuredReply): ReplyResult {
  const taken = { turn, shown: reply.shown ?? reply.content, last: callUsage(reply, measured) };
  if (reply.failure) return { kind: 'end', ...takeFailure(taken, reply.failure) };
  const reading = modeOf(turn.definition).parseReply(withOfferedTools(turn), reply);
  if (reading.kind === 'calls') return takeCalls(taken, reading);
  if (reading.kind === 'retry') return step(taken, { ...reading, kind: reading.step ?? 'model', calls: [] });
  if (reading.kind === 'final' && reading.action === 'speak' && mustPlan(turn)) return takeUnplanned(taken, reading);
  return { kind: 'end', ...takeLast(taken, reading) };
}
