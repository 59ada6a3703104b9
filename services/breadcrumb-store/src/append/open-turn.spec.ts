import { AgentDef, AgentResponse, type AgentDefV1, type Ref } from '@crumbtrail/contracts';
import {
  ann,
  answering,
  commit,
  conversation,
  creating,
  message,
  NOW,
  numbered,
  root,
  turnAbout,
  W,
  waking,
} from '../../test/a-ledger';
import { append, type Outcome } from './append';
import { holderOf } from './claims';
import type { Caller, ClaimJob, OpenTurnJob } from './jobs';
import type { Ledger } from './ledger';
import { requireOwner } from './open-turn';

const bot: Caller = { ...ann, participant: { kind: 'agent', id: 'bot' } };
const own: Partial<AgentDefV1> = { runner: 'service' };
const code = (outcome: Outcome | undefined): unknown =>
  outcome && 'refusal' in outcome ? (outcome.refusal as { code?: string }).code : outcome?.result;
const definitionIn = (ledger: Ledger): Ref => {
  const id = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name)?.id ?? '';
  return { id, version: 1 };
};
const opening = (ledger: Ledger, n: number, caller = bot): OpenTurnJob => ({
  ...{ kind: 'open-turn', caller, agent: 'bot', cause: { id: numbered(n + 1), version: 1 } },
  definition: definitionIn(ledger),
});
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

const answer = (more: object, caller = bot, fence?: number): ReturnType<typeof commit> => {
  const context = { turn: { id: turnAbout(0) }, action: 'speak', ...more };
  const request = creating({ schema_name: AgentResponse.name, context });
  return commit(fence === undefined ? request : { ...request, fence: { key: `turn:${turnAbout(0)}`, fence } }, caller);
};
const claiming = (caller: Caller, key = `turn:${turnAbout(0)}`): ClaimJob => ({
  ...{ kind: 'claim', workspace: W, key, ttl_ms: 1000, fence: null },
  ...holderOf(caller, true),
});

describe('the answer of a loop of its own', () => {
  it('has the agent as its author, with the agent’s key and with an operator’s', () => {
    for (const caller of [bot, root]) {
      const ledger = conversation(1, own);
      append([opening(ledger, 0), answer({ content: 'hi' }, caller)], ledger);
      const response = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentResponse.name);
      expect(response).toMatchObject({ author_kind: 'agent', author_id: 'bot', created_at: NOW });
    }
  });

  it('is nobody else’s to give: not another agent’s, not the pool’s, and an operator’s not for the pool', () => {
    const ledger = conversation(1, own);
    append([opening(ledger, 0)], ledger);
    const other: Caller = { ...ann, participant: { kind: 'agent', id: 'other' } };
    expect(append([answer({ content: 'x' }, other), answering(0)], ledger).map(code)).toEqual([
      'wrong_writer',
      'wrong_writer',
    ]);
    const pooled = conversation(1);
    append([waking(pooled, 0)], pooled);
    expect(append([answer({ content: 'x' }, root)], pooled).map(code)).toEqual(['wrong_writer']);
  });

  it('may be sent again, and is never followed by another', () => {
    const ledger = conversation(1, own);
    append([opening(ledger, 0), answer({ content: 'hi' })], ledger);
    const again = append([answer({ content: 'hi' }), answer({ content: 'something else' })], ledger);
    expect(code(again[0])).toMatchObject({ results: [{ existed: true }] });
    expect(code(again[1])).toBe('turn_closed');
  });

  it('needs the fence of the claim, once there is one', () => {
    const ledger = conversation(1, own);
    const [, granted] = append([opening(ledger, 0), claiming(bot)], ledger);
    const { fence } = code(granted) as { fence: number };
    expect(append([answer({ content: 'x' }), answer({ content: 'x' }, bot, fence + 1)], ledger).map(code)).toEqual([
      'stale_fence',
      'stale_fence',
    ]);
    expect(code(append([answer({ content: 'x' }, bot, fence)], ledger)[0])).toMatchObject({
      results: [{ existed: false }],
    });
  });
});

describe('a claim with a key', () => {
  it('is on a turn of one’s own agent, or with an operator’s key of any agent with a loop of its own', () => {
    const ledger = conversation(1, own);
    append([opening(ledger, 0)], ledger);
    const other: Caller = { ...ann, participant: { kind: 'agent', id: 'other' } };
    expect(
      append([claiming(other), claiming(bot, 'anything'), claiming(bot, `turn:${numbered(7)}`)], ledger).map(code),
    ).toEqual(['not_found', 'forbidden', 'not_found']);
    expect(() => claiming(ann)).toThrow(/key of their agent/);
    expect(code(append([claiming(root)], ledger)[0])).toMatchObject({ granted: true });
    expect(code(append([claiming(bot)], ledger)[0])).toMatchObject({ granted: false });
  });

  it('is not on a turn that the pool runs', () => {
    const ledger = conversation(1);
    append([waking(ledger, 0)], ledger);
    expect(append([claiming(root), claiming(bot)], ledger).map(code)).toEqual(['wrong_runner', 'wrong_runner']);
  });
});
