import { stepId, toolResponseId } from '@crumbtrail/contracts';
import { answering, ann, commit, message, numbered, pool, W } from '../../test/a-ledger';
import { bot as botsKey } from '../../test/a-loop';
import { bot, other, recipients, runner, Work } from '../../test/a-turn-at-work';
import { requestIdOf, requestOf, resultOf, stepOf } from '../../test/tool-drafts';
import { append } from './append';
import { keyOf } from './records';

describe('a step and what it asks of tools', () => {
  it('are left in one commit, by the agent, for its eyes alone, each the cause of the next', () => {
    const work = Work.pooled();
    expect(work.ask()).toMatchObject({ results: [{ existed: false }, { existed: false }] });
    const step = stepId(W, work.of.turn, 1);
    const of = { session: 's', author_kind: 'agent', author_id: 'bot', audience: ['bot'] };
    expect(work.crumb(step)).toMatchObject({ ...of, cause_id: work.of.turn });
    expect(work.crumb(requestIdOf(work.of))).toMatchObject({ ...of, cause_id: step, trail_id: numbered(1) });
    expect(recipients(work.ledger)).toMatchObject({ 'agent.step.v1': null, 'tool.request.v1': 'tool-runner' });
  });

  it('are the agent’s own where it is a service', () => {
    const work = Work.own();
    expect(work.ask()).toMatchObject({ results: [{ existed: false }, { existed: false }] });
    expect(Work.pooled().leave('', undefined, bot, stepOf(work.of))).toBe('wrong_writer');
  });

  it('never go deeper than the answer of the turn, however many rounds there are', () => {
    const work = Work.pooled();
    work.ask();
    const key = `tool:${requestIdOf(work.of)}`;
    work.leave(key, work.claim(key, runner), runner, resultOf(work.of));
    const cause = { id: toolResponseId(W, requestIdOf(work.of)) };
    const second = { ...stepOf(work.of, 2), cause };
    work.leave(work.turnKey, work.ledger.claims.get(keyOf(W, work.turnKey))?.fence, pool, second);
    const hops = work.ledger.crumbs.all().filter(({ id }) => id !== work.of.turn && id !== numbered(1));
    expect(hops.filter(({ trail_id }) => trail_id === numbered(1)).map(({ hop }) => hop)).toEqual([2, 2, 2, 2]);
    expect(work.crumb(stepId(W, work.of.turn, 2))).toMatchObject({ cause_id: cause.id });
  });

  it('again, whatever they say, are those that are there', () => {
    const work = Work.pooled();
    work.ask();
    const again = work.leave(work.turnKey, 99, pool, stepOf(work.of, 1, { content: 'other' }), requestOf(work.of));
    expect(again).toMatchObject({ results: [{ existed: true }, { existed: true }] });
  });

  it.each<[string, (work: Work) => unknown, string]>([
    ['without a claim', (work) => work.leave('', undefined, pool, stepOf(work.of)), 'stale_fence'],
    [
      'under another fence',
      (work) => work.leave(work.turnKey, Number(work.claim(work.turnKey, pool)) + 1, pool, stepOf(work.of)),
      'stale_fence',
    ],
    ['under another claim', (work) => work.leave('x', work.claim('x', pool), pool, stepOf(work.of)), 'stale_fence'],
    ['of another agent', (work) => work.ask(requestOf(work.of, { agent: 'other' })), 'invalid_payload'],
    [
      'by another definition',
      (work) => work.ask(requestOf(work.of, { definition: { id: numbered(9), version: 1 } })),
      'invalid_payload',
    ],
    ['that others should hear of', (work) => work.ask(requestOf(work.of, { reply_to: 'other' })), 'invalid_payload'],
    [
      'that come of another trail',
      (work) => {
        append(
          [commit({ writes: [{ op: 'create', draft: message('x') }] }, ann, { freshId: () => numbered(77) })],
          work.ledger,
        );
        return work.ask(requestOf(work.of, {}, numbered(77)));
      },
      'invalid_payload',
    ],
    [
      'of a turn that is not there',
      (work) => work.leave('', undefined, pool, stepOf({ ...work.of, turn: numbered(8) })),
      'not_found',
    ],
    ['by another service', (work) => work.leave('', undefined, other, stepOf(work.of)), 'wrong_writer'],
    ['by the runner of tools', (work) => work.leave('', undefined, runner, requestOf(work.of)), 'wrong_writer'],
    ['with the key of the agent', (work) => work.leave('', undefined, botsKey, stepOf(work.of)), 'wrong_writer'],
    [
      'after the turn',
      (work) => {
        append([answering(0)], work.ledger);
        return work.leave('', undefined, pool, stepOf(work.of));
      },
      'turn_closed',
    ],
  ])('%s are refused', (_what, doing, expected) => {
    const work = Work.pooled();
    expect(doing(work)).toBe(expected);
    expect(work.crumb(stepId(W, work.of.turn, 1))).toBeUndefined();
  });
});
