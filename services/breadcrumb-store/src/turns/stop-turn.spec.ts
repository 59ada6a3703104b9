import { MAX_CRUMB_BYTES } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { ann, answerCommand, conversation, numberedId, turnIdFor, wakeCommand } from '../../test/ledgers';
import { resultOrCode } from '../../test/service-loop';
import { append } from '../append/append';
import type { Command } from '../commands/commands';
import { truncateToCrumb } from './stop-turn';

const stopping = (n: number): Command => ({
  kind: 'stop-turn',
  caller: ann,
  turn: turnIdFor(n),
  cause: numberedId(n + 1),
  content: `said ${n}`,
});

describe('the partial reply of a stopped turn', () => {
  it.each([['a'], ['\n'], ['é'], ['漢'], ['👋'], ['\u0001']])('is truncated to what a crumb can hold: %j', (piece) => {
    const said = piece.repeat(262_144 / piece.length);
    const kept = truncateToCrumb(said);
    expect(said.startsWith(kept)).toBe(true);
    expect(kept.isWellFormed()).toBe(true);
    const bytes = Buffer.byteLength(JSON.stringify(kept));
    expect(bytes).toBeLessThanOrEqual(MAX_CRUMB_BYTES - 4_096);
    expect(bytes).toBeGreaterThan(MAX_CRUMB_BYTES - 4_096 - 12);
    expect(truncateToCrumb('short')).toBe('short');
  });
});

it('every turn ends once and its lane continues, however often turns are stopped and answered', () => {
  const move = fc.tuple(fc.constantFrom('wake', 'stop', 'answer'), fc.nat({ max: 3 }));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const ledger = conversation(4);
      const commands = { wake: wakeCommand.bind(null, ledger), stop: stopping, answer: answerCommand };
      for (const [what, n] of moves) {
        const asked = ledger.turns.get(`w/${turnIdFor(n)}`);
        const result = resultOrCode(append([commands[what as keyof typeof commands](n)], ledger)[0]);
        if (what === 'stop')
          expect(asked ? (result as { turn: { state: string } }).turn.state : result).toBe(
            asked ? 'closed' : 'not_found',
          );
        expect(ledger.turns.all().filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
      }
      const ends = ledger.events.filter(({ schema_name }) => schema_name === 'agent.response.v1').map(({ id }) => id);
      expect(new Set(ends).size).toBe(ends.length);
      expect(ends.length).toBe(ledger.turns.all().filter(({ state }) => state === 'closed').length);
    }),
  );
});
