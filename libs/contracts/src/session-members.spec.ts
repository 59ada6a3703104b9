import { maySpeak, takesPart } from './session-members';

describe('takesPart', () => {
  it.each([
    ['lets every agent speak in a session without members', undefined, true],
    ['lets every agent speak in a session whose list of members is empty', [], true],
    ['lets an agent speak that is a member', [{ kind: 'agent', id: 'abe' }], true],
    ['excludes an agent that is not a member', [{ kind: 'agent', id: 'bee' }], false],
    ['keeps out an agent that is muted', [{ kind: 'agent', id: 'abe', muted: true }], false],
    ['keeps out an agent that is absent', [{ kind: 'agent', id: 'abe', present: false }], false],
    ['keeps out an agent that has the name of a user', [{ kind: 'user', id: 'abe' }], false],
  ] as const)('%s', (_title, members, expected) => {
    expect(takesPart(members === undefined ? undefined : [...members], 'abe')).toBe(expected);
  });
});

describe('maySpeak', () => {
  it.each([
    ['lets a muted agent speak that was triggered', 'agent.trigger.v1', true],
    ['keeps out a muted agent that answers a message', 'user.message.v1', false],
  ])('%s', (_title, schema_name, expected) => {
    expect(maySpeak([{ kind: 'agent', id: 'abe', muted: true }], 'abe', { schema_name })).toBe(expected);
  });
});
