import { takesPart } from './session-members';

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
