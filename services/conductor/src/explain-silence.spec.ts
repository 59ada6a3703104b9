import type { SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { explainSilence } from './explain-silence';
import { crumb, definition } from '../test/crumbs';

const explain = (definitions: readonly AgentDefinition[], members?: SessionV1['members'], more = {}): string =>
  explainSilence({ crumb: crumb(more), definitions, session: { name: 'demo', ...(members ? { members } : {}) } });
const wanting = (agent: string, more: object) =>
  definition(agent, { subscriptions: [{ schema: 'user.message.v1', ...more }] });

describe('the reason why no agent wakes', () => {
  it.each([
    ['no agent is defined', [], undefined],
    ['no agent is defined', [definition('late', {}, 500)], undefined],
    ['abe is muted in the session', [definition('abe')], [{ kind: 'agent', id: 'abe', muted: true }]],
    ['abe is absent from the session', [definition('abe')], [{ kind: 'agent', id: 'abe', present: false }]],
    ['abe is not a member of the session', [definition('abe')], [{ kind: 'agent', id: 'bob' }]],
    ['abe listens for the tag bug or crash', [wanting('abe', { any_tags: ['bug', 'crash'] })], undefined],
    ['abe listens for the tag bug and ui', [wanting('abe', { all_tags: ['bug', 'ui'] })], undefined],
    [
      'the conditions of abe do not match it',
      [wanting('abe', { match: [{ path: '$.context.x', op: 'exists' }] })],
      undefined,
    ],
    [
      'abe does not subscribe to user.message.v1',
      [definition('abe', { subscriptions: [{ schema: 'tool.catalog.v1' }] })],
      undefined,
    ],
  ] as const)('says that %s', (reason, definitions, members) => {
    expect(explain(definitions, members as SessionV1['members'])).toBe(`No agent listens for this message: ${reason}.`);
  });

  it('says that the agent is not in the audience', () => {
    expect(explain([definition('abe')], undefined, { audience: ['bob'] })).toMatch(/abe is not in its audience\.$/);
  });

  it('names the five agents that are nearest to waking, and counts the others', () => {
    const far = ['u', 'v', 'w', 'x', 'y'].map((agent) => definition(agent, { subscriptions: [{ schema: 'a.b.v1' }] }));
    expect(explain([...far, wanting('abe', { any_tags: ['bug'] })])).toMatch(
      /^No agent listens for this message: abe listens for the tag bug; u does not .*; 1 more\.$/,
    );
  });
});
