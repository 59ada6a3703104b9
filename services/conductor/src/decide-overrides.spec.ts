import type { AgentDefV1, Envelope, SessionOverrideItem, SessionV1 } from '@crumbtrail/contracts';
import { decide } from './decide';
import { explainSilence } from './explain-silence';
import { crumb, definition } from '../test/crumbs';

const listens: Partial<AgentDefV1> = {
  subscriptions: [{ schema: 'user.message.v1' }, { schema: 'timer.fired.v1' }],
};
const definitions = ['ann', 'bob'].map((agent) => definition(agent, listens));
const members: NonNullable<SessionV1['members']> = [
  { kind: 'agent', id: 'ann' },
  { kind: 'agent', id: 'bob' },
];

const decideWith = (overrides: readonly SessionOverrideItem[], heard: Envelope, session?: Partial<SessionV1>) => {
  const input = {
    crumb: heard,
    definitions,
    session: session && { name: 'demo', members, ...session },
    override: { session: 'demo', overrides: [...overrides] },
  };
  const decided = decide(input);
  return { agents: decided?.turns.map(({ agent }) => agent) ?? null, reason: decided?.reason, input };
};

const trigger = (agent: string): Envelope =>
  crumb({ schema_name: 'agent.trigger.v1', author: { kind: 'operator', id: 'ops' }, context: { agent } });
const round = (): Envelope => crumb({ schema_name: 'session.round.v1', context: {} });
const pause: SessionOverrideItem = { id: 'stop', verb: 'pause', by: 'ops', reason: 'a fire drill' };
const mute: SessionOverrideItem = { id: 'quiet', verb: 'mute', agents: ['bob'] };

describe('an override of an operator', () => {
  it.each([
    ['a message', crumb(), undefined],
    ['a message in a session with a strategy', crumb(), { strategy: 'list' as const }],
    ['a trigger', trigger('bob'), undefined],
    ['a round', round(), { strategy: 'list' as const }],
    ['a timer', crumb({ schema_name: 'timer.fired.v1' }), undefined],
  ])('lets no agent speak about %s while the session is paused, and says why', (_, heard, session) => {
    expect(decideWith([], heard, session).agents).not.toEqual([]);
    expect(decideWith([pause], heard, session)).toMatchObject({
      agents: [],
      reason: 'The session is paused by operator ops until it is reverted: a fire drill.',
    });
  });

  it.each([
    ['a message', crumb(), undefined, ['ann']],
    ['a message in a session with a strategy', crumb(), { strategy: 'list' as const }, ['ann']],
    ['a round', round(), { strategy: 'list' as const }, ['ann']],
    ['a trigger of the muted agent', trigger('bob'), undefined, ['bob']],
  ])('that mutes an agent decides about %s', (_, heard, session, agents) => {
    expect(decideWith([mute], heard, session).agents).toEqual(agents);
  });

  it('that mutes every agent is named where nobody answers', () => {
    const { input, agents } = decideWith([{ ...mute, agents: ['ann', 'bob'] }], crumb());
    expect(agents).toEqual([]);
    expect(explainSilence(input)).toContain('ann is muted by an operator until it is reverted');
  });

  it.each([
    ['2025-12-31T23:59:59.999Z', ['ann', 'bob']],
    ['2026-01-01T00:00:00.000Z', ['ann', 'bob']],
    ['2026-01-01T01:00:00.001+01:00', []],
  ])('that ends at %s is compared with the time of the message', (until, agents) => {
    expect(decideWith([{ ...pause, until }], crumb({ updated_at: '2026-01-01T00:00:00.000Z' })).agents).toEqual(agents);
  });
});
