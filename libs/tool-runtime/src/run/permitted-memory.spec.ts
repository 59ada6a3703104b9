import type { ModelCallRecord, ToolDefV1 } from '@crumbtrail/contracts';
import { add, aRequest, aTry } from '../../test/tool-request-fixture';
import type { ReceivedToolRequest, ToolMemories } from '../ports';
import { PermittedMemory } from './permitted-memory';

const CALL = { model: 'm', attempts: 1 };
const KEPT = { memory: { id: 'm1', version: 3 }, fact: { id: 'aaaaaaaa', text: 'Ann lives in Bonn.', sources: [] } };
const OWNER = { agent: 'abe', turn: aRequest().request.context.turn.id };

function memoryFor(received: ReceivedToolRequest, permissions: ToolDefV1['permissions'] = ['memory']) {
  const sent: [string, unknown][] = [];
  const model_calls: ModelCallRecord[] = [];
  const memories: ToolMemories = {
    send: async (operation, _workspace, request) => {
      sent.push([operation.name, request]);
      return { known: true, answer: 'In Bonn.', facts: [KEPT], changed: 1, model_calls: [CALL] } as never;
    },
  };
  const signal = new AbortController().signal;
  const memory = new PermittedMemory(memories, received, {
    definition: { ...add, permissions },
    deadline: 0,
    signal,
    model_calls,
  });
  return { memory, sent, model_calls };
}

const inSession = (): ReceivedToolRequest => {
  const received = aRequest();
  return { ...received, request: { ...received.request, session: 'demo' } };
};

describe('the memory of a tool', () => {
  it('is that of the agent of the turn, and its model calls are recorded', async () => {
    const { memory, sent, model_calls } = memoryFor(inSession());
    expect(await memory.recall('where?')).toEqual({ known: true, answer: 'In Bonn.', facts: [KEPT] });
    expect(await memory.remember('Ann is tired.', 'user:ann')).toBe(1);
    await memory.reflect();
    await memory.switchContext('cook');
    await memory.change(KEPT, { do: 'forget' });
    const session = { ...OWNER, session: 'demo', position: 7 };
    expect(sent).toEqual([
      ['memory-keeper.recall', { ...session, hint: 'where?' }],
      ['memory-keeper.remember', { ...session, text: 'Ann is tired.', about: 'user:ann' }],
      ['memory-keeper.reflect', session],
      ['memory-keeper.switch-context', { ...session, task: 'cook' }],
      ['memory-keeper.change-fact', { ...OWNER, memory: 'm1', fact: 'aaaaaaaa', change: { do: 'forget' } }],
    ]);
    expect(model_calls).toHaveLength(5);
  });

  it('is recalled outside of sessions, and not changed there', async () => {
    const { session: _session, ...request } = aRequest().request;
    const { memory, sent } = memoryFor({ ...aRequest(), request });
    await memory.recall('where?');
    expect(sent).toEqual([['memory-keeper.recall', { ...OWNER, position: 7, hint: 'where?' }]]);
    await expect(memory.remember('Ann is tired.')).rejects.toMatchObject({ code: 'needs_session' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['without the permission', inSession(), [], 'add lacks the permission `memory`'],
    ['in a trial run', aTry(), ['memory'], 'a trial run has no turn'],
  ] as const)('is closed %s', async (_when, received, permissions, why) => {
    const { memory, sent } = memoryFor(received, [...permissions]);
    await expect(memory.recall('where?')).rejects.toThrow(why);
    await expect(memory.change(KEPT, { do: 'forget' })).rejects.toThrow(why);
    expect(sent).toEqual([]);
  });
});
