import {
  agentName,
  isGranted,
  replyAudience,
  maySpeak,
  type AgentContextV1,
  type AgentDefV1,
  type AgentStepV1,
  type AgentTurnV1,
  type Envelope,
  type Ref,
  type SessionV1,
  type ToolResponseV1,
  AgentDef,
  AgentTurn,
  ModelConnection,
  ModelPrices,
  Session,
  ToolDef,
  ToolResponse,
  asCrumb,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import {
  answeringDefinition,
  castRef,
  clientToolChoice,
  clientTools,
  evolve,
  PLAN_TOOL,
  type AnsweringCrumbs,
  type GrantedTool,
  type Turn,
} from '@crumbtrail/prompting';
import type { TurnAddress, ErasedTurn, LoadedTurn, TurnWakeUp } from '../ports';
import { stepRef } from '../step-ref';
import { lateMessage, messageText } from './late-messages';
import type { CrumbCache, CrumbKey } from './crumb-cache';
import { injectedRefs, connectedModelOf, pricesOf, requestRefs, resultRefs, sessionOf, stepsOn } from './turn-refs';

/** All crumbs of a turn. */
export interface TurnCrumbs {
  readonly wakeUp: TurnWakeUp;
  readonly crumbs: CrumbCache;
  readonly context_id: string;
  readonly context: AgentContextV1;
  /** Steps that may exist. */
  readonly steps: readonly CrumbKey[];
}

/** An error that states which needed crumb was erased; undefined when nothing is missing. */
function whyGone({ wakeUp, crumbs, context, steps }: TurnCrumbs): string | undefined {
  if (!crumbs.crumb(refOf(context.definition))) return 'The definition of this agent has been erased.';
  if (context.formatted_context === undefined) return 'Something that this turn needs has been erased.';
  const made = [...steps, ...resultRefs(wakeUp, stepsOn(crumbs, steps))];
  return made.some((ref) => crumbs.wasErased(ref)) ? 'A part of this turn has been erased.' : undefined;
}

/** The tools that the definition grants, whatever the context lists. */
function toolsOf({ crumbs, context }: TurnCrumbs, definition: AgentDefV1): GrantedTool[] {
  return (context.tools ?? []).flatMap(({ id, version }) => {
    const def = crumbs.context(ToolDef.name, { id, version });
    return def && isGranted(definition, def.name) ? [{ id, version, def }] : [];
  });
}

/** The tools that the client of the trigger brings: the message defines them. */
function clientToolsOf({ crumbs, context }: TurnCrumbs, definition: AgentDefV1): GrantedTool[] {
  const trigger = crumbs.crumb(refOf(context.trigger));
  return clientTools(definition, trigger).map((def) => ({ ...refOf(context.trigger), def }));
}

/** Whether the agent must write a plan first: it had none that its context could show, and may call the tool. */
function mustPlanFirst({ scene }: AgentContextV1, { plan_first }: AgentDefV1, tools: readonly GrantedTool[]): boolean {
  if (plan_first !== true || !tools.some(({ def }) => def.name === PLAN_TOOL)) return false;
  return ![...(scene?.shown ?? []), ...(scene?.omitted ?? [])].some(({ source }) => source === 'plan');
}

function answeringOf({ wakeUp, crumbs, context }: TurnCrumbs): AnsweringCrumbs {
  const session = castRef(context) ?? sessionOf(wakeUp, context);
  return {
    trigger: crumbs.crumb(refOf(context.trigger)),
    session: session ? crumbs.crumb(session) : null,
  };
}

function startTurn(kept: TurnCrumbs, record: Envelope<AgentTurnV1>, recipient: string): Turn {
  const { wakeUp, crumbs, context } = kept;
  const trigger = crumbs.crumb(refOf(context.trigger));
  const written = crumbs.context(AgentDef.name, refOf(context.definition)) as AgentDefV1;
  const definition = answeringDefinition(written, context, answeringOf(kept));
  const tool_choice = clientToolChoice(definition, trigger);
  const members = membersOf(kept);
  const tools = [...toolsOf(kept, definition), ...clientToolsOf(kept, definition)];
  const injected = injectedRefs(stepsOn(crumbs, kept.steps)).flatMap((ref) => crumbs.crumb(ref) ?? []);
  return {
    workspace: wakeUp.workspace,
    ...endOf(kept, record),
    definition,
    definition_ref: refOf(context.definition),
    formatted: context.formatted_context as string,
    format: context.format,
    window: context.budget,
    trigger_text: trigger ? messageText(trigger) : '',
    reply_to: recipient,
    tools,
    ...(tool_choice && { tool_choice }),
    ...(mustPlanFirst(context, definition, tools) && { must_plan: true }),
    steps: [],
    responses: new Map(),
    late: new Map(injected.map((crumb) => [crumb.id, lateMessage(crumb, members)])),
    ...(context.late && { late_sources: context.late.map(({ source }) => source) }),
    may_speak: maySpeak(members, context.agent, trigger),
  };
}

function endOf({ wakeUp, crumbs, context, context_id }: TurnCrumbs, { session }: Envelope<AgentTurnV1>): TurnAddress {
  const trigger = crumbs.crumb(refOf(context.trigger));
  // Who could read an erased message is not known any more: nobody but the agent sees pieces of its answer.
  const audience = context.readers ?? (trigger ? replyAudience(trigger) : [agentName(context.agent)]);
  return { turn_id: wakeUp.turn, context_id, agent: context.agent, session, audience };
}

const refOf = ({ id, version }: Ref): Ref => ({ id, version });

function membersOf({ wakeUp, crumbs, context }: TurnCrumbs): SessionV1['members'] {
  const session = sessionOf(wakeUp, context);
  return session && crumbs.context(Session.name, session)?.members;
}

/** The cause of the next crumb: the last result of the last step, that step, or the context. */
function causeOf({ wakeUp, crumbs, context_id }: TurnCrumbs, turn: Turn): Ref {
  const last = turn.steps.at(-1);
  if (!last) return { id: context_id, version: 1 };
  const results = resultRefs(wakeUp, [last]).flatMap((ref) => crumbs.crumb(ref) ?? []);
  const latest = results.sort((a, b) => a.position - b.position).at(-1);
  return latest ? { id: latest.id, version: latest.version } : stepRef(turn, last.step);
}

/** An erased request will never be answered, so the turn gets an error response for it. */
function unanswerable(turn: Turn, { id }: CrumbKey): ToolResponseV1 {
  const text = 'This request was erased before it was answered.';
  return {
    request: { id },
    turn: { id: turn.turn_id },
    agent: turn.agent,
    tool: 'erased',
    reply_to: turn.reply_to,
    status: 'error',
    text,
    error: { code: 'erased', message: text },
    persistence: { class: 'turn', key: 'erased' },
  };
}

function applyLog({ wakeUp, crumbs }: TurnCrumbs, turn: Turn, steps: readonly AgentStepV1[]): Turn {
  const results = [
    ...resultRefs(wakeUp, steps).flatMap((ref) => crumbs.context(ToolResponse.name, ref) ?? []),
    ...requestRefs(wakeUp, steps)
      .filter((ref) => crumbs.wasErased(ref))
      .map((ref) => unanswerable(turn, ref)),
  ];
  const folded = steps.reduce((so, step) => evolve(so, { kind: 'step', step }), turn);
  return results.reduce((so, response) => evolve(so, { kind: 'result', response }), folded);
}

/** Builds the turn from the log. Throws a PermanentError when the turn does not exist. */
export function foldTurn(kept: TurnCrumbs, recipient: string): LoadedTurn | ErasedTurn {
  const { wakeUp, crumbs, context, context_id } = kept;
  const record = asCrumb(AgentTurn.name, crumbs.crumb({ id: wakeUp.turn }));
  if (!record)
    throw new PermanentError(`The context ${context_id} refers to the turn ${wakeUp.turn}, which does not exist`);
  const gone = whyGone(kept);
  if (gone !== undefined) return { gone, of: endOf(kept, record) };
  const turn = applyLog(kept, startTurn(kept, record, recipient), stepsOn(crumbs, kept.steps));
  const prices = crumbs.context(ModelPrices.name, pricesOf(wakeUp))?.models;
  const connection = crumbs.context(ModelConnection.name, connectedModelOf(wakeUp));
  const about = { members: membersOf(kept), answering: answeringOf(kept), cause: causeOf(kept, turn) };
  return { turn, record, context, ...about, ...(prices && { prices }), ...(connection && { connection }) };
}
