import { AgentResponse } from '@crumbtrail/contracts';
import fc from 'fast-check';
import {
  ann,
  answerCommand,
  conversation,
  NOW,
  numberedId,
  pool,
  root,
  turnIdFor,
  W,
  wakeCommand,
} from '../../test/ledgers';
import { answerAs, bot, claimAs, resultOrCode, openTurnCommand, serviceRun } from '../../test/service-loop';
import { append } from './append';
import type { Command } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import type { ClaimRecord } from '../ledger/stored-rows';

type Move = 'loop' | 'conductor' | 'claim' | 'run out' | 'renew' | 'answer' | 'answer late';

function openAndClaim(ledger: Ledger, caller: AuthenticatedCaller): number {
  const [, granted] = append([openTurnCommand(ledger, 0), claimAs(caller)], ledger);
  return (resultOrCode(granted) as { fence: number }).fence;
}

describe('the answer of an agent that runs its own loop', () => {
  it('has the agent as its author, with the agent’s key and with an operator’s', () => {
    for (const caller of [bot, root]) {
      const ledger = conversation(1, serviceRun);
      const fence = openAndClaim(ledger, caller);
      append([answerAs({ content: 'hi' }, caller, fence)], ledger);
      const response = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentResponse.name);
      expect(response).toMatchObject({ author_kind: 'agent', author_id: 'bot', created_at: NOW });
    }
  });

  it('is refused from another agent, from the pool, and from an operator for an agent of the pool', () => {
    const ledger = conversation(1, serviceRun);
    append([openTurnCommand(ledger, 0)], ledger);
    const other: AuthenticatedCaller = { ...ann, participant: { kind: 'agent', id: 'other' } };
    expect(append([answerAs({ content: 'x' }, other), answerCommand(0)], ledger).map(resultOrCode)).toEqual([
      'wrong_writer',
      'wrong_writer',
    ]);
  });

  it('of the pool is refused from every key, the agent’s own too, before and after the pool has claimed the turn', () => {
    const pooled = conversation(1);
    append([wakeCommand(pooled, 0)], pooled);
    const forge = (fence?: number): unknown[] =>
      append([answerAs({ content: 'x' }, root, fence), answerAs({ content: 'x' }, bot, fence)], pooled).map(
        resultOrCode,
      );
    expect(forge()).toEqual(['wrong_writer', 'wrong_writer']);
    const [granted] = append([claimAs(pool)], pooled);
    const { fence } = resultOrCode(granted) as { fence: number };
    expect(forge(fence)).toEqual(['wrong_writer', 'wrong_writer']);
  });

  it('is refused without a claim on its turn, and under the claim of another holder with the right fence', () => {
    const ledger = conversation(1, serviceRun);
    append([openTurnCommand(ledger, 0)], ledger);
    expect(append([answerAs({ content: 'x' }), answerAs({ content: 'x' }, root)], ledger).map(resultOrCode)).toEqual([
      'stale_fence',
      'stale_fence',
    ]);
    const [granted] = append([claimAs(bot)], ledger);
    const { fence } = resultOrCode(granted) as { fence: number };
    const stolen = [answerAs({ content: 'x' }, root, fence), { ...claimAs(root), fence }];
    expect(append(stolen, ledger).map(resultOrCode)).toEqual(['stale_fence', 'stale_fence']);
    const key = `${W}/turn:${turnIdFor(0)}`;
    ledger.claims.set(key, { ...(ledger.claims.get(key) as ClaimRecord), until: NOW });
    // The claim ran out, and nobody took it.
    expect(resultOrCode(append([answerAs({ content: 'x' }, bot, fence)], ledger)[0])).toMatchObject({
      results: [{ existed: false }],
    });
  });

  it('may be sent again, but a different second answer is not stored', () => {
    const ledger = conversation(1, serviceRun);
    const fence = openAndClaim(ledger, bot);
    append([answerAs({ content: 'hi' }, bot, fence)], ledger);
    const again = append(
      [answerAs({ content: 'hi' }, bot, fence), answerAs({ content: 'something else' }, bot, fence)],
      ledger,
    );
    expect(resultOrCode(again[0])).toMatchObject({ results: [{ existed: true }] });
    expect(resultOrCode(again[1])).toBe('turn_closed');
  });

  it('needs the fence of the claim once its turn is claimed', () => {
    const ledger = conversation(1, serviceRun);
    const [, granted] = append([openTurnCommand(ledger, 0), claimAs(bot)], ledger);
    const { fence } = resultOrCode(granted) as { fence: number };
    expect(
      append([answerAs({ content: 'x' }), answerAs({ content: 'x' }, bot, fence + 1)], ledger).map(resultOrCode),
    ).toEqual(['stale_fence', 'stale_fence']);
    expect(resultOrCode(append([answerAs({ content: 'x' }, bot, fence)], ledger)[0])).toMatchObject({
      results: [{ existed: false }],
    });
  });

  it('is refused under any claim except the one on its turn', () => {
    const ledger = conversation(2, serviceRun);
    const [, , mine, others] = append(
      [openTurnCommand(ledger, 0), openTurnCommand(ledger, 1), claimAs(bot), claimAs(bot, `turn:${turnIdFor(1)}`)],
      ledger,
    );
    const under = (n: number, granted: unknown): Command => {
      const { fence } = granted as { fence: number };
      return { ...answerAs({ content: 'x' }), fence: { key: `turn:${turnIdFor(n)}`, fence } };
    };
    expect(append([under(1, resultOrCode(others)), under(0, resultOrCode(others))], ledger).map(resultOrCode)).toEqual([
      'stale_fence',
      'stale_fence',
    ]);
    expect(resultOrCode(append([under(0, resultOrCode(mine))], ledger)[0])).toMatchObject({
      results: [{ existed: false }],
    });
  });

  it('is refused under another claim even if nobody has claimed its turn', () => {
    const ledger = conversation(2, serviceRun);
    const key = `turn:${turnIdFor(1)}`;
    const [, , granted] = append([openTurnCommand(ledger, 0), openTurnCommand(ledger, 1), claimAs(bot, key)], ledger);
    const { fence } = resultOrCode(granted) as { fence: number };
    expect(append([{ ...answerAs({ content: 'x' }), fence: { key, fence } }], ledger).map(resultOrCode)).toEqual([
      'stale_fence',
    ]);
  });
});

