import { WIRE } from './generated/wire-names';
import { participantName } from './participant-name';
import type { Audience, Participant } from './record';

/** The reader of a crumb: a participant, or an operator, who may read everything in a workspace. */
export interface Viewer {
  readonly participant: Participant;
  readonly operator?: boolean;
}

/**
 * Whether the viewer may read a crumb of this audience and author; every endpoint uses this rule. `all` is everybody in the workspace;
 * `agents` its agents; a list names participants with their kinds (`user:ann`); authors may read their own crumbs; operators may read
 * everything. Workspaces must be checked before this.
 */
export function mayRead(crumb: { readonly audience: Audience; readonly author: Participant }, viewer: Viewer): boolean {
  if (viewer.operator) return true;
  const { kind, id } = viewer.participant;
  if (crumb.author.kind === kind && crumb.author.id === id) return true;
  if (crumb.audience === 'all') return true;
  if (crumb.audience === 'agents') return kind === 'agent';
  return crumb.audience.includes(participantName(viewer.participant));
}

/** What an agent answers, as far as it decides who reads the answer. */
export interface AnsweredCrumb {
  readonly audience: Audience;
  readonly author: Participant;
  readonly schema_name?: string;
  /** Every answer may tell it. */
  readonly informs?: boolean;
}

/** Whether a private trigger lets an agent speak to everybody: agents alone read the trigger, and everybody the answer. */
const speaksToAll = ({ schema_name, audience, informs }: AnsweredCrumb): boolean =>
  schema_name === WIRE.agentTrigger && audience === 'agents' && informs === true;

/** Who may read an agent's answer: everybody who may read the message, and its author; everybody, if a private trigger informs all. */
export function replyAudience(trigger: AnsweredCrumb): Audience {
  return speaksToAll(trigger) ? 'all' : withAuthor(trigger.audience, participantName(trigger.author));
}

/** An audience with an author, who is named as audiences name participants; `all` and `agents` name nobody and stay as they are. */
export function withAuthor(audience: Audience, author: string): Audience {
  return typeof audience === 'string' ? audience : [...new Set([...audience, author])];
}

/** A text as far as it decides whose answers may tell it. */
export interface InformingText {
  readonly audience: Audience;
  readonly author: Participant;
  /** The readers whose answers it may inform, where that is not its audience. */
  readonly informs?: Audience | undefined;
}

const isAgent = (name: string): boolean => name.startsWith('agent:');

/**
 * Whether a text may enter the context of an answer with these readers: only if each of them may read the text, or the text is
 * written to inform their answers.
 */
export function mayInform({ audience, author, informs = audience }: InformingText, readers: Audience): boolean {
  if (informs === 'all') return true;
  if (readers === 'all') return false;
  if (readers === 'agents') return informs === 'agents';
  const by = participantName(author);
  return readers.every((name) => name === by || (informs === 'agents' ? isAgent(name) : informs.includes(name)));
}

/**
 * The readers that are left of an answer once it tells a text: a largest audience of those who may read both. `all` and a text for
 * `agents` leave the author of the text alone, because no audience names agents and one person.
 */
export function narrowReaders(readers: Audience, text: InformingText): Audience {
  if (mayInform(text, readers)) return readers;
  const { audience, author, informs = audience } = text;
  if (typeof readers !== 'string') return readers.filter((name) => mayInform(text, [name]));
  const named: readonly string[] = typeof informs === 'string' ? [] : informs;
  const both = [...new Set([...named, participantName(author)])];
  return readers === 'all' ? both : both.filter(isAgent);
}
