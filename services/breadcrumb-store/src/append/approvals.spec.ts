import { toolResponseId } from '@crumbtrail/contracts';
import { anApproval, decisionOf, person, WaitingWork } from '../../test/approval-work';
import {
  ann,
  eraseCommand,
  message,
  numberedId,
  pool,
  root,
  commit,
  createRequest,
  turnIdFor,
  W,
  wakeCommand,
} from '../../test/ledgers';
import { bot, createdOne, recipients, runner } from '../../test/working-turn';
import { resultOf } from '../../test/tool-drafts';
import { append } from './append';

const MINUTE_LATER = '2026-01-01T00:01:00.000Z';
const WEEK_LATER = '2026-01-08T00:00:00.000Z';

describe('a tool request that waits for a person', () => {
  it('is announced to no runner, and its turn has no deadline until the decision', () => {
    const waiting = new WaitingWork();
    const before = waiting.dueAt('deadline', waiting.turn.id);
    expect(recipients(waiting.work.ledger)).toMatchObject({ 'tool.request.v1': null });
    expect([before, waiting.turn.deadline_at]).toEqual([null, null]);
    waiting.due('deadline', waiting.turn.id);
    expect(waiting.turn.state).toBe('open');
    expect(waiting.decide(root)).toMatchObject(createdOne);
    expect(recipients(waiting.work.ledger)).toMatchObject({ 'approval.decision.v1': 'tool-runner' });
    expect(waiting.turn).toMatchObject({ deadline_at: '2026-01-01T00:02:00.000Z', approvals: null });
    expect(waiting.dueAt('deadline', waiting.turn.id)).toBe('2026-01-01T00:02:00.000Z');
  });

  it('is decided once: the same decision again changes nothing, and another one is refused with who was first', () => {
    const waiting = new WaitingWork();
    expect(waiting.decide(root, { reason: 'yes' })).toMatchObject(createdOne);
    expect(waiting.decide(root, { reason: 'yes' })).toMatchObject({ results: [{ existed: true }] });
    expect(waiting.decide(root, { decision: 'deny' })).toBe('id_conflict');
    const [outcome] = append(
      [commit(createRequest(decisionOf(waiting.work.of, { decision: 'deny' })), person('eve', 'operator'))],
      waiting.work.ledger,
    );
    expect(outcome).toMatchObject({
      refusal: { problem: { code: 'id_conflict', message: expect.stringContaining('operator root') as string } },
    });
    expect(waiting.decision).toMatchObject({ decision: 'approve', crumb: { author_id: 'root' } });
  });

  it.each([
    ['operators', root, createdOne],
    ['a named person', person('ann'), createdOne],
    ['a person who is not named', person('bob'), 'not_found'],
    ['the agent itself', bot, 'wrong_writer'],
    ['the agent itself with the key of an operator', { ...bot, role: 'operator' as const }, 'forbidden'],
    ['the service that runs its turn', pool, 'wrong_writer'],
    ['the service that runs its tools', runner, 'wrong_writer'],
  ])('is decided by %s only if the definition says so', (_who, caller, result) => {
    const waiting = new WaitingWork(anApproval({ deciders: ['operators', 'user:ann'] }));
    expect(waiting.decide(caller)).toEqual(typeof result === 'string' ? result : expect.objectContaining(result));
  });

  it('is not decided by operators where the definition names others', () => {
    const waiting = new WaitingWork(anApproval({ deciders: ['author'] }));
    expect(waiting.decide(root)).toBe('forbidden');
    expect(waiting.decide(ann)).toMatchObject(createdOne);
  });

  it('is hidden from a named person who may not read the turn, and they cannot decide', () => {
    const deciders = ['user:ann', 'user:bob'];
    const open = new WaitingWork(anApproval({ deciders }));
    expect(open.work.crumb(open.id)?.audience).toEqual(['agent:bot', 'user:ann', 'user:bob']);
    expect(open.decide(person('bob'))).toMatchObject(createdOne);
    const secret = new WaitingWork(anApproval({ deciders }), { audience: ['agent:bot'] });
    expect(secret.work.crumb(secret.id)?.audience).toEqual(['agent:bot', 'user:ann']);
    expect(secret.decide(person('bob'))).toBe('not_found');
    expect(secret.decide(ann)).toMatchObject(createdOne);
  });

  it('hides what its tool returns from people who only decide about it', () => {
    const waiting = new WaitingWork(anApproval({ deciders: ['user:ann'] }));
    waiting.decide(ann);
    const key = `tool:${waiting.id}`;
    waiting.work.write(key, waiting.work.claim(key, runner), runner, resultOf(waiting.work.of));
    expect(waiting.work.crumb(toolResponseId(W, waiting.id))?.audience).toEqual(['agent:bot']);
  });

  it('refuses a decision that does not fit: an answer to a call, changed arguments of a denial, a timeout by a person', () => {
    const waiting = new WaitingWork();
    const wrong = [
      { decision: 'answer', answer: { text: 'x' } },
      { decision: 'deny', input: {} },
      { timed_out: true },
      { tool: 'other' },
    ] as const;
    for (const more of wrong) expect(waiting.decide(root, more)).toBe('invalid_payload');
  });

  it('refuses changed arguments that its tool does not accept, and the decision is still to be made', () => {
    const waiting = new WaitingWork();
    waiting.defineTool({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] });
    for (const input of [{}, { text: 5 }, { text: null }, { text: ['x'] }])
      expect([input, waiting.decide(root, { input })]).toEqual([input, 'invalid_payload']);
    expect(waiting.decision).toBeUndefined();
    expect(waiting.decide(root, { input: { text: 'bye' } })).toMatchObject(createdOne);
  });

  it('refuses changed arguments once the definition of its tool was erased', () => {
    const waiting = new WaitingWork();
    expect(waiting.decide(root, { input: { text: 'bye' } })).toBe('erased');
    expect(waiting.decide(root, { decision: 'deny' })).toMatchObject(createdOne);
  });

  it('is decided by the store when its time has come, as the definition says', () => {
    for (const on_timeout of ['deny', 'approve'] as const) {
      const waiting = new WaitingWork(anApproval({ on_timeout }));
      expect(waiting.dueAt('approval', waiting.id)).toBe(WEEK_LATER);
      waiting.due('approval', waiting.id);
      expect(waiting.decision).toMatchObject({
        decision: on_timeout,
        timed_out: true,
        crumb: { author_kind: 'service', author_id: 'breadcrumb-store' },
      });
      expect(waiting.turn).toMatchObject({ approvals: null, state: 'open' });
      expect(waiting.decide(root)).toBe('id_conflict');
    }
  });

  it('is not decided by the store once a person has', () => {
    const waiting = new WaitingWork();
    waiting.decide(root, { decision: 'deny' });
    waiting.due('approval', waiting.id);
    expect(waiting.decision).toMatchObject({ decision: 'deny', crumb: { author_id: 'root' } });
  });

  it('is no longer waited for when its turn is stopped', () => {
    const waiting = new WaitingWork();
    const stop = {
      kind: 'stop-turn' as const,
      caller: ann,
      turn: waiting.turn.id,
      cause: numberedId(1),
      content: null,
    };
    append([stop], waiting.work.ledger);
    expect([waiting.dueAt('approval', waiting.id), waiting.dueAt('lane-hold', waiting.turn.id)]).toEqual([null, null]);
    expect(waiting.decide(root)).toBe('turn_closed');
  });

  it('lets its turn continue when it is erased', () => {
    const waiting = new WaitingWork();
    append([{ ...eraseCommand(waiting.id), caller: root }], waiting.work.ledger);
    expect(waiting.turn).toMatchObject({ approvals: null, deadline_at: '2026-01-01T00:02:00.000Z' });
    expect(waiting.dueAt('approval', waiting.id)).toBeNull();
  });
});

