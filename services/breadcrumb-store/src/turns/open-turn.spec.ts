import {
  ann,
  commit,
  conversation,
  createRequest,
  message,
  numberedId,
  root,
  turnIdFor,
  W,
  wakeCommand,
} from '../../test/ledgers';
import { answerAs, bot, claimAs, resultOrCode, openTurnCommand, serviceRun } from '../../test/service-loop';
import { append } from '../append/append';
import type { Ledger } from '../ledger/ledger';
import { requireAgentOrOperator } from './open-turn';

const open = (ledger: Ledger, n: number, caller = bot): unknown =>
  resultOrCode(append([openTurnCommand(ledger, n, caller)], ledger)[0]);

describe('openTurn', () => {
  it('opens the turn that a subscription would have opened, whichever comes first', () => {
    for (const first of ['loop', 'conductor']) {
      const ledger = conversation(1, serviceRun);
      const commands = [openTurnCommand(ledger, 0), wakeCommand(ledger, 0)];
      append(first === 'loop' ? commands : commands.reverse(), ledger);
      expect(ledger.turns.all().map(({ id, state }) => [id, state])).toEqual([[turnIdFor(0), 'open']]);
      expect(open(ledger, 0)).toMatchObject({ turn: { id: turnIdFor(0), state: 'open', agent: 'bot' } });
      expect(ledger.turns.all()).toHaveLength(1);
    }
  });

  it('queues the turn in its lane', () => {
    const ledger = conversation(2, serviceRun);
    append([wakeCommand(ledger, 0)], ledger);
    expect(open(ledger, 1)).toMatchObject({ turn: { state: 'queued' } });
  });

  it('refuses an agent that the pool runs', () => {
    expect(open(conversation(1), 0)).toBe('wrong_runner');
  });

  it('refuses a crumb that the agent may not read, that was erased, or that does not exist', () => {
    const ledger = conversation(1, serviceRun);
    append(
      [commit(createRequest({ ...message('psst'), audience: ['ann'] }), ann, { newId: () => numberedId(9) })],
      ledger,
    );
    expect(open(ledger, 8, root)).toBe('forbidden');
    expect(open(ledger, 8)).toBe('not_found');
    expect(open(ledger, 7)).toBe('not_found');
    append(
      [{ ...commit(createRequest(message('x')), root), writes: [{ op: 'erase', id: numberedId(1), if_match: 1 }] }],
      ledger,
    );
    expect(open(ledger, 0)).toBe('erased');
    expect(ledger.turns.all()).toEqual([]);
  });

  it('ends the turn with a visible error if its trail is too deep', () => {
    const ledger = conversation(1, { ...serviceRun, limits: { max_hops: 1 } });
    const said = ledger.crumbs.get(`${W}/${numberedId(1)}`);
    ledger.crumbs.set(`${W}/${numberedId(1)}`, { ...said!, hop: 2 });
    expect(open(ledger, 0)).toMatchObject({ turn: { state: 'closed', response_id: expect.any(String) as string } });
    const ending = ledger.versions.all().find(({ context }) => context['action'] === 'error');
    expect(ending?.context).toMatchObject({ error: { code: 'hop_limit' } });
  });

  it('counts against the agent’s rate limit', () => {
    const ledger = conversation(2, { ...serviceRun, lane: 'agent', limits: { turns_per_minute: 1 } });
    open(ledger, 0);
    const [granted] = append([claimAs(bot)], ledger);
    const { fence } = resultOrCode(granted) as { fence: number };
    append([answerAs({ content: 'one' }, bot, fence)], ledger);
    expect(open(ledger, 1)).toMatchObject({ turn: { state: 'closed' } });
  });

  it.each([
    [{ kind: 'agent', id: 'bot' }, 'writer', true],
    [{ kind: 'agent', id: 'other' }, 'writer', false],
    [{ kind: 'user', id: 'bot' }, 'writer', false],
    [{ kind: 'operator', id: 'root' }, 'operator', true],
  ] as const)('requested by %j as %s: %s', (participant, role, may) => {
    const asking = (): void => requireAgentOrOperator({ ...ann, participant, role }, 'bot');
    if (may) expect(asking).not.toThrow();
    else expect(asking).toThrow(/key of agent:bot/);
  });
});
