import type { ApprovalDecisionV1 } from '@crumbtrail/contracts';
import { anApproval, decisionOf, WaitingWork } from '../../test/approval-work';
import {
  answerCommand,
  ann,
  commit,
  createRequest,
  message,
  numberedId,
  pool,
  root,
  turnIdFor,
  W,
  wakeCommand,
} from '../../test/ledgers';
import { requestOf, stepOf, type TurnOf } from '../../test/tool-drafts';
import { append } from '../append/append';
import { keyOf } from '../ledger/stored-rows';

/** Messages of one session, in order; the calls of the first two wait for a person. The first turn has left its lane to the second. */
class Conversation {
  readonly waiting: WaitingWork;
  private readonly second: TurnOf;

  constructor({ laneSeconds = 60 } = {}) {
    this.waiting = new WaitingWork(anApproval({ lane_seconds: 0 }));
    const { ledger, of } = this.waiting.work;
    for (const n of [1, 2]) {
      append([commit(createRequest(message('next')), ann, { newId: () => numberedId(n + 1) })], ledger);
      append([wakeCommand(ledger, n)], ledger);
    }
    this.waiting.due('lane-hold', turnIdFor(0));
    this.second = { ...of, turn: turnIdFor(1) };
    const request = requestOf(this.second, { approval: anApproval({ lane_seconds: laneSeconds }) });
    const { work } = this.waiting;
    work.write(this.keyOf(1), work.claim(this.keyOf(1), pool), pool, stepOf(this.second), request);
    ledger.claims.set(keyOf(W, this.keyOf(1)), null);
  }

  private readonly keyOf = (n: number): string => `turn:${turnIdFor(n)}`;

  get states(): unknown[] {
    return [0, 1, 2].map((n) => this.waiting.turnAt(n)?.state);
  }

  decide(n: 0 | 1, decision: ApprovalDecisionV1['decision'] = 'approve'): void {
    const of = n === 0 ? this.waiting.work.of : this.second;
    append([commit(createRequest(decisionOf(of, { decision })), root)], this.waiting.work.ledger);
  }

  answer(n: number): void {
    append([answerCommand(n)], this.waiting.work.ledger);
  }

  claim(n: number): number | string {
    return this.waiting.work.claim(this.keyOf(n), pool);
  }
}

describe('two turns of one lane that wait for a person', () => {
  it('the earlier one continues at once when a person decides about it, although the later one holds the lane', () => {
    const talk = new Conversation();
    expect(talk.states).toEqual(['waiting', 'open', 'queued']);
    talk.decide(0);
    expect(talk.states).toEqual(['open', 'waiting', 'queued']);
    expect(talk.waiting.turn).toMatchObject({ approvals: null, deadline_at: '2026-01-01T00:02:00.000Z' });
    expect([talk.claim(0), talk.claim(1)]).toEqual([expect.any(Number), undefined]);
  });

  it('the one that gave way keeps the lane from later messages for the rest of its time', () => {
    const talk = new Conversation();
    talk.decide(0);
    talk.answer(0);
    expect(talk.states).toEqual(['closed', 'waiting', 'queued']);
    talk.decide(1, 'deny');
    expect(talk.states).toEqual(['closed', 'open', 'queued']);
    talk.answer(1);
    expect(talk.states).toEqual(['closed', 'closed', 'open']);
  });

  it('the one that gave way leaves the lane to the next message when its time is over', () => {
    const talk = new Conversation({ laneSeconds: 0 });
    talk.decide(0);
    talk.answer(0);
    expect(talk.states).toEqual(['closed', 'waiting', 'open']);
  });

  it('its time ends while it has given way: the lane is free for the next message', () => {
    const talk = new Conversation();
    talk.decide(0);
    talk.answer(0);
    const { ledger } = talk.waiting.work;
    const turn = talk.waiting.turnAt(1);
    if (!turn?.approvals) throw new Error('The second turn does not wait');
    ledger.turns.set(keyOf(W, turn.id), { ...turn, approvals: { ...turn.approvals, lane_until: ledger.now } });
    talk.waiting.due('lane-hold', turn.id);
    expect(talk.states).toEqual(['closed', 'waiting', 'open']);
  });

  it('the later one does not take the lane from the earlier one: it continues after it', () => {
    const talk = new Conversation();
    talk.decide(1);
    talk.decide(0);
    expect(talk.states).toEqual(['queued', 'open', 'queued']);
    talk.answer(1);
    expect(talk.states).toEqual(['open', 'closed', 'queued']);
  });
});
