import { stepId, toolResponseId } from '@crumbtrail/contracts';
import { answerCommand, ann, commit, message, numberedId, pool, W } from '../../test/ledgers';
import { bot as botsKey } from '../../test/service-loop';
import { bot, other, recipients, runner, WorkingTurn } from '../../test/working-turn';
import { requestIdOf, requestOf, resultOf, stepOf } from '../../test/tool-drafts';
import { append } from './append';
import { keyOf } from '../ledger/stored-rows';

describe('a step and its tool requests', () => {
  it('are written in one commit by the agent, readable only by it, each the cause of the next', () => {
    const work = WorkingTurn.ofPool();
    expect(work.requestTool()).toMatchObject({ results: [{ existed: false }, { existed: false }] });
    const step = stepId(W, work.of.turn, 1);
    const of = { session: 's', author_kind: 'agent', author_id: 'bot', audience: ['agent:bot'] };
    expect(work.crumb(step)).toMatchObject({ ...of, cause_id: work.of.turn });
    expect(work.crumb(requestIdOf(work.of))).toMatchObject({ ...of, cause_id: step, trail_id: numberedId(1) });
    expect(recipients(work.ledger)).toMatchObject({ 'agent.step.v1': null, 'tool.request.v1': 'tool-runner' });
  });

  it('are written by the agent itself if it runs as a service', () => {
    const work = WorkingTurn.ofService();
    expect(work.requestTool()).toMatchObject({ results: [{ existed: false }, { existed: false }] });
    expect(WorkingTurn.ofPool().write('', undefined, bot, stepOf(work.of))).toBe('wrong_writer');
  });

  it('have the hop of the turn’s answer, however many rounds there are', () => {
    const work = WorkingTurn.ofPool();
    work.requestTool();
    const key = `tool:${requestIdOf(work.of)}`;
    work.write(key, work.claim(key, runner), runner, resultOf(work.of));
    const cause = { id: toolResponseId(W, requestIdOf(work.of)) };
    const second = { ...stepOf(work.of, 2), cause };
    work.write(work.turnKey, work.ledger.claims.get(keyOf(W, work.turnKey))?.fence, pool, second);
    const hops = work.ledger.crumbs.all().filter(({ id }) => id !== work.of.turn && id !== numberedId(1));
    expect(hops.filter(({ trail_id }) => trail_id === numberedId(1)).map(({ hop }) => hop)).toEqual([2, 2, 2, 2]);
    expect(work.crumb(stepId(W, work.of.turn, 2))).toMatchObject({ cause_id: cause.id });
  });

  it('return the existing crumbs when they are written again, even with another payload', () => {
    const work = WorkingTurn.ofPool();
    work.requestTool();
    const again = work.write(work.turnKey, 99, pool, stepOf(work.of, 1, { content: 'other' }), requestOf(work.of));
    expect(again).toMatchObject({ results: [{ existed: true }, { existed: true }] });
  });

  it.each<[string, (work: WorkingTurn) => unknown, string]>([
    ['without a claim', (work) => work.write('', undefined, pool, stepOf(work.of)), 'stale_fence'],
    [
      'under another fence',
      (work) => work.write(work.turnKey, Number(work.claim(work.turnKey, pool)) + 1, pool, stepOf(work.of)),
      'stale_fence',
    ],
    ['under another claim', (work) => work.write('x', work.claim('x', pool), pool, stepOf(work.of)), 'stale_fence'],
    ['of another agent', (work) => work.requestTool(requestOf(work.of, { agent: 'other' })), 'invalid_payload'],
    [
      'with another definition',
      (work) => work.requestTool(requestOf(work.of, { definition: { id: numberedId(9), version: 1 } })),
      'invalid_payload',
    ],
    ['with a wider audience', (work) => work.requestTool(requestOf(work.of, { reply_to: 'other' })), 'invalid_payload'],
    [
      'with a cause from another trail',
      (work) => {
        append(
          [commit({ writes: [{ op: 'create', draft: message('x') }] }, ann, { newId: () => numberedId(77) })],
          work.ledger,
        );
        return work.requestTool(requestOf(work.of, {}, numberedId(77)));
      },
      'invalid_payload',
    ],
    [
      'of an unknown turn',
      (work) => work.write('', undefined, pool, stepOf({ ...work.of, turn: numberedId(8) })),
      'not_found',
    ],
    ['by another service', (work) => work.write('', undefined, other, stepOf(work.of)), 'wrong_writer'],
    ['by the runner of tools', (work) => work.write('', undefined, runner, requestOf(work.of)), 'wrong_writer'],
    ['with the key of the agent', (work) => work.write('', undefined, botsKey, stepOf(work.of)), 'wrong_writer'],
    [
      'after the end of the turn',
      (work) => {
        append([answerCommand(0)], work.ledger);
        return work.write('', undefined, pool, stepOf(work.of));
      },
      'turn_closed',
    ],
  ])('%s are refused', (_what, doing, expected) => {
    const work = WorkingTurn.ofPool();
    expect(doing(work)).toBe(expected);
    expect(work.crumb(stepId(W, work.of.turn, 1))).toBeUndefined();
  });
});
