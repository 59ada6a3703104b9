import fc from 'fast-check';
import { DEFAULT_MAX_HOPS, type Envelope, type SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { couldMatter, decide, retryTurn } from './decide';
import { explainSilence } from './explain-silence';
import { crumb, definition } from '../test/crumbs';

type Members = SessionV1['members'];

const woken = (heard: Envelope, definitions: readonly AgentDefinition[], members?: Members) =>
  decide({ crumb: heard, definitions, session: { name: 'demo', ...(members ? { members } : {}) } })?.turns.map(
    (turn) => turn.agent,
  ) ?? null;
const response = (action: string, id = 'bee') =>
  crumb({
    schema_name: 'agent.response.v1',
    author: { kind: 'agent', id },
    hop: 3,
    context: { action, content: 'hi' },
  });
const hearsResponses = { subscriptions: [{ schema: 'agent.response.v1' }] };

describe('the conductor decides that', () => {
  it('a message wakes every agent whose selector matches it, once each, in order of ids', () => {
    const twice = { subscriptions: [{ schema: 'user.message.v1' }, { schema: 'user.message.v1', any_tags: ['bug'] }] };
    const decided = decide({
      crumb: crumb({ tags: ['bug'] }),
      definitions: [definition('zoe', twice), definition('abe'), definition('bob', hearsResponses)],
    });
    expect(decided).toEqual({
      cause: { id: crumb().id, version: 1 },
      turns: [
        { agent: 'abe', definition: { id: definition('abe').id, version: 1 }, generation: 0 },
        { agent: 'zoe', definition: { id: definition('zoe').id, version: 1 }, generation: 0 },
      ],
    });
  });

  it('a turn that ended with an error is requested as its next generation, by the current definition', () => {
    const trigger = { id: crumb().id, version: 2 };
    const abe = { ...definition('abe'), version: 5 };
    expect(retryTurn({ turn: { agent: 'abe', trigger, generation: 1 }, hop: 1, definition: abe })).toEqual({
      cause: trigger,
      turns: [{ agent: 'abe', definition: { id: abe.id, version: 5 }, generation: 2 }],
    });
  });

  it('a turn that is run once more is refused where its trail is deeper than the limit of the agent', () => {
    const turn = { agent: 'abe', trigger: { id: crumb().id, version: 1 }, generation: 0 };
    const retried = retryTurn({ turn, hop: DEFAULT_MAX_HOPS + 1, definition: definition('abe') });
    expect(retried.turns).toMatchObject([{ generation: 1, refused: { code: 'hop_limit' } }]);
  });

  it('an agent that answers only where it is a member is not woken in a session without members, and is woken outside of sessions', () => {
    const abe = definition('abe', { sessions: 'member' });
    const bob = definition('bob');
    const member = [{ kind: 'agent' as const, id: 'abe' }];
    expect(woken(crumb(), [abe, bob])).toEqual(['bob']);
    expect(woken(crumb(), [abe, bob], [])).toEqual(['bob']);
    expect(woken(crumb(), [abe, bob], member)).toEqual(['abe']);
    const { session: _, ...outside } = crumb();
    expect(decide({ crumb: outside, definitions: [abe] })?.turns).toHaveLength(1);
    expect(explainSilence({ crumb: crumb(), definitions: [abe] })).toContain(
      'abe answers only in sessions that list it as a member',
    );
  });

  it('the received version is the cause', () => {
    expect(decide({ crumb: crumb({ version: 3 }), definitions: [definition('abe')] })?.cause.version).toBe(3);
  });

  it('a message that wakes no agent is still reported, because its writer waits', () => {
    expect(decide({ crumb: crumb(), definitions: [] })).toEqual({ cause: { id: crumb().id, version: 1 }, turns: [] });
  });

  it('a crumb that no selector matches has no decision, and a crumb whose agents may not wake has an empty one', () => {
    expect(decide({ crumb: response('speak'), definitions: [definition('abe')] })).toBeNull();
    expect(woken(response('error'), [definition('abe', hearsResponses)])).toEqual([]);
  });

  it('imported history wakes no agent', () => {
    expect(decide({ crumb: crumb({ imported: true }), definitions: [definition('abe')] })).toBeNull();
  });

  it('an agent is not woken by its own messages, nor by its turns and contexts', () => {
    const hears = (schema: string) => definition('abe', { subscriptions: [{ schema }] });
    expect(woken(response('speak', 'abe'), [hears('agent.response.v1')])).toEqual([]);
    expect(woken(response('speak', 'bee'), [hears('agent.response.v1')])).toEqual(['abe']);
    for (const schema_name of ['agent.turn.v1', 'agent.context.v1']) {
      const made = (agent: string) => crumb({ schema_name, author: { kind: 'service', id: 's' }, context: { agent } });
      expect(woken(made('abe'), [hears(schema_name)])).toEqual([]);
      expect(woken(made('bee'), [hears(schema_name)])).toEqual(['abe']);
    }
  });

  it('a timer or tick for one agent wakes only that agent, if it subscribes', () => {
    for (const schema_name of ['timer.fired.v1', 'schedule.tick.v1']) {
      const hears = (agent: string) => definition(agent, { subscriptions: [{ schema: schema_name }] });
      const time = (context: Record<string, unknown>) =>
        crumb({ schema_name, author: { kind: 'service', id: 'breadcrumb-store' }, context });
      expect(woken(time({ agent: 'abe' }), [hears('abe'), hears('bee')])).toEqual(['abe']);
      expect(woken(time({ agent: 'cat' }), [hears('abe'), definition('cat')])).toEqual([]);
      expect(woken(time({}), [hears('abe'), hears('bee')])).toEqual(['abe', 'bee']);
    }
  });

  it.each([
    'agent.step.v1',
    'tool.request.v1',
    'tool.start.v1',
    'tool.response.v1',
    'guard.fired.v1',
    'tool.try.v1',
    'tool.tried.v1',
  ])('a %s, inside a turn or as a trial, never wakes an agent, regardless of subscriptions', (schema) => {
    const hears = definition('abe', { subscriptions: [{ schema }] });
    const made = crumb({ schema_name: schema, author: { kind: 'agent', id: 'bee' }, context: { agent: 'bee' } });
    expect(woken(made, [hears])).toBeNull();
    expect(couldMatter(schema, [hears])).toBe(false);
  });

  it('a user who happens to have the name of an agent does wake it', () => {
    expect(woken(crumb({ author: { kind: 'user', id: 'abe' } }), [definition('abe')])).toEqual(['abe']);
  });

  it.each(['wait', 'error', 'stopped'])('a response with the action %s wakes no agent', (action) => {
    expect(woken(response(action), [definition('abe', hearsResponses)])).toEqual([]);
  });

  it('a trail that is too deep is refused visibly, at the limit of each definition', () => {
    const deep = { ...response('speak'), hop: 5 };
    const input = {
      crumb: deep,
      definitions: [
        definition('abe', { ...hearsResponses, limits: { max_hops: 4 } }),
        definition('zoe', hearsResponses),
      ],
    };
    expect(decide(input)?.turns.map((turn) => turn.refused?.code)).toEqual(['hop_limit', undefined]);
    expect(decide(input)?.turns[0]?.refused?.message).toMatch('5 hops deep, and the limit of abe is 4');
    const deepest = { crumb: { ...deep, hop: DEFAULT_MAX_HOPS }, definitions: [definition('zoe', hearsResponses)] };
    expect(decide(deepest)?.turns[0]?.refused).toBeUndefined();
    expect(decide({ ...deepest, crumb: { ...deep, hop: DEFAULT_MAX_HOPS + 1 } })?.turns[0]?.refused?.code).toBe(
      'hop_limit',
    );
  });

  it('an agent that may not read a crumb is not woken by it', () => {
    const agents = [definition('abe'), definition('bob')];
    expect(woken(crumb({ audience: 'agents' }), agents)).toEqual(['abe', 'bob']);
    expect(woken(crumb({ audience: ['agent:bob', 'agent:ada', 'user:abe'] }), agents)).toEqual(['bob']);
  });

  it('in a session with members, only agents that are members and not muted wake', () => {
    const agents = [definition('abe'), definition('bob'), definition('cat')];
    const members: Members = [
      { kind: 'agent', id: 'abe' },
      { kind: 'agent', id: 'bob', muted: true },
      { kind: 'user', id: 'cat' },
    ];
    expect(woken(crumb(), agents, members)).toEqual(['abe']);
    expect(woken(crumb(), agents, [])).toEqual(['abe', 'bob', 'cat']);
    expect(woken(crumb(), agents)).toEqual(['abe', 'bob', 'cat']);
  });

  it('a definition is never applied to a crumb that is older than it', () => {
    expect(woken(crumb({ position: 100 }), [definition('abe', {}, 99), definition('bob', {}, 101)])).toEqual(['abe']);
  });

  it('a crumb for which couldMatter is false never has a decision', () => {
    const schema = fc.constantFrom(
      'user.message.v1',
      'user.message.v2',
      'agent.response.v1',
      'agent.turn.v1',
      'note.v1',
      'note.v2',
    );
    fc.assert(
      fc.property(schema, fc.array(schema, { minLength: 1, maxLength: 3 }), (schema_name, wanted) => {
        const definitions = [definition('abe', { subscriptions: wanted.map((one) => ({ schema: one })) })];
        const decided = decide({ crumb: crumb({ schema_name, context: { action: 'speak' } }), definitions });
        expect(couldMatter(schema_name, definitions)).toBe(decided !== null);
      }),
    );
  });

  it('the order in which definitions come never changes a decision', () => {
    const agents = ['abe', 'bob', 'cat', 'dog'].map((agent) => definition(agent));
    fc.assert(
      fc.property(fc.shuffledSubarray(agents, { minLength: 4 }), (shuffled) => {
        expect(woken(crumb(), shuffled)).toEqual(['abe', 'bob', 'cat', 'dog']);
      }),
    );
  });
});
