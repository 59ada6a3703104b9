import {
  asPayload,
  Session,
  type AgentContextV1,
  type AgentDefV1,
  type Envelope,
  type Ref,
} from '@crumbtrail/contracts';
import { acceptClient } from './accept-client';
import { expandDefinition, type DefinitionCast } from './names/expand-definition';

type AnsweredContext = Pick<AgentContextV1, 'macros' | 'session' | 'agents'>;

/** The session in the version that macros are expanded with; undefined: there are no macros, or no session record. */
export function castRef({ macros, session }: AnsweredContext): Ref | undefined {
  const { id, version } = session ?? {};
  return macros && id !== undefined && version !== undefined ? { id, version } : undefined;
}

/** Stands for the author of an erased message. */
const UNKNOWN = { kind: 'user', id: 'user' } as const;

/** Crumbs that a context was built with; null where one is missing, erased or not readable. */
export interface AnsweringCrumbs {
  /** The message that is answered. */
  readonly trigger: Envelope | null;
  /** In the version of {@link castRef}, if there is one. */
  readonly session: Envelope | null;
}

/** What the macros of definitions are expanded with in a turn that has this context. */
export function definitionCast(
  { session: named, agents }: AnsweredContext,
  { trigger, session }: AnsweringCrumbs,
): DefinitionCast {
  const members = asPayload(Session.name, session?.context)?.members ?? [];
  return { members, author: trigger?.author ?? UNKNOWN, session: named?.name, agents };
}

/**
 * The definition with which an agent answers in a context: with the macros of prompt and persona expanded, and with what the client of the message
 * may add. A context that was built before macros were expanded has them as they are written.
 */
export function answeringDefinition(
  written: AgentDefV1,
  context: AnsweredContext,
  crumbs: AnsweringCrumbs,
): AgentDefV1 {
  const definition = context.macros ? expandDefinition(written, definitionCast(context, crumbs)) : written;
  return acceptClient(definition, crumbs.trigger);
}
