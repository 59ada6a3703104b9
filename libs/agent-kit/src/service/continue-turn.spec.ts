import { refuse, type AgentContextV1, type AgentTurnV1, type Envelope } from '@crumbtrail/contracts';
import { aResult, aStep, aTurn, CONTEXT, TURN } from '@crumbtrail/prompting/test';
import type { ActiveClaim } from '@crumbtrail/tool-runtime';
import type { ModelReply } from '@crumbtrail/prompting';
import { continueTurn, type TurnDependencies } from './continue-turn';
import type { ErasedTurn, CommitOutcome, LoadedTurn, TurnWakeUp } from './ports';

const wakeUp: TurnWakeUp = { workspace: 'w', turn: TURN, position: 5 };
const echo = (text: string) => ({ id: 'c', name: 'echo', arguments: JSON.stringify({ text }) });

function opened(turn = aTurn()): LoadedTurn {
  return {
    turn,
    record: {} as Envelope<AgentTurnV1>,
    context: {} as AgentContextV1,
    members: undefined,
    answering: { trigger: null, session: null },
    cause: { id: CONTEXT, version: 1 },
  };
}

interface Given {
  readonly open?: LoadedTurn | ErasedTurn;
  readonly closed?: boolean;
  readonly replies?: readonly (Partial<ModelReply> | null | Error)[];
  readonly committed?: CommitOutcome;
  readonly refused?: Error;
}

function given({
  open = opened(),
  closed,
  replies = [{ content: 'yes' }],
  committed = 'committed',
  refused,
}: Given = {}) {
  const log: string[] = [];
  const claim: ActiveClaim = {
    key: `turn:${TURN}`,
    fence: 1,
    isFirst: true,
    lost: new AbortController().signal,
    release: async ({ free }) => void log.push(free ? 'claim freed' : 'claim kept'),
  };
  const rest = [...replies];
  const generate = async () => {
    log.push('asked');
    const next = rest.shift();
    if (next instanceof Error) throw next;
    return next
      ? {
          reply: { content: '', model: 'm', attempts: 1, ...next },
          measured: { counted: 1, latency: 1, cost: undefined },
        }
      : null;
  };
  const dependencies: TurnDependencies = {
    claims: { take: async () => (refused ? Promise.reject(refused) : closed ? null : (log.push('claimed'), claim)) },
    reader: {
      read: async () => (log.push('read'), open),
      withLate: async (_, turn) => (log.push('looked for news'), turn),
      readPictures: () => Promise.reject(new Error('This turn has no pictures.')),
    },
    models: {
      can: () => ({}),
      begin: () => ({
        generate,
        showText: (_, text) => log.push(`said "${text}"`),
        pause: () => log.push('rests'),
        end: () => log.push('ended'),
      }),
      call: () => Promise.resolve('turn ended'),
    },
    log: {
      step: async (_, { cause }, { step, requests }) => {
        log.push(`step ${step.step} with ${requests.length} requests${cause.id === CONTEXT ? '' : ' after a step'}`);
        return committed;
      },
      end: async (_, { ending }) => {
        log.push(`committed ${ending.response.action}`);
        return committed instanceof Error ? 'committed' : committed;
      },
    },
  };
  return { dependencies, log };
}

