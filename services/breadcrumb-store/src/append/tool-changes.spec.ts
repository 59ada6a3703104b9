import { AgentPlan, planId, Scene, sceneId, type Draft } from '@crumbtrail/contracts';
import { commit, root, W } from '../../test/ledgers';
import { createdOne, pendingRequest, runner } from '../../test/working-turn';
import { resultOrCode } from '../../test/service-loop';
import { keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { append } from './append';

const IN_CONFIDENCE = ['user:ann', 'agent:bot'];
const PLAN = planId(W, { session: 's', agent: 'bot' });

describe('a crumb that a tool changes', () => {
  /** A turn whose tool runs; `readers` are those of its answer. */
  function running(readers: readonly string[] | null) {
    const { work, id, key } = pendingRequest();
    const turn = keyOf(W, work.of.turn);
    const setReaders = (next: readonly string[] | null): void =>
      work.ledger.turns.set(turn, { ...(work.ledger.turns.get(turn) as TurnRecord), readers: next });
    setReaders(readers);
    const fence = work.claim(key, runner) as number;
    return {
      setReaders,
      ledger: work.ledger,
      crumb: (of: string) => work.crumb(of) as CrumbRecord,
      create: (draft: Draft) => work.write(key, fence, runner, { cause: { id }, session: 's', ...draft }),
      change: (of: string, context: Record<string, unknown>) => {
        const if_match = work.crumb(of)?.version as number;
        const writes = [{ op: 'update' as const, id: of, if_match, patch: { context } }];
        return resultOrCode(append([commit({ writes, fence: { key, fence } }, runner)], work.ledger)[0]);
      },
    };
  }
  const planOf = (text: string): Draft => ({
    schema_name: AgentPlan.name,
    audience: ['agent:bot'],
    context: { session: 's', agent: 'bot', text },
  });
  const changed = (version: number) => ({ results: [expect.objectContaining({ version })] });

  it('informs the answers whose readers are those of the turn that wrote it, and no others', () => {
    const open = running(null);
    expect(open.create(planOf('Act 1.'))).toMatchObject(createdOne);
    expect(open.crumb(PLAN)).toMatchObject({ audience: ['agent:bot'], informs: ['*'] });
    const confidential = running(IN_CONFIDENCE);
    expect(confidential.create(planOf('Ann is the heir.'))).toMatchObject(createdOne);
    expect(confidential.crumb(PLAN)).toMatchObject({ audience: ['agent:bot'], informs: IN_CONFIDENCE });
  });

  it('stays as it is in a turn whose answer has fewer readers, or others, than it informs', () => {
    const { create, change, setReaders, crumb } = running(null);
    create(planOf('Act 1.'));
    setReaders(IN_CONFIDENCE);
    expect(change(PLAN, planOf('Ann is the heir.').context)).toBe('forbidden');
    setReaders(null);
    expect(change(PLAN, planOf('Act 2.').context)).toMatchObject(changed(2));
    expect(crumb(PLAN).informs).toEqual(['*']);

    const confidential = running(IN_CONFIDENCE);
    confidential.create(planOf('Ann is the heir.'));
    confidential.setReaders(null);
    expect(confidential.change(PLAN, planOf('Act 2.').context)).toBe('forbidden');
    confidential.setReaders(IN_CONFIDENCE);
    expect(confidential.change(PLAN, planOf('Ann is not the heir.').context)).toMatchObject(changed(2));
  });

  it('and whose scene informs everybody takes no note from a turn in confidence, even if only the agent reads the scene', () => {
    const { change, ledger, setReaders } = running(null);
    const scene = { schema_name: Scene.name, audience: ['agent:bot'], context: { session: 's', scenario: 'An inn.' } };
    append([commit({ writes: [{ op: 'create', draft: { session: 's', ...scene } }] }, root)], ledger);
    const id = sceneId(W, { session: 's' });
    setReaders(IN_CONFIDENCE);
    expect(change(id, { ...scene.context, note: { text: 'Ann is the heir.' } })).toBe('forbidden');
    setReaders(null);
    expect(change(id, { ...scene.context, note: { text: 'Speak low.' } })).toMatchObject(changed(2));
  });

  it('that was stored before plans informed answers informs those of the first turn that writes it again', () => {
    const { create, change, crumb, ledger } = running(IN_CONFIDENCE);
    create(planOf('Act 1.'));
    ledger.crumbs.set(keyOf(W, PLAN), { ...crumb(PLAN), informs: null });
    expect(change(PLAN, planOf('Act 2.').context)).toMatchObject(changed(2));
    expect(crumb(PLAN).informs).toEqual(IN_CONFIDENCE);
  });
});
