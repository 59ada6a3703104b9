import type { AgentContext, AgentResponseV1, Crumb } from '@crumbtrail/contracts';
import { answer, type World } from './pipeline';
import type { Claim, Heard, OpenTurn } from './ports';

const heard: Heard = {
  workspace: 'w',
  context: {
    id: 'context',
    version: 1,
    position: 5,
    context: { turn: { id: 'turn' }, agent: 'a' },
  } as unknown as Crumb<typeof AgentContext>,
};
const open: OpenTurn = {
  session: 's',
  audience: 'all',
  material: {
    definition: { agent: 'a', prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }] },
    formatted: 'hi',
  },
};
const said: AgentResponseV1 = { turn: { id: 'turn' }, action: 'speak', content: 'yes' };

function given(
  over: {
    turn?: OpenTurn;
    closed?: boolean;
    run?: () => Promise<AgentResponseV1>;
    left?: 'left' | 'closed';
    refused?: Error;
  } = {},
) {
  const log: string[] = [];
  const claim: Claim = {
    key: 'turn:turn',
    fence: 1,
    lost: new AbortController().signal,
    letGo: async ({ free }) => void log.push(free ? 'claim freed' : 'claim kept'),
  };
  const world: World = {
    claims: {
      take: async () =>
        over.refused ? Promise.reject(over.refused) : over.closed ? null : (log.push('claimed'), claim),
    },
    reader: { read: async () => (log.push('read'), over.turn ?? open) },
    runner: {
      run: async () => {
        log.push('asked');
        return { response: await (over.run ?? (async () => said))(), end: () => log.push('ended') };
      },
    },
    responses: {
      leave: async (_heard, _turn, { response }) => {
        log.push(`left ${response.action}`);
        return over.left ?? 'left';
      },
    },
  };
  return { world, log };
}

describe('a context that was heard', () => {
  it('is claimed, read, answered and left, and its stream ends after the response stands', async () => {
    const { world, log } = given();
    expect(await answer(heard, world)).toBe('answered');
    expect(log).toEqual(['claimed', 'read', 'asked', 'left speak', 'ended', 'claim kept']);
  });

  it('is read by nobody once its turn is closed', async () => {
    const { world, log } = given({ closed: true });
    expect(await answer(heard, world)).toBe('already closed');
    expect(log).toEqual([]);
  });

  it('is done when another has closed the turn meanwhile', async () => {
    const { world, log } = given({ left: 'closed' });
    expect(await answer(heard, world)).toBe('closed by another');
    expect(log.at(-1)).toBe('claim kept');
  });

  it('is neither read nor answered while another holds the turn', async () => {
    const { world, log } = given({ refused: new Error('held') });
    await expect(answer(heard, world)).rejects.toThrow('held');
    expect(log).toEqual([]);
  });

  it('ends in a visible error when what it needs has been erased', async () => {
    const { world, log } = given({ turn: { ...open, material: { gone: 'Erased.' } } });
    expect(await answer(heard, world)).toBe('answered');
    expect(log).toEqual(['claimed', 'read', 'left error', 'claim kept']);
  });

  it('leaves the turn to others at once when it is called off', async () => {
    const { world, log } = given({ run: () => Promise.reject(new Error('leaving')) });
    await expect(answer(heard, world)).rejects.toThrow('leaving');
    expect(log.at(-1)).toBe('claim freed');
  });
});
