import type { AgentDefV1, Envelope, SessionTalkReply, SessionV1 } from '@crumbtrail/contracts';
import { couldMatter, decide } from './decide';
import type { DecisionInput } from './decision-input';
import { crumb, definition } from '../test/crumbs';

const listens: Partial<AgentDefV1> = {
  subscriptions: [{ schema: 'user.message.v1' }, { schema: 'agent.response.v1' }],
};
const members: NonNullable<SessionV1['members']> = [
  { kind: 'agent', id: 'ann' },
  { kind: 'agent', id: 'bob', muted: true },
  { kind: 'agent', id: 'cat' },
];
const definitions = ['ann', 'bob', 'cat'].map((agent) => definition(agent, listens));

const decideIn = (session: Partial<SessionV1>, heard: Envelope, more: Partial<DecisionInput> = {}) =>
  decide({ crumb: heard, definitions, session: { name: 'demo', members, ...session }, ...more });
const woken = (...of: Parameters<typeof decideIn>): string[] | undefined =>
  decideIn(...of)?.turns.map(({ agent }) => agent);

const said = (agent: string, content: string): Envelope =>
  crumb({
    schema_name: 'agent.response.v1',
    author: { kind: 'agent', id: agent },
    context: { action: 'speak', content },
  });

describe('in a session with a strategy', () => {
  it('the members that are present and not muted are the candidates, and the others are told in the reason', () => {
    const decided = decideIn({ strategy: 'list' }, crumb());
    expect(decided?.turns.map(({ agent, chosen }) => [agent, chosen?.strategy, chosen?.reason])).toEqual([
      ['ann', 'list', 'number 1 of 2 in the list'],
      ['cat', 'list', 'number 2 of 2 in the list'],
    ]);
    expect(decided?.reason).toBe('The strategy is list. Silent: bob: muted.');
    const absent = decideIn({ strategy: 'list', members: [{ kind: 'agent', id: 'ann', present: false }] }, crumb());
    expect(absent).toMatchObject({ turns: [], reason: 'The strategy is list. Silent: ann: not present.' });
  });

  it('nobody answers where the strategy is manual, and the reason says why', () => {
    expect(decideIn({ strategy: 'manual' }, crumb())).toMatchObject({
      turns: [],
      reason:
        'The strategy is manual. Silent: ann: speaks only when it is triggered; cat: speaks only when it is triggered; bob: muted.',
    });
  });

  it('an agent that names itself does not answer itself, unless the session allows it', () => {
    const heard = said('ann', 'Ann here. Ann, go on!');
    const shy = members.map((one) => ({ ...one, talkativeness: 0 }));
    expect(woken({ strategy: 'natural', members: shy }, heard)).toEqual(['cat']);
    expect(woken({ strategy: 'natural', members: shy, allow_self: true }, heard)).toEqual(['ann']);
    expect(woken({}, heard)).toEqual(['cat']);
  });

  it('the strategy decides about messages alone: a tick wakes every agent that subscribes to it', () => {
    const tick = crumb({ schema_name: 'schedule.tick.v1', author: { kind: 'service', id: 's' }, context: {} });
    const hear = ['ann', 'cat'].map((agent) => definition(agent, { subscriptions: [{ schema: 'schedule.tick.v1' }] }));
    expect(woken({ strategy: 'manual' }, tick, { definitions: hear })).toEqual(['ann', 'cat']);
  });
});

describe('an agent.trigger', () => {
  const trigger = (context: object, more: Partial<Envelope> = {}): Envelope =>
    crumb({
      schema_name: 'agent.trigger.v1',
      author: { kind: 'operator', id: 'ops' },
      context: { ...context },
      ...more,
    });

  it('wakes exactly the agent that it names, muted or not, without a subscription, and says who forced it', () => {
    expect(couldMatter('agent.trigger.v1', definitions)).toBe(true);
    for (const session of [{}, { strategy: 'manual' as const }]) {
      expect(decideIn(session, trigger({ agent: 'bob', reason: 'it is late' }))?.turns).toMatchObject([
        { agent: 'bob', chosen: { strategy: 'trigger', reason: 'forced by operator/ops: it is late' } },
      ]);
    }
  });

  it('of the director says so', () => {
    const author = { kind: 'agent' as const, id: 'cat' };
    const decided = decideIn(
      { strategy: 'director', director: 'cat' },
      trigger({ agent: 'ann', reason: 'her turn' }, { author }),
    );
    expect(decided?.turns[0]?.chosen).toEqual({ strategy: 'director', reason: 'director: her turn' });
  });

  it('that is too deep is refused, and one of an agent that cannot read it wakes nobody', () => {
    expect(decideIn({}, trigger({ agent: 'bob' }, { hop: 40 }))?.turns[0]?.refused?.code).toBe('hop_limit');
    expect(decideIn({}, trigger({ agent: 'bob' }, { audience: ['agent:ann'] }))).toMatchObject({ turns: [] });
    expect(decideIn({}, trigger({ agent: 'eve' }))?.reason).toBe('The agent eve is not defined.');
  });
});