describe('a question of ask_person', () => {
  const asked = (input: object): WaitingWork =>
    new WaitingWork(anApproval({ kind: 'question' }), { input: { question: 'When?', ...input } });
  const choices = ['Tuesday', 'Thursday'];

  it.each([
    [{ choices }, { choices: ['Tuesday'] }, true],
    [{ choices }, { choices: ['Sunday'] }, false],
    [{ choices }, { choices }, false],
    [{ choices, multiple: true }, { choices }, true],
    [{ choices }, { text: 'never' }, false],
    [{ choices, free_text: true }, { text: 'never' }, true],
    [{}, { text: 'never' }, true],
    [{}, { choices: ['Tuesday'] }, false],
    [{ choices, free_text: true }, {}, false],
  ])('with %j accepts the answer %j: %s', (input, answer, isAccepted) => {
    const result = asked(input).decide(root, { decision: 'answer', answer });
    expect(result).toEqual(isAccepted ? expect.objectContaining(createdOne) : 'invalid_payload');
  });

  it('is never approved', () => {
    expect(asked({}).decide(root, { decision: 'approve' })).toBe('invalid_payload');
  });
});

describe('the lane of a turn that waits for a person', () => {
  const withNext = (lane_seconds: number): WaitingWork => {
    const waiting = new WaitingWork(anApproval({ lane_seconds }));
    append([commit(createRequest(message('next')), ann, { newId: () => numberedId(2) })], waiting.work.ledger);
    append([wakeCommand(waiting.work.ledger, 1)], waiting.work.ledger);
    return waiting;
  };
  const states = (waiting: WaitingWork): unknown[] => [waiting.turn.state, waiting.turnAt(1)?.state];

  it('is kept as long as the definition says, and then free for the next turn', () => {
    const kept = withNext(60);
    expect(kept.dueAt('lane-hold', kept.turn.id)).toBe(MINUTE_LATER);
    kept.due('lane-hold', kept.turn.id);
    expect(states(kept)).toEqual(['open', 'queued']);
    const freed = withNext(0);
    freed.due('lane-hold', freed.turn.id);
    expect(states(freed)).toEqual(['waiting', 'open']);
  });

  it('has one open turn: after the decision the tool runs, and the turn goes on once the lane is free again', () => {
    const waiting = withNext(0);
    waiting.due('lane-hold', waiting.turn.id);
    const turnKey = waiting.work.turnKey;
    expect(waiting.decide(root)).toMatchObject(createdOne);
    expect(states(waiting)).toEqual(['queued', 'open']);
    expect(waiting.work.claim(turnKey, pool)).toBeUndefined();
    const key = `tool:${waiting.id}`;
    expect(waiting.work.write(key, waiting.work.claim(key, runner), runner, resultOf(waiting.work.of))).toMatchObject(
      createdOne,
    );
    append(
      [{ kind: 'stop-turn', caller: ann, turn: turnIdFor(1), cause: numberedId(2), content: null }],
      waiting.work.ledger,
    );
    expect(states(waiting)).toEqual(['open', 'closed']);
    expect(waiting.turn).toMatchObject({ deadline_at: '2026-01-01T00:02:00.000Z', approvals: null });
    expect(waiting.work.ledger.crumbs.all().filter(({ id }) => id === waiting.turn.id)).toHaveLength(1);
    expect(typeof waiting.work.claim(turnKey, pool)).toBe('number');
  });

  it('is not needed to stop the turn, which ends with one response', () => {
    const waiting = withNext(0);
    waiting.due('lane-hold', waiting.turn.id);
    append(
      [{ kind: 'stop-turn', caller: ann, turn: waiting.turn.id, cause: numberedId(1), content: null }],
      waiting.work.ledger,
    );
    expect(states(waiting)).toEqual(['closed', 'open']);
    expect(waiting.work.ledger.events.filter(({ schema_name }) => schema_name === 'agent.turn.v1')).toHaveLength(2);
  });
});
