import { mayRead, SessionRound, type Envelope, type SessionTalkReply, type SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { findMentions, findWords } from './mentions';
import { textOf } from './message-text';
import { roll } from './roll';
import { meetsConditions } from './selector';

/** How likely an agent speaks unmentioned when its member says nothing about it. */
export const DEFAULT_TALKATIVENESS = 0.5;

/** Which of some agents speak, and about what. */
export interface SpeakerChoice {
  /** What is delivered: random choices are seeded with it. */
  readonly crumb: Envelope;
  /** What the agents speak about: the crumb, or the latest message of the session where the crumb asks for another round. */
  readonly message: Envelope;
  readonly session: SessionV1;
  /** Agents that could speak: members that are present and not muted, that may read the message, in the order of their ids. */
  readonly candidates: readonly AgentDefinition[];
  /** Who has spoken since the last message of a person; absent: nobody. */
  readonly talk?: SessionTalkReply;
}

/** An agent that speaks, and why. */
export interface Speaker {
  readonly definition: AgentDefinition;
  readonly reason: string;
}

/** An agent that does not speak, and why. */
export interface SilentAgent {
  readonly agent: string;
  readonly reason: string;
}

/** Who speaks, in order, and why the other candidates do not. */
export interface ChosenSpeakers {
  readonly speakers: readonly Speaker[];
  readonly silent: readonly SilentAgent[];
}

type Strategy = NonNullable<SessionV1['strategy']>;
type SessionMember = NonNullable<SessionV1['members']>[number];

const agentOf = ({ context: { agent } }: AgentDefinition): string => agent;

const memberOf = ({ members = [] }: SessionV1, agent: string): SessionMember | undefined =>
  members.find(({ kind, id }) => kind === 'agent' && id === agent);

const talkativenessOf = (session: SessionV1, definition: AgentDefinition): number =>
  memberOf(session, agentOf(definition))?.talkativeness ?? DEFAULT_TALKATIVENESS;

/** The agents in an order that the crumb decides, each order as likely as every other. */
function shuffle(crumb: Envelope, purpose: string, agents: readonly AgentDefinition[]): AgentDefinition[] {
  return agents
    .map((definition) => ({ definition, place: roll(crumb, purpose, agentOf(definition)) }))
    .sort((a, b) => a.place - b.place)
    .map(({ definition }) => definition);
}

const silentOf = (
  { candidates }: SpeakerChoice,
  speakers: readonly Speaker[],
  why: (definition: AgentDefinition) => string,
): SilentAgent[] =>
  candidates
    .filter((one) => speakers.every(({ definition }) => definition !== one))
    .map((one) => ({ agent: agentOf(one), reason: why(one) }));

const inChoice = (speakers: readonly Speaker[], silent: readonly SilentAgent[]): ChosenSpeakers => ({
  speakers,
  silent,
});

/** One of the agents at random; none of none. */
function drawOne(crumb: Envelope, purpose: string, agents: readonly AgentDefinition[], why: string): Speaker[] {
  const [definition] = shuffle(crumb, purpose, agents);
  if (definition === undefined) return [];
  return [{ definition, reason: agents.length === 1 ? `${why}; the only one` : `${why}; drawn from ${agents.length}` }];
}

/** A talkativeness and its roll in as many digits as tell them apart. */
function compare(talkativeness: number, rolled: number): string {
  const sign = talkativeness >= rolled ? '≥' : '<';
  return `talkativeness ${talkativeness} ${sign} roll ${rolled.toFixed(3)}`;
}

function volunteersOf(of: SpeakerChoice, rest: readonly AgentDefinition[]): Speaker[] {
  return shuffle(of.crumb, 'order', rest).flatMap((definition) => {
    const talkativeness = talkativenessOf(of.session, definition);
    const rolled = roll(of.crumb, 'talk', agentOf(definition));
    if (talkativeness === 0 || talkativeness < rolled) return [];
    return [{ definition, reason: compare(talkativeness, rolled) }];
  });
}

/** Who speaks where the message mentions nobody and nobody volunteers. */
function drawWilling({ crumb, session, candidates }: SpeakerChoice): Speaker[] {
  const willing = candidates.filter((one) => talkativenessOf(session, one) > 0);
  if (willing.length === 1) return [{ definition: willing[0] as AgentDefinition, reason: 'only one willing' }];
  if (willing.length > 0) return drawOne(crumb, 'fallback', willing, 'nobody was mentioned or volunteered');
  return drawOne(crumb, 'fallback', candidates, 'nobody was mentioned, and nobody is talkative');
}

/** Whom the message mentions and who may read it, in the order of the text, then each other agent with the probability of its talkativeness; at least one. */
function chooseNatural(of: SpeakerChoice): ChosenSpeakers {
  const { crumb, message, session, candidates } = of;
  const readers = candidates.filter((one) => mayRead(message, { participant: { kind: 'agent', id: agentOf(one) } }));
  const mentions = findMentions(textOf(message), readers, session.members);
  const mentioned = mentions.map(({ speaker, at }): Speaker => ({ definition: speaker, reason: `mentioned at ${at}` }));
  const rest = candidates.filter((one) => mentions.every(({ speaker }) => speaker !== one));
  const chosen = [...mentioned, ...volunteersOf(of, rest)];
  const speakers = chosen.length > 0 ? chosen : drawWilling(of);
  const why = (definition: AgentDefinition): string =>
    compare(talkativenessOf(session, definition), roll(crumb, 'talk', agentOf(definition)));
  return inChoice(speakers, silentOf(of, speakers, why));
}

/** The members in their order: by number, then in the order of the list. */
function inMemberOrder(of: Pick<SpeakerChoice, 'candidates' | 'session'>): AgentDefinition[] {
  const { members = [] } = of.session;
  const placeOf = (definition: AgentDefinition): readonly [number, number] => {
    const at = members.findIndex(({ kind, id }) => kind === 'agent' && id === agentOf(definition));
    return [members[at]?.order ?? Infinity, at];
  };
  return [...of.candidates].sort((a, b) => {
    const [[orderA, atA], [orderB, atB]] = [placeOf(a), placeOf(b)];
    return orderA === orderB ? atA - atB : orderA - orderB;
  });
}

function chooseList(of: SpeakerChoice): ChosenSpeakers {
  const all = inMemberOrder(of);
  const speakers = all.map((definition, at) => ({
    definition,
    reason: `number ${at + 1} of ${all.length} in the list`,
  }));
  return inChoice(speakers, []);
}

/** One that has not spoken since the last message of a person; once all have, one that is not the last speaker. */
function choosePooled(of: SpeakerChoice): ChosenSpeakers {
  const { crumb, candidates, talk } = of;
  const spoken = talk?.speakers ?? [];
  const waiting = candidates.filter((one) => !spoken.includes(agentOf(one)));
  const others = candidates.filter((one) => agentOf(one) !== spoken.at(-1));
  const [pool, why] =
    waiting.length > 0
      ? ([waiting, 'has not spoken since the last message of a person'] as const)
      : ([others.length > 0 ? others : candidates, 'all have spoken since the last message of a person'] as const);
  const speakers = drawOne(crumb, 'pooled', pool, why);
  const explain = (one: AgentDefinition): string =>
    pool.includes(one) ? 'another one was drawn' : 'has spoken since the last message of a person';
  return inChoice(speakers, silentOf(of, speakers, explain));
}

function chooseDirector(of: SpeakerChoice): ChosenSpeakers {
  const { director = '' } = of.session;
  const speakers = of.candidates
    .filter((one) => agentOf(one) === director)
    .map((definition) => ({ definition, reason: 'directs the session' }));
  return inChoice(
    speakers,
    silentOf(of, speakers, () => `${director} directs the session`),
  );
}

type Rule = NonNullable<SessionV1['rules']>[number];

function matchesRule({ when }: Rule, message: Envelope): boolean {
  if (when === undefined) return true;
  const { any_words: words, ...conditions } = when;
  const text = textOf(message);
  return (
    (words === undefined || words.some((one) => findWords(text, one) >= 0)) && meetsConditions(conditions, message)
  );
}

/** Whom the first rule names that matches the message. */
function chooseByRules(of: SpeakerChoice): ChosenSpeakers {
  const { rules = [] } = of.session;
  const at = rules.findIndex((rule) => matchesRule(rule, of.message));
  const rule = rules[at];
  const name = rule === undefined ? 'no rule matches' : `rule ${at + 1}${rule.when === undefined ? ' (default)' : ''}`;
  const speakers = (rule?.agents ?? [])
    .flatMap((agent) => of.candidates.find((one) => agentOf(one) === agent) ?? [])
    .map((definition) => ({ definition, reason: name }));
  const why = rule === undefined ? name : `${name} does not name it`;
  return inChoice(
    speakers,
    silentOf(of, speakers, () => why),
  );
}

/** Nobody answers a message; a person who asks for a round gets one at random. */
function chooseManual(of: SpeakerChoice): ChosenSpeakers {
  const isRound = of.crumb.schema_name === SessionRound.name;
  const speakers = isRound ? drawOne(of.crumb, 'manual', of.candidates, 'a round was asked for') : [];
  const why = isRound ? 'another one was drawn' : 'speaks only when it is triggered';
  return inChoice(
    speakers,
    silentOf(of, speakers, () => why),
  );
}

const STRATEGIES: Readonly<Record<Strategy, (of: SpeakerChoice) => ChosenSpeakers>> = {
  natural: chooseNatural,
  list: chooseList,
  pooled: choosePooled,
  manual: chooseManual,
  director: chooseDirector,
  rules: chooseByRules,
};

/** Chooses who speaks, by the strategy of the session. The same crumb, message, session and candidates always give the same choice. */
export const chooseSpeakers = (strategy: Strategy, of: SpeakerChoice): ChosenSpeakers => STRATEGIES[strategy](of);
