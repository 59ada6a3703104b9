import { AgentDef, AgentResponse, responseId, singletonId } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { append } from '../append/append';
import type { Command, RequestTurnsCommand } from '../commands/commands';
import { NOW, W, answerCommand, commit, conversation, pool, root, turnIdFor, wakeCommand } from '../../test/ledgers';

describe('the turns of a lane', () => {
  it('are open one at a time, end once each, and open in the order of their triggers', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('wake', 'answer'), fc.nat({ max: 5 })), { maxLength: 40 });
    fc.assert(
      fc.property(moves, (plan) => {
        const ledger = conversation(6);
        const opened: number[] = [];
        for (const [move, n] of plan) {
          const waiting = ledger.turns.all().filter(({ state }) => state === 'queued');
          append([move === 'wake' ? wakeCommand(ledger, n) : answerCommand(n)], ledger);
          const open = ledger.turns.all().filter(({ state }) => state === 'open');
          expect(open.length).toBeLessThanOrEqual(1);
          const next = waiting.find(({ id }) => id === open[0]?.id);
          if (next) opened.push(next.cause_position - Math.min(...waiting.map((turn) => turn.cause_position)));
        }
        expect(opened.every((behind) => behind === 0)).toBe(true);
        const ends = ledger.events.filter(({ schema_name }) => schema_name === AgentResponse.name).map(({ id }) => id);
        expect(new Set(ends).size).toBe(ends.length);
        expect(ends.length).toBe(ledger.turns.all().filter(({ state }) => state === 'closed').length);
      }),
    );
  });

  it('open in the order of their messages, regardless of the order in which conductors decide', () => {
    const everyone = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });
    fc.assert(
      fc.property(everyone, (order) => {
        const ledger = conversation(5);
        for (const n of order) append([wakeCommand(ledger, n)], ledger);
        for (const n of [0, 1, 2, 3, 4]) {
          const open = ledger.turns.all().filter(({ state }) => state === 'open');
          expect(open.map(({ id }) => id)).toEqual([turnIdFor(n)]);
          append([answerCommand(n)], ledger);
        }
      }),
    );
  });

  it('open in the order of the decision where one message wakes several agents', () => {
    const ledger = conversation(2);
    const definitions = ['cat', 'ann', 'dan'].map((agent) => ({
      op: 'create' as const,
      draft: {
        schema_name: AgentDef.name,
        context: { agent, prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }] },
      },
    }));
    append([commit({ writes: definitions }, root)], ledger);
    const turns = ['cat', 'ann', 'dan'].map((agent) => ({
      agent,
      definition: { id: singletonId(W, 'agent', agent), version: 1 },
      generation: 0,
    }));
    append([wakeCommand(ledger, 0), { ...(wakeCommand(ledger, 1) as RequestTurnsCommand), turns }], ledger);
    const opened: string[] = [];
    for (let turn; (turn = ledger.turns.all().find(({ state }) => state === 'open'));) {
      opened.push(turn.agent);
      const context = { turn: { id: turn.id }, action: 'wait' };
      append(
        [commit({ writes: [{ op: 'create', draft: { schema_name: AgentResponse.name, context } }] }, pool)],
        ledger,
      );
    }
    expect(opened).toEqual(['bot', 'cat', 'ann', 'dan']);
  });

  it('do not wait for a message once it is decided that it wakes no agent', () => {
    const ledger = conversation(2);
    append([wakeCommand(ledger, 1)], ledger);
    expect(ledger.turns.all().map(({ state }) => state)).toEqual(['queued']);
    append([{ ...(wakeCommand(ledger, 0) as RequestTurnsCommand), turns: [] }], ledger);
    expect(ledger.turns.all().map(({ state }) => state)).toEqual(['open']);
  });

  it('open at once when the open turn ends', () => {
    const ledger = conversation(2);
    append([wakeCommand(ledger, 0), wakeCommand(ledger, 1)], ledger);
    const before = ledger.position;
    append([answerCommand(0)], ledger);
    const [end, next] = ledger.events.filter(({ position }) => position > before);
    expect(end).toMatchObject({ id: responseId(W, turnIdFor(0)) });
    expect(next).toMatchObject({ id: turnIdFor(1), position: before + 2 });
    const turn = ledger.versions.get(`${W}/${turnIdFor(1)}@1`);
    expect(turn?.context).toMatchObject({ as_of: before + 1, now: NOW, lane: 'session:s' });
  });

  it('are not ended by a deadline that was met or has not passed', () => {
    const ledger = conversation(1);
    append([wakeCommand(ledger, 0)], ledger);
    const before = ledger.position;
    const due: Command = { kind: 'due', what: 'deadline', workspace: W, key: turnIdFor(0) };
    expect(append([due], ledger)).toEqual([{ result: false }]);
    append([answerCommand(0)], ledger);
    expect(append([due], ledger)).toEqual([{ result: false }]);
    expect(ledger.position).toBe(before + 1);
  });
});
