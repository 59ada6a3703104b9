import { AgentResponse } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { ann, answering, conversation, NOW, numbered, root, turnAbout, W, waking } from '../../test/a-ledger';
import { answer, bot, claiming, code, opening, own } from '../../test/a-loop';
import { append } from './append';
import type { Job } from './jobs';
import type { Caller } from '../identity/caller';

type Move = 'loop' | 'conductor' | 'claim' | 'run out' | 'renew' | 'answer' | 'answer late';

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

  it('is given under no other claim than that on its turn', () => {
    const ledger = conversation(2, own);
    const [, , mine, others] = append(
      [opening(ledger, 0), opening(ledger, 1), claiming(bot), claiming(bot, `turn:${turnAbout(1)}`)],
      ledger,
    );
    const under = (n: number, granted: unknown): Job => {
      const { fence } = granted as { fence: number };
      return { ...answer({ content: 'x' }), fence: { key: `turn:${turnAbout(n)}`, fence } };
    };
    expect(append([under(1, code(others)), under(0, code(others))], ledger).map(code)).toEqual([
      'stale_fence',
      'stale_fence',
    ]);
    expect(code(append([under(0, code(mine))], ledger)[0])).toMatchObject({ results: [{ existed: false }] });
  });

  it('is given under no other claim either where nobody has claimed its turn', () => {
    const ledger = conversation(2, own);
    const key = `turn:${turnAbout(1)}`;
    const [, , granted] = append([opening(ledger, 0), opening(ledger, 1), claiming(bot, key)], ledger);
    const { fence } = code(granted) as { fence: number };
    expect(append([{ ...answer({ content: 'x' }), fence: { key, fence } }], ledger).map(code)).toEqual(['stale_fence']);
  });
});

describe('a claim of no service', () => {
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

it('of all that loops and conductors do about one turn, one answer is left, and under the latest fence', () => {
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
      const ledger = conversation(1, own);
      const key = `${W}/turn:${turnAbout(0)}`;
      const fences: number[] = [];
      let answered = 0;
      const jobs: Record<Move, () => Job | null> = {
        loop: () => opening(ledger, 0),
        conductor: () => waking(ledger, 0),
        claim: () => claiming(bot),
        renew: () => ({ ...claiming(bot), fence: fences.at(-1) ?? 0 }),
        'run out': () => {
          const held = ledger.claims.get(key);
          if (held) ledger.claims.set(key, { ...held, until: NOW });
          return null;
        },
        answer: () => answer({ content: `${answered}` }, bot, fences.at(-1) ?? 1),
        'answer late': () => answer({ content: 'late' }, bot, fences.at(-2) ?? 99),
      };
      for (const one of moves) {
        const job = jobs[one]();
        const result = job && code(append([job], ledger)[0]);
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
