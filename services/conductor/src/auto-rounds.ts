import { UserMessage, type AutoRounds, type SessionV1 } from '@crumbtrail/contracts';
import type { ChosenSpeakers } from './choose-speakers';
import type { DecisionInput } from './decision-input';

/** Defaults of `auto` in a session.v1. Their maxima are in its schema. A conversation without people costs money: it is short unless somebody asks for more. */
export const AUTO_DEFAULTS = { max_rounds: 3, max_turns: 20, delay_seconds: 5 } as const;

/** A crumb in a session, and what was said there. */
export type TalkingSession = Pick<DecisionInput, 'crumb' | 'session' | 'talk'>;

/** The rounds since the latest message of a person. */
interface Progress {
  readonly limits: Required<NonNullable<SessionV1['auto']>>;
  /** Id of that message. */
  readonly since: string;
  /** Which round this is. */
  readonly number: number;
  /** Turns before this round. */
  readonly turns: number;
}

/** How far the rounds have come; undefined where nobody has written, or the session has no `auto`. */
function progressOf({ crumb, session, talk }: TalkingSession): Progress | undefined {
  if (session?.auto === undefined) return undefined;
  const limits = { ...AUTO_DEFAULTS, ...session.auto };
  if (crumb.schema_name === UserMessage.name) return { limits, since: crumb.id, number: 1, turns: 0 };
  if (talk?.message === undefined) return undefined;
  return { limits, since: talk.message.id, number: talk.rounds, turns: talk.turns };
}

/** The speakers that `max_turns` leaves. */
export function limitSpeakers(of: TalkingSession, { speakers, silent }: ChosenSpeakers): ChosenSpeakers {
  const progress = progressOf(of);
  if (progress === undefined) return { speakers, silent };
  const { limits, turns } = progress;
  const room = Math.max(0, limits.max_turns - turns);
  const reason = `max_turns ${limits.max_turns} is reached`;
  const late = speakers.slice(room).map(({ definition }) => ({ agent: definition.context.agent, reason }));
  return { speakers: speakers.slice(0, room), silent: [...silent, ...late] };
}

/** The round that follows this many new turns; undefined where none does. */
export function nextRound(of: TalkingSession, newTurns: number): AutoRounds | undefined {
  const progress = progressOf(of);
  if (progress === undefined || newTurns === 0) return undefined;
  const { limits, since, number, turns } = progress;
  if (number >= limits.max_rounds || turns + newTurns >= limits.max_turns) return undefined;
  return { since, number, delay_seconds: limits.delay_seconds };
}

/** Why a round that `auto` has requested does not take place; undefined where it does. */
export function whyRoundEnds({ crumb, session, talk }: TalkingSession): string | undefined {
  const since = (crumb.context['since'] as { id: string } | undefined)?.id;
  if (since === undefined) return undefined;
  if (session?.auto === undefined) return 'The rounds end: auto is switched off.';
  if (talk?.message?.id !== since) return 'The rounds end: somebody has written since.';
  if (talk.silent) return 'The rounds end: nobody spoke in the round before.';
  const { max_rounds } = { ...AUTO_DEFAULTS, ...session.auto };
  return talk.rounds > max_rounds ? `The rounds end: max_rounds ${max_rounds} is reached.` : undefined;
}
