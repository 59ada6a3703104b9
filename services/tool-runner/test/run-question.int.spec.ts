import { ApprovalDecision, toolResponseId, ToolResponse, type ApprovalDecisionV1 } from '@crumbtrail/contracts';
import { ListApprovals, type ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import type { Tool, ToolCall } from '@crumbtrail/tool-runtime';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;
let withdrawing = new AbortController();

const asking = (name: string, run: (call: ToolCall) => Promise<unknown>): Tool => ({
  definition: { name, description: name, input: { type: 'object' }, source: 'test', timeout_ms: 2_000 },
  run: (_input, call) => run(call),
});

const never = new AbortController().signal;
const QUESTION = { question: 'Which one?', choices: ['red', 'blue'] };
const tools = [
  asking('asks', ({ askPerson }) => askPerson(QUESTION, never)),
  asking('asks_twice', async ({ askPerson }) => [await askPerson(QUESTION, never), await askPerson(QUESTION, never)]),
  asking('withdraws', ({ askPerson }) => askPerson(QUESTION, withdrawing.signal)),
];

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner(tools);
  await world.agent('abe', ['asks', 'asks_twice', 'withdraws', 'ask_person']);
  await world.agent('eve', ['asks']);
}, 90_000);
afterAll(() => world?.stop());
beforeEach(() => (withdrawing = new AbortController()));

const approvals = async (turn: string, status: 'waiting' | 'decided'): Promise<readonly ApprovalView[]> =>
  (await world.all.gateway.request(ListApprovals, { turn, status })).approvals;

const waiting = (turn: string): Promise<ApprovalView> =>
  eventually(async () => (await approvals(turn, 'waiting'))[0] ?? null);

async function decide({ id, turn, agent, tool, runner }: ApprovalView, more: Partial<ApprovalDecisionV1>) {
  const context = { request: { id }, turn: { id: turn }, agent, tool, runner, ...more };
  const draft = { schema_name: ApprovalDecision.name, context };
  await world.all.gateway.commit({ writes: [{ op: 'create', draft }] });
}

describe('a tool that asks a person while it runs', () => {
  it('gets the answer, although it takes longer than its time limit', async () => {
    const turn = await world.turn();
    const request = await world.ask('asks', {}, { turn });
    const asked = await waiting(turn.id);
    expect(asked).toMatchObject({ kind: 'question', tool: 'ask_person', agent: 'abe', arguments: QUESTION });
    expect(asked.deciders).toEqual(['operators', 'author']);
    const since = Date.now();
    await eventually(() => Date.now() - since > 2_500, { withinMs: 10_000 });
    await decide(asked, { decision: 'answer', answer: { choices: ['blue'] } });
    const { context } = await world.answer(request);
    expect(context).toMatchObject({ status: 'ok', output: { kind: 'answered', answer: { choices: ['blue'] } } });
    expect(
      await eventually(() => world.all.executor.readOne(ToolResponse, toolResponseId('default', asked.id))),
    ).toMatchObject({
      context: { tool: 'ask_person', reply_to: 'tool-runner' },
    });
    await world.end(turn);
  });

  it('may ask the same again, and is told when a person declines', async () => {
    const turn = await world.turn();
    const request = await world.ask('asks_twice', {}, { turn });
    const first = await waiting(turn.id);
    await decide(first, { decision: 'answer', answer: { choices: ['red'] } });
    const second = await eventually(async () => {
      const [one] = await approvals(turn.id, 'waiting');
      return one && one.id !== first.id ? one : null;
    });
    await decide(second, { decision: 'deny', reason: 'Enough.' });
    const { context } = await world.answer(request);
    expect(context.output).toEqual([{ kind: 'answered', answer: { choices: ['red'] } }, { kind: 'declined' }]);
    await world.end(turn);
  });

  it('asks nobody where its agent may not ask people', async () => {
    const { context } = await world.run('asks', {}, { agent: 'eve' });
    expect(context.output).toEqual({ kind: 'nobody', why: 'eve is not granted ask_person.' });
  });

  it('may withdraw its question: the turn goes on, and nobody can answer any more', async () => {
    const turn = await world.turn();
    const request = await world.ask('withdraws', {}, { turn });
    const asked = await waiting(turn.id);
    withdrawing.abort();
    expect((await world.answer(request)).context.error).toMatchObject({ code: 'cancelled' });
    await eventually(async () => (await approvals(turn.id, 'waiting')).length === 0);
    await expect(decide(asked, { decision: 'answer', answer: { choices: ['red'] } })).rejects.toMatchObject({
      code: 'id_conflict',
    });
    await world.end(turn);
  });

  it('ends with its turn', async () => {
    const turn = await world.turn();
    const request = await world.ask('asks', {}, { turn });
    const asked = await waiting(turn.id);
    expect(asked.id).toMatch(/^[0-9a-f-]{36}$/);
    await world.end(turn);
    expect((await world.answer(request)).context.error).toMatchObject({ code: 'cancelled' });
    await expect(decide(asked, { decision: 'deny' })).rejects.toMatchObject({ code: 'turn_closed' });
  });
});
