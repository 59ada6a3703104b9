import { answerCommand, conversation, pool, wakeCommand } from '../../test/ledgers';
import { other, WorkingTurn } from '../../test/working-turn';
import { errorOf, guardOf } from '../../test/tool-drafts';
import { append } from './append';

describe('a guard.fired crumb', () => {
  it('is committed with the answer that ends its turn, in either order, and never alone', () => {
    for (const order of [
      [guardOf, errorOf],
      [errorOf, guardOf],
    ]) {
      const work = WorkingTurn.ofPool();
      const fence = work.claim(work.turnKey, pool);
      expect(work.write(work.turnKey, fence, pool, guardOf(work.of))).toBe('turn_closed');
      const drafts = order.map((make) => make(work.of));
      expect(work.write(work.turnKey, fence, pool, ...drafts)).toMatchObject({
        results: [{ existed: false }, { existed: false }],
      });
      const guard = work.ledger.crumbs.all().find(({ schema_name }) => schema_name === 'guard.fired.v1');
      expect(guard).toMatchObject({ author_kind: 'agent', author_id: 'bot', audience: ['@agents'], session: 's' });
    }
  });

  it('is refused if the turn ended for another reason, or if it names a guard of the store', () => {
    const work = WorkingTurn.ofPool();
    const fence = work.claim(work.turnKey, pool);
    expect(work.write(work.turnKey, fence, pool, guardOf(work.of, { guard: 'hop_limit' }), errorOf(work.of))).toBe(
      'wrong_writer',
    );
    expect(work.write(work.turnKey, fence, pool, guardOf(work.of, { agent: 'other' }), errorOf(work.of))).toBe(
      'invalid_payload',
    );
    work.write(work.turnKey, fence, pool, errorOf(work.of));
    expect(work.write(work.turnKey, fence, pool, errorOf(work.of), guardOf(work.of))).toBe('turn_closed');
    expect(work.write(work.turnKey, fence, other, guardOf(work.of), errorOf(work.of))).toBe('wrong_writer');
  });

  it('written by the store records its limit and value', () => {
    const ledger = conversation(2, { limits: { turns_per_minute: 1 } });
    append([wakeCommand(ledger, 0), answerCommand(0), wakeCommand(ledger, 1)], ledger);
    const guards = ledger.versions.all().filter(({ context }) => 'guard' in context);
    expect(guards.map(({ context }) => context)).toMatchObject([
      { guard: 'rate_limit', limit: 1, value: 1, agent: 'bot' },
    ]);
  });
});
