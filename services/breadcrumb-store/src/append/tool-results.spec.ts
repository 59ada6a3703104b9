import { Timer, toolResponseId } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { ann, numberedId, pool, root, W } from '../../test/ledgers';
import { pendingRequest, bot, createdOne, other, recipients, runner, type WorkingTurn } from '../../test/working-turn';
import { partOf, requestIdOf, requestOf, resultOf, startOf, timerFor } from '../../test/tool-drafts';
import { append } from './append';
import { keyOf } from '../ledger/stored-rows';

describe('the response to a tool request', () => {
  it('is written once by its runner, under its claim, for the requesting agent, and releases the claim', () => {
    const { work, key, id } = pendingRequest();
    const fence = work.claim(key, runner);
    expect(work.write(key, fence, runner, startOf(id))).toMatchObject(createdOne);
    expect(work.write(key, fence, runner, resultOf(work.of))).toMatchObject(createdOne);
    const response = work.crumb(toolResponseId(W, id));
    expect(response).toMatchObject({
      cause_id: id,
      audience: ['agent:bot'],
      informs: ['*'],
      session: 's',
      author_id: 'tool-runner',
      hop: 2,
    });
    expect(recipients(work.ledger)).toMatchObject({ 'tool.start.v1': null, 'tool.response.v1': 'pool' });
    expect(work.ledger.claims.get(keyOf(W, key))).toBeUndefined();
    expect(work.write(key, fence, runner, resultOf(work.of, { text: 'other' }))).toMatchObject({
      results: [{ existed: true }],
    });
  });

  it('may be told only to those who may read the answer of the turn, also where its context made them fewer', () => {
    const { work, key, id } = pendingRequest();
    const turn = keyOf(W, work.of.turn);
    const open = work.ledger.turns.get(turn);
    work.ledger.turns.set(turn, open ? { ...open, readers: ['user:ann', 'agent:bot'] } : null);
    work.write(key, work.claim(key, runner), runner, timerFor(id), resultOf(work.of));
    expect(work.crumb(toolResponseId(W, id))).toMatchObject({
      audience: ['agent:bot'],
      informs: ['user:ann', 'agent:bot'],
    });
    const timer = [...work.ledger.crumbs.changes().added].find(({ schema_name }) => schema_name === Timer.name);
    expect(timer?.audience).toEqual(['user:ann', 'agent:bot']);
  });

  it('is stored even after the turn is over, when no tool may start or write any more', () => {
    const { work, key, id } = pendingRequest();
    const fence = work.claim(key, runner);
    append([{ kind: 'stop-turn', caller: ann, turn: work.of.turn, cause: numberedId(1), content: null }], work.ledger);
    expect(work.write(key, fence, runner, startOf(id))).toBe('turn_closed');
    expect(work.write(key, fence, runner, timerFor(id))).toBe('turn_closed');
    expect(work.write(key, fence, runner, partOf(work.of, 'a'))).toBe('turn_closed');
    expect(work.write(key, fence, runner, resultOf(work.of))).toMatchObject(createdOne);
  });

  it.each<[string, (work: WorkingTurn, key: string, id: string) => unknown, string]>([
    ['without a claim', (work, key) => work.write(key, undefined, runner, resultOf(work.of)), 'stale_fence'],
    [
      'under the claim on the turn',
      (work) =>
        work.write(work.turnKey, work.ledger.claims.get(keyOf(W, work.turnKey))?.fence, runner, resultOf(work.of)),
      'stale_fence',
    ],
    ['by the pool', (work, key) => work.write(key, work.claim(key, pool), pool, resultOf(work.of)), 'wrong_writer'],
    ['by the requesting agent', (work, key) => work.write(key, 1, bot, resultOf(work.of)), 'wrong_writer'],
    ['by an operator', (work, key) => work.write(key, 1, root, resultOf(work.of)), 'wrong_writer'],
    [
      'that names another turn',
      (work, key) =>
        work.write(key, work.claim(key, runner), runner, resultOf(work.of, { turn: { id: numberedId(8) } })),
      'invalid_payload',
    ],
    [
      'that names another tool',
      (work, key) => work.write(key, work.claim(key, runner), runner, resultOf(work.of, { tool: 'other' })),
      'invalid_payload',
    ],
    [
      'that names another agent',
      (work, key) => work.write(key, work.claim(key, runner), runner, resultOf(work.of, { agent: 'other' })),
      'invalid_payload',
    ],
    [
      'with another audience',
      (work, key) => work.write(key, work.claim(key, runner), runner, resultOf(work.of, { reply_to: 'other' })),
      'invalid_payload',
    ],
    [
      'to an unknown request',
      (work) => work.write('', undefined, runner, resultOf(work.of, {}, numberedId(9))),
      'not_found',
    ],
    [
      'whose start is for another tool',
      (work, key, id) => work.write(key, work.claim(key, runner), runner, startOf(id, { tool: 'other' })),
      'invalid_payload',
    ],
  ])('%s is refused', (_what, doing, expected) => {
    const { work, key, id } = pendingRequest();
    const before = work.ledger.events.length;
    expect(doing(work, key, id)).toBe(expected);
    expect(work.ledger.events.length).toBe(before);
  });

  it('belongs to a request that its runner service may read and claim, and that no API key may claim', () => {
    const { work, key, id } = pendingRequest((of) => requestOf(of.of, { runner: 'other' }));
    expect(work.crumb(id)?.audience).toEqual(['agent:bot', 'agent:other']);
    expect(work.claim(key, bot)).toBe('not_found');
    expect(work.claim(key, { ...ann, participant: { kind: 'agent', id: 'other' } })).toBe('forbidden');
    const fence = work.claim(key, other);
    expect(work.write(key, fence, runner, resultOf(work.of))).toBe('wrong_writer');
    expect(work.write(key, fence, { ...ann, participant: { kind: 'agent', id: 'other' } }, resultOf(work.of))).toBe(
      'wrong_writer',
    );
    expect(work.write(key, fence, other, resultOf(work.of))).toMatchObject(createdOne);
    expect(work.crumb(toolResponseId(W, id))).toMatchObject({ author_kind: 'agent', author_id: 'other' });
  });

  it('of a tool that the client runs is written once, without a claim, by the author of the message while the turn is open', () => {
    const { work, id } = pendingRequest((of) => requestOf(of.of, { runner: 'openai-client' }));
    expect(work.crumb(id)?.audience).toEqual(['agent:bot', 'user:ann']);
    const bob = { ...ann, participant: { kind: 'user' as const, id: 'bob' } };
    const agentAnn = { ...ann, participant: { kind: 'agent' as const, id: 'ann' } };
    for (const other of [bob, root, agentAnn, runner, pool])
      expect(work.write('', undefined, other, resultOf(work.of))).toBe('wrong_writer');
    expect(work.write('', undefined, ann, resultOf(work.of))).toMatchObject(createdOne);
    expect(work.crumb(toolResponseId(W, id))).toMatchObject({ author_id: 'ann', audience: ['agent:bot', 'user:ann'] });
    expect(recipients(work.ledger)).toMatchObject({ 'tool.response.v1': 'pool' });
    expect(work.write('', undefined, ann, resultOf(work.of))).toMatchObject({ results: [{ existed: true }] });
    expect(work.write('', undefined, ann, resultOf(work.of, { text: 'other' }))).toBe('id_conflict');
  });

  it('of a tool that the client runs is refused when the turn is over', () => {
    const { work } = pendingRequest((of) => requestOf(of.of, { runner: 'openai-client' }));
    append([{ kind: 'stop-turn', caller: ann, turn: work.of.turn, cause: numberedId(1), content: null }], work.ledger);
    expect(work.write('', undefined, ann, resultOf(work.of))).toBe('turn_closed');
  });

  it('of a tool that a service runs is refused from a person', () => {
    const { work, key } = pendingRequest();
    expect(work.write(key, 1, ann, resultOf(work.of))).toBe('wrong_writer');
  });

  it('may be preceded by requests for its parts, written by its runner, that name the same turn', () => {
    const { work, key } = pendingRequest();
    const fence = work.claim(key, runner);
    expect(work.write(key, undefined, runner, partOf(work.of, 'a'))).toBe('stale_fence');
    expect(work.write(key, fence, pool, partOf(work.of, 'a'))).toBe('wrong_writer');
    for (const more of [
      { agent: 'other' },
      { turn: { id: numberedId(7) } },
      { definition: { id: numberedId(9), version: 1 } },
      { reply_to: 'pool' },
    ])
      expect(work.write(key, fence, runner, partOf(work.of, 'a', more))).toBe('invalid_payload');
    expect(work.write(key, fence, runner, partOf(work.of, 'a'), partOf(work.of, 'b'))).toMatchObject({
      results: [{ existed: false }, { existed: false }],
    });
    const part = work.ledger.crumbs.all().findLast(({ schema_name }) => schema_name === 'tool.request.v1');
    expect(part).toMatchObject({
      cause_id: requestIdOf(work.of),
      audience: ['agent:bot'],
      hop: 2,
      author_id: 'tool-runner',
    });
    expect(work.write(key, fence, runner, partOf(work.of, 'a', { input: { n: 1 } }))).toMatchObject({
      results: [{ existed: true }],
    });
  });

  it('never exists twice, and is never written without the latest claim', () => {
    const move = fc.constantFrom('claim', 'run out', 'answer', 'answer late', 'stop', 'answer as service');
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const { work, key } = pendingRequest();
        const fences: number[] = [];
        let answered = 0;
        for (const one of moves) {
          const result = {
            claim: () => work.claim(key, runner),
            'run out': () => {
              const held = work.ledger.claims.get(keyOf(W, key));
              return held && work.ledger.claims.set(keyOf(W, key), { ...held, until: work.ledger.now });
            },
            answer: () => work.write(key, fences.at(-1), runner, resultOf(work.of, { text: String(answered) })),
            'answer late': () => work.write(key, fences.at(-2), runner, resultOf(work.of, { text: 'late' })),
            'answer as service': () => work.write(key, fences.at(-1), other, resultOf(work.of)),
            stop: () =>
              append(
                [{ kind: 'stop-turn', caller: ann, turn: work.of.turn, cause: numberedId(1), content: null }],
                work.ledger,
              ),
          }[one]();
          if (one === 'claim' && typeof result === 'number') fences.push(result);
          const isNew =
            result !== null &&
            typeof result === 'object' &&
            'results' in result &&
            !(result.results as { existed: boolean }[])[0]?.existed;
          if (isNew) answered += 1;
          if (one !== 'answer') expect(isNew).toBe(false);
        }
        const responses = work.ledger.events.filter(({ schema_name }) => schema_name === 'tool.response.v1');
        expect([responses.length, answered]).toEqual([Math.min(answered, 1), responses.length]);
      }),
    );
  });
});
