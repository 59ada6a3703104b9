import type { CrumbAuthor } from '@crumbtrail/contracts';
import { expandMacros } from '@crumbtrail/lore';
import { castMacros, isPerson } from '@crumbtrail/prompting';
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

/** The same for every build of a turn. */
export const turnSeed = ({ trigger, as_of }: BuildInput): string =>
  JSON.stringify([trigger.ref ? [trigger.ref.id, trigger.ref.version] : trigger.text, as_of]);

/** What authored texts are expanded with. The same for a recorded build that is made again, because all of it is on record. */
export function authoredExpander(input: BuildInput, { nameOf, frame, outlet }: MacroOptions): ExpandAuthored {
  const { scene, trigger, access, definition, session, now } = input;
  const cast = { agent: access.agent, members: session?.members ?? [], author: trigger.author };
  const before = scene?.activity.previous_message_at;
  const values = {
    texts: {
      ...castMacros(cast, nameOf),
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
