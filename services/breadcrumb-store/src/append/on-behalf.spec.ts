import type { Draft } from '@crumbtrail/contracts';
import { ann, commit, emptyLedger, message, numberedId, pool, root, wakeCommand } from '../../test/ledgers';
import { createdOne, runner, WorkingTurn } from '../../test/working-turn';
import { requestIdOf, timerFor } from '../../test/tool-drafts';
import { append } from './append';

describe('a crumb that a tool writes', () => {
  const running = (
    said: Partial<Draft> = {},
  ): { work: WorkingTurn; key: string; id: string; fence: number | string } => {
    const ledger = emptyLedger();
    const context = { agent: 'bot', prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }] };
    const writes = [{ op: 'create' as const, draft: { ...message('m'), ...said } }];
    append(
      [
        commit({ writes: [{ op: 'create', draft: { schema_name: 'agent.def.v1', context } }] }, root),
        commit({ writes }, ann),
      ],
      ledger,
    );
    append([wakeCommand(ledger, 0)], ledger);
    const work = new WorkingTurn(ledger, pool, 'pool');
    work.requestTool();
    const id = requestIdOf(work.of);
    return { work, id, key: `tool:${id}`, fence: work.claim(`tool:${id}`, runner) };
  };
  const timer = (work: WorkingTurn) => work.ledger.crumbs.all().find(({ schema_name }) => schema_name === 'timer.v1');

  it('is caused by the tool request, in its session, under the claim on it', () => {
    const { work, id, key, fence } = running();
    expect(work.write(key, undefined, runner, timerFor(id))).toMatch(/stale_fence|wrong_writer/);
    expect(work.write(key, Number(fence) + 1, runner, timerFor(id))).toBe('stale_fence');
    expect(work.write(key, fence, runner, timerFor(id, { session: 'elsewhere' }))).toBe('invalid_payload');
    expect(work.write(key, fence, runner, timerFor(numberedId(1)))).toBe('wrong_writer');
    expect(work.write(key, fence, runner, timerFor(id))).toMatchObject(createdOne);
    expect(timer(work)).toMatchObject({
      cause_id: id,
      session: 's',
      audience: ['*'],
      author_id: 'tool-runner',
      hop: 3,
    });
  });

  it('is readable only by those who can read the answer of the turn', () => {
    const { work, id, key, fence } = running({ audience: ['bob', 'bot'] });
    for (const audience of ['all' as const, 'agents' as const, ['eve']])
      expect(work.write(key, fence, runner, timerFor(id, { audience }))).toBe('invalid_payload');
    expect(work.write(key, fence, runner, timerFor(id))).toMatchObject(createdOne);
    expect(timer(work)?.audience).toEqual(['user:bob', 'agent:bot', 'user:ann']);
    const among = running({ audience: 'agents' });
    expect(among.work.write(among.key, among.fence, runner, timerFor(among.id, { audience: 'all' }))).toBe(
      'invalid_payload',
    );
    expect(among.work.write(among.key, among.fence, runner, timerFor(among.id, { audience: ['bot'] }))).toMatchObject(
      createdOne,
    );
    expect(timer(among.work)?.audience).toEqual(['agent:bot']);
  });

  it('that triggers an agent is by the agent of the turn; a private one is for the agents among the readers of the answer', () => {
    const triggerIn = (of: ReturnType<typeof running>, context: object) =>
      of.work.write(of.key, of.fence, runner, {
        schema_name: 'agent.trigger.v1',
        cause: { id: of.id },
        context: { agent: 'eve', ...context },
      });
    const define = ({ work }: ReturnType<typeof running>): void => {
      const context = { agent: 'eve', prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }] };
      append(
        [commit({ writes: [{ op: 'create', draft: { schema_name: 'agent.def.v1', context } }] }, root)],
        work.ledger,
      );
    };
    const open = running();
    expect(triggerIn(open, {})).toBe('not_found');
    define(open);
    expect(triggerIn(open, { private: true })).toMatchObject(createdOne);
    const trigger = open.work.ledger.crumbs.all().find(({ schema_name }) => schema_name === 'agent.trigger.v1');
    expect(trigger).toMatchObject({
      author_kind: 'agent',
      author_id: 'bot',
      cause_id: open.id,
      session: 's',
      audience: ['@agents'],
      informs: ['*'],
      hop: 3,
    });
    const closed = running({ audience: ['bob', 'bot'] });
    define(closed);
    expect(triggerIn(closed, { private: true })).toBe('forbidden');
    expect(triggerIn(closed, { agent: 'bot' })).toBe('forbidden');
  });
});