describe('a claim by an agent or operator', () => {
  it('is granted on turns of the agent itself, and to operators on turns of any agent that runs its own loop', () => {
    const ledger = conversation(1, serviceRun);
    append([openTurnCommand(ledger, 0)], ledger);
    const other: AuthenticatedCaller = { ...ann, participant: { kind: 'agent', id: 'other' } };
    expect(
      append([claimAs(other), claimAs(bot, 'anything'), claimAs(bot, `turn:${numberedId(7)}`)], ledger).map(
        resultOrCode,
      ),
    ).toEqual(['not_found', 'forbidden', 'not_found']);
    expect(() => claimAs(ann)).toThrow(/key of their agent/);
    expect(resultOrCode(append([claimAs(root)], ledger)[0])).toMatchObject({ granted: true });
    expect(resultOrCode(append([claimAs(bot)], ledger)[0])).toMatchObject({ granted: false });
  });

  it('is refused on a turn that the pool runs', () => {
    const ledger = conversation(1);
    append([wakeCommand(ledger, 0)], ledger);
    expect(append([claimAs(root), claimAs(bot)], ledger).map(resultOrCode)).toEqual(['wrong_runner', 'wrong_runner']);
  });
});

it('a turn gets one answer, written under the latest fence, in any sequence of actions by loops and conductors', () => {
  const move = fc.constantFrom(
    'loop',
    'conductor',
    'claim',
    'run out',
    'renew',
    'answer',
    'answer late',
  ) as fc.Arbitrary<Move>;
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const ledger = conversation(1, serviceRun);
      const key = `${W}/turn:${turnIdFor(0)}`;
      const fences: number[] = [];
      let answered = 0;
      const commands: Record<Move, () => Command | null> = {
        loop: () => openTurnCommand(ledger, 0),
        conductor: () => wakeCommand(ledger, 0),
        claim: () => claimAs(bot),
        renew: () => ({ ...claimAs(bot), fence: fences.at(-1) ?? 0 }),
        'run out': () => {
          const held = ledger.claims.get(key);
          if (held) ledger.claims.set(key, { ...held, until: NOW });
          return null;
        },
        answer: () => answerAs({ content: `${answered}` }, bot, fences.at(-1)),
        'answer late': () => answerAs({ content: 'late' }, bot, fences.at(-2) ?? 0),
      };
      for (const one of moves) {
        const command = commands[one]();
        const result = command && resultOrCode(append([command], ledger)[0]);
        if (one === 'claim' && (result as { granted?: true }).granted) fences.push((result as { fence: number }).fence);
        if (one === 'answer' && typeof result === 'object') answered += 1;
        if (one === 'answer late') expect(typeof result).toBe('string');
      }
      const left = ledger.events.filter(({ schema_name }) => schema_name === AgentResponse.name);
      expect([left.length, new Set(fences).size]).toEqual([Math.min(answered, 1), fences.length]);
      expect(answered).toBeLessThanOrEqual(1);
    }),
  );
});