describe('rounds', () => {
  const SINCE = '00000000-0000-7000-8000-000000000009';
  const talk = (more: Partial<SessionTalkReply> = {}): SessionTalkReply => ({
    message: { id: SINCE, version: 1 },
    speakers: ['ann', 'cat'],
    turns: 2,
    rounds: 2,
    silent: false,
    ...more,
  });
  const round = (context: Record<string, unknown> = { since: { id: SINCE }, number: 2 }): Envelope =>
    crumb({ schema_name: 'session.round.v1', author: { kind: 'service', id: 'breadcrumb-store' }, context });
  const list = (auto?: SessionV1['auto']): Partial<SessionV1> => ({ strategy: 'list', ...(auto ? { auto } : {}) });

  it('follow a message of a person in a session with auto, and no other', () => {
    expect(decideIn(list({ max_rounds: 2, delay_seconds: 1 }), crumb())?.auto).toEqual({
      since: crumb().id,
      number: 1,
      delay_seconds: 1,
    });
    expect(decideIn(list({}), crumb())?.auto).toMatchObject({ delay_seconds: 5 });
    expect(decideIn(list({ max_rounds: 1 }), crumb())?.auto).toBeUndefined();
    expect(decideIn(list(), crumb())).not.toHaveProperty('auto');
  });

  it.each([
    { auto: { max_rounds: 2 }, agents: ['ann', 'cat'] },
    { auto: { max_rounds: 3 }, agents: ['ann', 'cat'], follows: { since: SINCE, number: 2, delay_seconds: 5 } },
    { auto: { max_turns: 3 }, agents: ['ann'] },
    { auto: { max_turns: 5 }, agents: ['ann', 'cat'], follows: { since: SINCE, number: 2, delay_seconds: 5 } },
  ])('end at the limits $auto', ({ auto, agents, follows }) => {
    const decided = decideIn(list(auto), round(), { talk: talk() });
    expect(decided?.turns.map(({ agent }) => agent)).toEqual(agents);
    expect(decided?.auto).toEqual(follows);
  });

  it.each([
    ['The rounds end: auto is switched off.', undefined, {}],
    ['The rounds end: somebody has written since.', {}, { message: { id: 'other', version: 1 } }],
    ['The rounds end: nobody spoke in the round before.', {}, { silent: true }],
    ['The rounds end: max_rounds 1 is reached.', { max_rounds: 1 }, {}],
  ])('say "%s"', (reason, auto, more) => {
    expect(decideIn(list(auto), round(), { talk: talk(more) })).toMatchObject({ turns: [], reason });
  });

  it('are about the latest message: its author does not speak, and whom it mentions does', () => {
    const shy = members.map(({ kind, id }) => ({ kind, id, talkativeness: 0 }));
    const last = said('ann', 'What do you say, Bob? Ann asks.');
    const session = { strategy: 'natural' as const, members: shy, auto: {} };
    expect(woken(session, round(), { talk: talk(), last })).toEqual(['bob']);
    expect(woken(list({}), round(), { talk: talk(), last: said('cat', 'So.') })).toEqual(['ann', 'cat']);
    const secret = { ...last, audience: ['agent:ann', 'agent:cat'] };
    const reasons = decideIn(session, round(), { talk: talk(), last: secret })?.turns.map(
      ({ chosen }) => chosen?.reason,
    );
    expect(reasons).toEqual(['nobody was mentioned, and nobody is talkative; drawn from 2']);
  });

  it('that a person asks for need no auto; manual draws one agent', () => {
    expect(woken(list(), round({}), { talk: talk() })).toEqual(['ann', 'cat']);
    expect(woken({ strategy: 'manual' }, round({}), { talk: talk() })).toHaveLength(1);
    expect(decideIn({}, round({}), { talk: talk() })).toMatchObject({
      turns: [],
      reason: expect.stringMatching('has no strategy') as string,
    });
  });
});