describe('continueTurn', () => {
  it('claims, reads, asks and commits; the stream ends after the response is stored', async () => {
    const { dependencies, log } = given();
    expect(await continueTurn(wakeUp, dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'read', 'asked', 'committed speak', 'ended', 'claim kept']);
  });

  it('frees the claim while tools run, and keeps the text visible', async () => {
    const { dependencies, log } = given({
      open: opened(aTurn({ tools: ['echo'] })),
      replies: [{ calls: [echo('a')] }],
    });
    expect(await continueTurn(wakeUp, dependencies)).toBe('waits for tools');
    expect(log).toEqual(['claimed', 'read', 'asked', 'step 1 with 1 requests', 'rests', 'claim freed']);
  });

  it('frees the claim without asking the model while a result is missing', async () => {
    const steps = [aStep(1, { calls: [{ ordinal: 0, tool: 'echo', input: {} }] })];
    const { dependencies, log } = given({ open: opened(aTurn({ tools: ['echo'], steps })) });
    expect(await continueTurn(wakeUp, dependencies)).toBe('waits for tools');
    expect(log).toEqual(['claimed', 'read', 'looked for news', 'rests', 'claim freed']);
  });

  it('continues from the log when the last result is there, and repeats no step', async () => {
    const steps = [aStep(1, { calls: [{ ordinal: 0, tool: 'echo', input: {} }] })];
    const turn = aTurn({ tools: ['echo'], steps });
    const result = aResult(turn, { step: 1, ordinal: 0 });
    const { dependencies, log } = given({
      open: opened({ ...turn, responses: new Map([[result.request.id, result]]) }),
    });
    expect(await continueTurn(wakeUp, dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'read', 'looked for news', 'asked', 'committed speak', 'ended', 'claim kept']);
  });

  it('continues immediately after a step that requested nothing', async () => {
    const rm = { id: 'c', name: 'rm', arguments: '{}' };
    const { dependencies, log } = given({
      open: opened(aTurn({ tools: ['echo'] })),
      replies: [{ calls: [rm] }, { calls: [echo('a')] }],
    });
    expect(await continueTurn(wakeUp, dependencies)).toBe('waits for tools');
    expect(log.slice(2)).toEqual([
      'asked',
      'step 1 with 0 requests',
      'looked for news',
      'asked',
      'step 2 with 1 requests after a step',
      'rests',
      'claim freed',
    ]);
  });

  it('shows the text of an end that no model call produced', async () => {
    const steps = [aStep(1, { calls: [], usage: { completion_tokens: 9 } })];
    const limited = aTurn({ tools: ['echo'], steps, definition: { limits: { turn_output_tokens: 9 } } });
    const { dependencies, log } = given({ open: opened(limited) });
    expect(await continueTurn(wakeUp, dependencies)).toBe('answered');
    expect(log.slice(2)).toEqual(['looked for news', 'said ""', 'committed error', 'ended', 'claim kept']);
  });

  it('reads nothing once the turn is closed', async () => {
    const { dependencies, log } = given({ closed: true });
    expect(await continueTurn(wakeUp, dependencies)).toBe('already closed');
    expect(log).toEqual([]);
  });

  it.each([
    ['when its response comes too late', { committed: 'closed' }, 'committed speak'],
    ['when it ends while the model speaks', { replies: [null] }, 'asked'],
  ] as const)('stops when another process has closed the turn: %s', async (_, how, last) => {
    const { dependencies, log } = given(how);
    expect(await continueTurn(wakeUp, dependencies)).toBe('closed by another');
    expect(log.slice(-3)).toEqual([last, 'ended', 'claim kept']);
  });

  it('stops when another process has taken over before the step was committed', async () => {
    const open = opened(aTurn({ tools: ['echo'] }));
    const { dependencies, log } = given({ open, replies: [{ calls: [echo('a')] }], committed: 'closed' });
    expect(await continueTurn(wakeUp, dependencies)).toBe('closed by another');
    expect(log.slice(-3)).toEqual(['step 1 with 1 requests', 'ended', 'claim kept']);
  });

  it('neither reads nor answers while another process holds the turn', async () => {
    const { dependencies, log } = given({ refused: new Error('held') });
    await expect(continueTurn(wakeUp, dependencies)).rejects.toThrow('held');
    expect(log).toEqual([]);
  });

  it('ends the turn with a visible error when something it needs was erased', async () => {
    const of = { turn_id: TURN, context_id: CONTEXT, agent: 'a', session: 's', audience: 'all' as const };
    const { dependencies, log } = given({ open: { gone: 'Erased.', of } });
    expect(await continueTurn(wakeUp, dependencies)).toBe('answered');
    expect(log).toEqual(['claimed', 'read', 'committed error', 'ended', 'claim kept']);
  });

  it('ends the turn with a visible error when the store refuses a step, so that no caller waits forever', async () => {
    const open = opened(aTurn({ tools: ['echo'] }));
    const { dependencies, log } = given({
      open,
      replies: [{ calls: [echo('a')] }],
      committed: refuse('too_large', 'Too large.'),
    });
    expect(await continueTurn(wakeUp, dependencies)).toBe('answered');
    expect(log.slice(-3)).toEqual(['committed error', 'ended', 'claim kept']);
  });

  it('frees the claim immediately when the call is aborted', async () => {
    const { dependencies, log } = given({ replies: [new Error('leaving')] });
    await expect(continueTurn(wakeUp, dependencies)).rejects.toThrow('leaving');
    expect(log.slice(-2)).toEqual(['ended', 'claim freed']);
  });
});
