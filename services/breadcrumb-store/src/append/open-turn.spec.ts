import {
  ann,
  commit,
  conversation,
  creating,
  message,
  numbered,
  root,
  turnAbout,
  W,
  waking,
} from '../../test/a-ledger';
import { answer, bot, code, opening, own } from '../../test/a-loop';
import { append } from './append';
import type { Ledger } from './ledger';
import { requireOwner } from './open-turn';

const open = (ledger: Ledger, n: number, caller = bot): unknown =>
  code(append([opening(ledger, n, caller)], ledger)[0]);

describe('a turn that a loop of its own asks for', () => {
  it('is the turn that a subscription would have opened, whoever comes first', () => {
    for (const first of ['loop', 'conductor']) {
      const ledger = conversation(1, own);
      const jobs = [opening(ledger, 0), waking(ledger, 0)];
      append(first === 'loop' ? jobs : jobs.reverse(), ledger);
      expect(ledger.turns.all().map(({ id, state }) => [id, state])).toEqual([[turnAbout(0), 'open']]);
      expect(open(ledger, 0)).toMatchObject({ turn: { id: turnAbout(0), state: 'open', agent: 'bot' } });
      expect(ledger.turns.all()).toHaveLength(1);
    }
  });

  it('waits for its place in its lane', () => {
    const ledger = conversation(2, own);
    append([waking(ledger, 0)], ledger);
    expect(open(ledger, 1)).toMatchObject({ turn: { state: 'queued' } });
  });

  it('is not of an agent that the pool runs', () => {
    expect(open(conversation(1), 0)).toBe('wrong_runner');
  });

  it('is not about what its agent may not read, what is erased, or what is not there', () => {
    const ledger = conversation(1, own);
    append([commit(creating({ ...message('psst'), audience: ['ann'] }), ann, { freshId: () => numbered(9) })], ledger);
    expect(open(ledger, 8, root)).toBe('forbidden');
    expect(open(ledger, 8)).toBe('not_found');
    expect(open(ledger, 7)).toBe('not_found');
    append(
      [{ ...commit(creating(message('x')), root), writes: [{ op: 'erase', id: numbered(1), if_match: 1 }] }],
      ledger,
    );
    expect(open(ledger, 0)).toBe('erased');
    expect(ledger.turns.all()).toEqual([]);
  });

  it('is refused aloud on a trail that is too deep', () => {
    const ledger = conversation(1, { ...own, limits: { max_hops: 1 } });
    const said = ledger.crumbs.get(`${W}/${numbered(1)}`);
    ledger.crumbs.set(`${W}/${numbered(1)}`, { ...said!, hop: 2 });
    expect(open(ledger, 0)).toMatchObject({ turn: { state: 'closed', response_id: expect.any(String) as string } });
    const ending = ledger.versions.all().find(({ context }) => context['action'] === 'error');
    expect(ending?.context).toMatchObject({ error: { code: 'hop_limit' } });
  });

  it('counts against the limit of turns', () => {
    const ledger = conversation(2, { ...own, lane: 'agent', limits: { turns_per_minute: 1 } });
    open(ledger, 0);
    append([answer({ content: 'one' })], ledger);
    expect(open(ledger, 1)).toMatchObject({ turn: { state: 'closed' } });
  });

  it.each([
    [{ kind: 'agent', id: 'bot' }, 'writer', true],
    [{ kind: 'agent', id: 'other' }, 'writer', false],
    [{ kind: 'user', id: 'bot' }, 'writer', false],
    [{ kind: 'operator', id: 'root' }, 'operator', true],
  ] as const)('asked for by %j as %s: %s', (participant, role, may) => {
    const asking = (): void => requireOwner({ ...ann, participant, role }, 'bot');
    if (may) expect(asking).not.toThrow();
    else expect(asking).toThrow(/key of agent:bot/);
  });
});
