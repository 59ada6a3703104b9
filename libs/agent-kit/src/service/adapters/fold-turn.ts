import {
  isGranted,
  takesPart,
  type AgentContextV1,
  type AgentDefV1,
  type AgentStepV1,
  type AgentTurnV1,
  type Envelope,
  type ModelPricesV1,
  type Ref,
  type SessionV1,
  type ToolDefV1,
  type ToolResponseV1,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { replyAudience } from '../../audience';
import { evolve, type GrantedTool, type Turn } from '@crumbtrail/prompting';
import type { EndOf, GoneTurn, OpenTurn, Wake } from '../ports';
import { stepRef } from '../step-ref';
import { lateMessage, textOf } from './late-messages';
import type { Shelf, Wanted } from './shelf';
import { injectedRefs, pricesOf, requestRefs, resultRefs, sessionOf, stepsOn } from './turn-refs';

/** All crumbs of a turn, read. */
export interface TurnShelf {
  readonly wake: Wake;
  readonly shelf: Shelf;
  readonly context_id: string;
  readonly context: AgentContextV1;
  /** Of steps that may be there. */
  readonly steps: readonly Wanted[];
}

/** What is missing for good; undefined when nothing is. */
function whyGone({ wake, shelf, context, context_id, steps }: TurnShelf): string | undefined {
  if (!shelf.crumb(refOf(context.definition))) return 'The definition of this agent has been erased.';
  if (shelf.text(context_id) === undefined) return 'Something that this turn was about has been erased.';
  const made = [...steps, ...resultRefs(wake, stepsOn(shelf, steps))];
  return made.some((ref) => shelf.wasErased(ref)) ? 'A part of this turn has been erased.' : undefined;
}

/** Those that are granted as the definition has it, whatever the context lists. */
function toolsOf({ shelf, context }: TurnShelf, definition: AgentDefV1): GrantedTool[] {
  return (context.tools ?? []).flatMap(({ id, version }) => {
    const def = shelf.context<ToolDefV1>({ id, version });
    return def && isGranted(definition, def.name) ? [{ id, version, def }] : [];
  });
}

function begun(kept: TurnShelf, record: Envelope<AgentTurnV1>, recipient: string): Turn {
  const { wake, shelf, context, context_id } = kept;
  const definition = shelf.context<AgentDefV1>(refOf(context.definition)) as AgentDefV1;
  const trigger = shelf.crumb(refOf(context.trigger));
  const members = membersOf(kept);
  const injected = injectedRefs(stepsOn(shelf, kept.steps)).flatMap((ref) => shelf.crumb(ref) ?? []);
  return {
    workspace: wake.workspace,
    ...endOf(kept, record),
    definition,
    definition_ref: refOf(context.definition),
    formatted: shelf.text(context_id) as string,
    format: context.format,
    trigger_text: trigger ? textOf(trigger) : '',
    reply_to: recipient,
    tools: toolsOf(kept, definition),
    steps: [],
    responses: new Map(),
    late: new Map(injected.map((crumb) => [crumb.id, lateMessage(crumb, members)])),
    may_speak: takesPart(members, context.agent),
  };
}

function endOf({ wake, shelf, context, context_id }: TurnShelf, { session }: Envelope<AgentTurnV1>): EndOf {
  const trigger = shelf.crumb(refOf(context.trigger));
  const audience = trigger ? replyAudience(trigger) : 'all';
  return { turn_id: wake.turn, context_id, agent: context.agent, session, audience };
}

const refOf = ({ id, version }: Ref): Ref => ({ id, version });

function membersOf({ wake, shelf, context }: TurnShelf): SessionV1['members'] {
  const session = sessionOf(wake, context);
  return session && shelf.context<SessionV1>(session)?.members;
}

/** What the next crumb follows from: the last result of the last step, that step, or the context. */
function causeOf({ wake, shelf, context_id }: TurnShelf, turn: Turn): Ref {
  const last = turn.steps.at(-1);
  if (!last) return { id: context_id, version: 1 };
  const results = resultRefs(wake, [last]).flatMap((ref) => shelf.crumb(ref) ?? []);
  const latest = results.sort((a, b) => a.position - b.position).at(-1);
  return latest ? { id: latest.id, version: latest.version } : stepRef(turn, last.step);
}

/** Nobody answers a request that was erased: its turn is told so. */
function unanswerable(turn: Turn, { id }: Wanted): ToolResponseV1 {
  const text = 'This request was erased before it was answered.';
  return {
    ...{ request: { id }, turn: { id: turn.turn_id }, agent: turn.agent, tool: 'erased', reply_to: turn.reply_to },
    ...{ status: 'error', text, error: { code: 'erased', message: text } },
    persistence: { class: 'turn', key: 'erased' },
  };
}

function folded({ wake, shelf }: TurnShelf, turn: Turn, steps: readonly AgentStepV1[]): Turn {
  const results = [
    ...resultRefs(wake, steps).flatMap((ref) => shelf.context<ToolResponseV1>(ref) ?? []),
    ...requestRefs(wake, steps)
      .filter((ref) => shelf.wasErased(ref))
      .map((ref) => unanswerable(turn, ref)),
  ];
  const told = steps.reduce((so, step) => evolve(so, { kind: 'step', step }), turn);
  return results.reduce((so, response) => evolve(so, { kind: 'result', response }), told);
}

/** The turn that the log has. Throws a PermanentError when there is no such turn. */
export function foldTurn(kept: TurnShelf, recipient: string): OpenTurn | GoneTurn {
  const { wake, shelf, context, context_id } = kept;
  const record = shelf.crumb({ id: wake.turn }) as Envelope<AgentTurnV1> | null;
  if (!record) throw new PermanentError(`The context ${context_id} names the turn ${wake.turn}, which is not there`);
  const gone = whyGone(kept);
  if (gone !== undefined) return { gone, of: endOf(kept, record) };
  const turn = folded(kept, begun(kept, record, recipient), stepsOn(shelf, kept.steps));
  const prices = shelf.context<ModelPricesV1>(pricesOf(wake))?.models;
  return { turn, record, context, members: membersOf(kept), cause: causeOf(kept, turn), ...(prices && { prices }) };
}
