import { WorkspaceGate } from './workspace-gate';

const ann = { kind: 'user', id: 'ann' } as const;
const agent = { kind: 'agent', id: 'own' } as const;
const read = { role: 'reader' } as const;
const write = { role: 'writer' } as const;

/** What each of them gets at a stage. */
function access(stage: Parameters<WorkspaceGate['set']>[1]): Record<string, unknown> {
  const gate = new WorkspaceGate();
  gate.set('acme', stage);
  const answer = (work: () => void): unknown => {
    try {
      work();
      return 'let in';
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  return {
    reads: answer(() => gate.requireAccess(read, 'acme', ann)),
    writes: answer(() => gate.requireAccess(write, 'acme', ann)),
    'an agent writes': answer(() => gate.requireAccess(write, 'acme', agent)),
    'a service': answer(() => gate.requireOpen('acme')),
    'a command': gate.whyClosed(['other', 'acme'])?.code ?? 'let in',
    'another workspace': answer(() => gate.requireAccess(write, 'other', ann)),
  };
}

const all = {
  reads: 'let in',
  writes: 'let in',
  'an agent writes': 'let in',
  'a service': 'let in',
  'a command': 'let in',
  'another workspace': 'let in',
};

describe('a workspace that is being moved', () => {
  it.each([
    ['is copied', 'copying', all],
    ['waits for the work of agents', 'draining', { ...all, writes: 'moving' }],
    [
      'is closed',
      'closed',
      {
        reads: 'moving',
        writes: 'moving',
        'an agent writes': 'moving',
        'a service': 'moving',
        'a command': 'moving',
        'another workspace': 'let in',
      },
    ],
    ['is open again', null, all],
  ] as const)('lets in who may come while it %s', (_what, stage, expected) => {
    expect(access(stage)).toEqual(expected);
  });

  it('has as many requests in progress as entered and did not leave', () => {
    const gate = new WorkspaceGate();
    const leave = [gate.enter('acme'), gate.enter('acme')];
    expect(gate.countRequests('acme')).toBe(2);
    leave.forEach((one) => one());
    expect(gate.countRequests('acme')).toBe(0);
  });
});
