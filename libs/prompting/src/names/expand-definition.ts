import type { AgentDefV1, AgentName } from '@crumbtrail/contracts';
import { DEFINITION_MACROS, expandMacros, hasMacros } from '@crumbtrail/lore';
import { castMacros, type Cast } from './cast-macros';
import { nameSpeakers } from './speaker-names';

/** What the macros of a definition are expanded with. */
export interface DefinitionCast extends Omit<Cast, 'agent'> {
  /** The name of the session; undefined: none. */
  readonly session: string | undefined;
  /** Other agents under the names in their definitions. Default: none. */
  readonly agents?: readonly AgentName[] | undefined;
}

/** Whether prompt or persona could hold macros. */
export const usesMacros = ({ prompt, persona }: Pick<AgentDefV1, 'prompt' | 'persona'>): boolean =>
  hasMacros(prompt) || hasMacros(persona);

/**
 * The definition with the macros of its prompt and persona expanded. Names are those of the session's members, of the author and of the agent,
 * whatever the context holds, so that a prompt stays the same while these do, and a provider can cache it.
 */
export function expandDefinition(definition: AgentDefV1, { session, agents, ...others }: DefinitionCast): AgentDefV1 {
  if (!usesMacros(definition)) return definition;
  const { agent, name, prompt, persona } = definition;
  const cast = { agent, ...others };
  const speakers = [cast.author, { kind: 'agent' as const, id: agent }];
  const texts = castMacros(cast, nameSpeakers(cast.members, speakers, undefined, { agent, name, agents }));
  const seed = { session: session ?? '', turn: '' };
  const expand = (text: string, source: string): string =>
    expandMacros(text, { texts, seed, only: DEFINITION_MACROS, source: `${agent} ${source}` });
  return {
    ...definition,
    prompt: expand(prompt, 'prompt'),
    ...(persona === undefined ? {} : { persona: expand(persona, 'persona') }),
  };
}
