import type { SessionV1 } from '@crumbtrail/contracts';
import { expandMacros, type MacroName } from '@crumbtrail/lore';
import { castMacros } from './cast-macros';
import { nameSpeakers } from './speaker-names';

/** The macros that say who takes part. Who was answered is not known of a past scenario. */
const OF_CAST: readonly MacroName[] = ['char', 'users', 'group', 'groupNotMuted', 'notChar', 'charIfNotGroup'];

/** A scenario of a session, with the names of its members in place of the macros for them; all other macros stay as they are written. */
export function expandScenario(
  scenario: string,
  {
    agent,
    session,
    members,
  }: { readonly agent: string; readonly session: string; readonly members: NonNullable<SessionV1['members']> },
): string {
  const self = { kind: 'agent' as const, id: agent };
  const texts = castMacros({ agent, members, author: self }, nameSpeakers(members, [self]));
  const seed = { session, turn: '' };
  return expandMacros(scenario, { texts, seed, only: OF_CAST, source: session });
}
