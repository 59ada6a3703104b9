import type { CrumbAuthor, Participant, SessionV1 } from '@crumbtrail/contracts';
import { expandMacros } from '@crumbtrail/lore';
import type { BuildInput } from './build-input';
import type { FramePlan } from '../plan/plan';

/** Expands the macros of a text of an author; `source` names the text, so that two texts draw differently. */
export type ExpandAuthored = (text: string, source: string) => string;

/** What macros get their values from, besides the input. */
export interface MacroOptions {
  readonly nameOf: (author: CrumbAuthor) => string;
  readonly frame?: FramePlan | undefined;
  /** The texts at an outlet of lore. Default: none, as in the entries of lore themselves. */
  readonly outlet?: (name: string) => string;
}

type CastMember = NonNullable<SessionV1['members']>[number];

const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';

/** The same for every build of a turn. */
export const turnSeed = ({ trigger, as_of }: BuildInput): string =>
  JSON.stringify([trigger.ref ? [trigger.ref.id, trigger.ref.version] : trigger.text, as_of]);

/** Names of participants, as macros list them. */
function castMacros({ access, session, trigger }: BuildInput, nameOf: MacroOptions['nameOf']) {
  const self: Participant = { kind: 'agent', id: access.agent };
  const members = session?.members ?? [];
  const agents = members.filter(({ kind }) => kind === 'agent');
  const list = (some: readonly Participant[]): string => some.map(nameOf).join(', ');
  const group = (some: readonly Participant[]): string => list(some.length > 0 ? some : [self]);
  const people = members.filter((one) => isPerson(one));
  const isHeard = ({ muted, present }: CastMember): boolean => muted !== true && present !== false;
  return {
    char: () => nameOf(self),
    user: () => nameOf(trigger.author),
    users: () => list(people.length > 0 ? people : [trigger.author]),
    group: () => group(agents),
    groupNotMuted: () => group(agents.filter(isHeard)),
    notChar: () => list(members.filter(({ kind, id }) => kind !== 'agent' || id !== self.id)),
    charIfNotGroup: () => group(agents.length > 1 ? agents : []),
  };
}

/** What authored texts are expanded with. The same for a recorded build that is made again, because all of it is on record. */
export function authoredExpander(input: BuildInput, { nameOf, frame, outlet }: MacroOptions): ExpandAuthored {
  const { scene, trigger, access, definition, now } = input;
  const before = scene?.activity.previous_message_at;
  const values = {
    texts: {
      ...castMacros(input, nameOf),
      description: () => definition.persona ?? '',
      scenario: () => scene?.scenes.findLast((one) => one.scene.scenario !== undefined)?.scene.scenario ?? '',
      lastMessage: () => trigger.text,
      lastUserMessage: () => (isPerson(trigger.author) ? trigger.text : ''),
    },
    now: () => new Date(now),
    ...(frame?.time_zone === undefined ? {} : { timeZone: frame.time_zone }),
    ...(outlet && { outlet }),
    idleMs: () => (before === undefined ? null : Date.parse(now) - Date.parse(before)),
    seed: { session: access.session ?? '', turn: turnSeed(input) },
  };
  return (text, source) => expandMacros(text, { ...values, source });
}
