import { sha256, type SessionV1 } from '@crumbtrail/contracts';
import type { Budget } from '../plan/budget';
import { ELLIPSIS } from '../text/truncate';
import { createFormatter } from './format';
import type { ContextFrame } from './formatter';
import { wordDuration } from '@crumbtrail/lore';
import { dateAndTime, sanitizeName, type NameOf } from '@crumbtrail/prompting';
import type { BuildInput } from '../gather/build-input';
import { authoredExpander } from '../gather/expand-authored';
import type { BuildPlan, FramePlan } from '../plan/plan';

type Count = (text: string) => number;
type Member = NonNullable<SessionV1['members']>[number];

/** What a frame is built with. */
export interface FrameOptions {
  readonly format: BuildPlan['format'];
  readonly nameOf: NameOf;
  readonly cap: number;
  readonly count: Count;
  /** Default: without date and time. */
  readonly frame?: FramePlan | undefined;
}

/** Most tokens of the elements around a persona. */
const PERSONA_ELEMENT_TOKENS = 64;

/** The persona, if it is shown in the context instead of the system prompt: in `lmml`, where it takes at most half the cap. */
function personaInFrame(
  { prompt, persona }: BuildInput['definition'],
  { format, cap, count }: Pick<FrameOptions, 'format' | 'cap' | 'count'>,
): string | undefined {
  if (format !== 'lmml' || prompt === undefined || persona === undefined || persona.trim() === '') return undefined;
  return count(persona) + PERSONA_ELEMENT_TOKENS <= cap / 2 ? persona : undefined;
}

/**
 * The budget beside the system prompt. The persona counts as part of the prompt unless the frame shows it; `buildFrame` with the
 * cap of this budget shows it exactly where this function left it out of the prompt.
 */
export function budgetAroundPersona(
  definition: BuildInput['definition'],
  {
    format,
    count,
    budgetOf,
  }: Pick<FrameOptions, 'format' | 'count'> & { readonly budgetOf: (tokens: number) => Budget },
): Budget {
  const withoutPersona = budgetOf(count(definition.prompt ?? definition.system_prompt));
  const isFramed = personaInFrame(definition, { format, cap: withoutPersona.cap, count }) !== undefined;
  return isFramed ? withoutPersona : budgetOf(count(definition.system_prompt));
}

/** A nonce that is the same in all turns of an agent in a session, so that a provider's cache keeps what stands before it. */
function createNonce({ access: { workspace, agent, session } }: BuildInput): string {
  return sha256(JSON.stringify([workspace, agent, session ?? null])).slice(0, 16);
}

/** The moment of the build, as far as it is known. */
function statusOf(
  { scene, definition, defaultModel, now }: BuildInput,
  name: string,
): Readonly<Record<string, string>> {
  const { agent_messages, previous_message_at: before } = scene?.activity ?? {};
  return {
    persona: name,
    model: definition.model?.name ?? defaultModel ?? 'default',
    ...(agent_messages === undefined ? {} : { turn: String(agent_messages + 1) }),
    ...(before === undefined ? {} : { idle: wordDuration(Date.parse(now) - Date.parse(before)) }),
  };
}

/** What the plan shows besides the items and the persona. */
function plannedFrame(
  input: BuildInput,
  { nameOf, frame }: Pick<FrameOptions, 'nameOf' | 'frame'>,
  name: string,
): Partial<ContextFrame> {
  const { now = false, status = false, opener, closer, time_zone } = frame ?? {};
  const expand = authoredExpander(input, { nameOf, frame });
  return {
    ...(now ? { now: dateAndTime(input.now, time_zone) } : {}),
    ...(status ? { status: statusOf(input, name) } : {}),
    ...(opener === undefined ? {} : { opener: expand(opener, 'opener') }),
    ...(closer === undefined ? {} : { closer: expand(closer, 'closer') }),
  };
}

/** What kind of member it is, and whether it takes part. A status says more than these. */
function memberNotes({ kind, id, muted, present, status }: Member, agent: string): string[] {
  const isSelf = kind === 'agent' && id === agent;
  if (status !== undefined) return isSelf ? ['you'] : [];
  const is = kind === 'agent' ? [isSelf ? 'you' : 'agent'] : [];
  return [...is, ...(muted ? ['muted'] : []), ...(present === false ? ['absent'] : [])];
}

/** `Ann (agent, muted)`, or with status and role `Ann [DEAD] - Sheriff`. */
function memberLine(member: Member, nameOf: NameOf, agent: string): string {
  const { kind, id, status = '', role = '' } = member;
  const notes = memberNotes(member, agent);
  const parts = [
    nameOf({ kind, id }),
    ...(notes.length === 0 ? [] : [`(${notes.join(', ')})`]),
    ...(status === '' ? [] : [`[${sanitizeName(status).toUpperCase()}]`]),
    ...(role === '' ? [] : [`- ${sanitizeName(role)}`]),
  ];
  return parts.join(' ');
}

/** As many lines of the roster as fit into the room, and the number of the others. */
function fitRoster(lines: readonly string[], room: number, count: Count): readonly string[] {
  const cost = (line: string): number => count(`  - ${line}\n`);
  const rest = (kept: number): string => `and ${lines.length - kept} more`;
  const costs = lines.map(cost);
  if (costs.reduce((sum, tokens) => sum + tokens, 0) <= room) return lines;
  let kept = 0;
  for (let left = room - cost(rest(0)); left >= (costs[kept] as number); kept += 1) left -= costs[kept] as number;
  return [...lines.slice(0, kept), rest(kept)];
}

/** Builds the frame around the items: complete if it fits, or else only the parts that the format requires. */
export function buildFrame(input: BuildInput, { format, nameOf, cap, count, frame }: FrameOptions): ContextFrame {
  const { agent } = input.access;
  const members = input.session?.members ?? [];
  const others = members.filter(({ kind, id }) => kind !== 'agent' || id !== agent);
  const lines = format === 'turn' ? members.map((member) => memberLine(member, nameOf, agent)) : [];
  const bare: ContextFrame = {
    agent,
    name: nameOf({ kind: 'agent', id: agent }),
    // Computed on demand: few formats show it.
    get nonce() {
      return createNonce(input);
    },
    roster: fitRoster(lines, Math.floor(cap / 4), count),
    company: others.length > 1,
    brief: false,
  };
  const isTight = count(createFormatter(format, bare).base({ speaker: null, text: ELLIPSIS })) > cap / 3;
  const persona = personaInFrame(input.definition, { format, cap, count });
  if (isTight) return { ...bare, brief: true, roster: [] };
  const planned = { ...bare, ...plannedFrame(input, { nameOf, frame }, bare.name) };
  return persona === undefined ? planned : { ...planned, persona };
}
