import { SessionSummary, type SessionSummaryV1 } from '@crumbtrail/contracts';
import { useKeeper } from './keeper-under-test';
import { COOK, Scene } from './scene';

const running = useKeeper({ keepers: 2, executor: false });

const WELL = 'Bob lied about the old well at 9 pm.';
const SECRET = 'Cat keeps the cellar key under the third barrel.';
const OF_AGENTS = 'The agents agreed to search the mill at midnight.';
const BAKER = 'The baker was seen at the mill on Monday.';
const extracted = ({ context }: { context: SessionSummaryV1 }): boolean => context.method === 'extracted';
const named = (name: string, text: string) => ({
  schema_name: SessionSummary.name,
  context: { session: 'kitchen', scope: { level: 'day', name }, text },
});

/** Two days; on the first, a message that only Ann may read, and one for agents. Returns the ids of its messages. */
async function twoDays(scene: Scene): Promise<string[]> {
  await scene.advance('Day 3');
  const said = [{ text: WELL }, { text: SECRET, audience: ['user:ann'] }, { text: BAKER }];
  const ids = await scene.import([...said, { text: OF_AGENTS, audience: 'agents' }]);
  await scene.advance('Day 4');
  return ids;
}

describe('the summary of a scope', () => {
  let scene: Scene;
  // Sessions have scopes whether or not an agent in them has a memory.
  beforeEach(async () => {
    scene = await Scene.create(running.store);
    await scene.redefine(undefined);
  });

  it('is made once, of its own sentences, when the next scope begins, without what not everybody may read', async () => {
    const [well, , baker] = await twoDays(scene);
    const [summary] = await scene.summariesWhen((all) => all.length === 1);
    expect(summary?.context).toMatchObject({
      session: 'kitchen',
      scope: { level: 'day', name: 'Day 3' },
      method: 'extracted',
      text: `User: ${WELL}\nUser: ${BAKER}`,
      sources: [{ id: well }, { id: baker }],
    });
    expect(summary?.audience).toBe('all');
    expect(JSON.stringify(summary)).not.toMatch(/cellar|midnight/i);
  });

  it('is not made where not everybody may know that the scope has ended', async () => {
    await scene.advance('Day 3');
    await scene.import([WELL]);
    await scene.advance('Night', { audience: ['user:ann', 'service:memory-keeper'] });
    await scene.import([BAKER]);
    await scene.advance('Day 4');
    const [summary, ...others] = await scene.summariesWhen((all) => all.length > 0);
    expect(others).toEqual([]);
    expect(summary?.context).toMatchObject({ scope: { name: 'Day 3' }, text: `User: ${WELL}\nUser: ${BAKER}` });
  });

  it('names an agent as its definition does', async () => {
    await scene.advance('Day 1');
    await scene.import([{ text: BAKER, by: { kind: 'agent', id: COOK } }]);
    await scene.advance('Day 2');
    const [summary] = await scene.summariesWhen((all) => all.length === 1);
    expect(summary?.context.text).toBe(`Cook: ${BAKER}`);
  });

  it('is erased with a source that is erased, and made again without it', async () => {
    const [well = ''] = await twoDays(scene);
    await scene.summariesWhen((all) => all.length === 1);
    await scene.erase(well);
    const [summary, ...others] = await scene.summariesWhen((all) => all[0]?.context.revision === 1);
    expect(others).toEqual([]);
    expect(summary?.context.text).toBe(`User: ${BAKER}`);
    expect(JSON.stringify(summary)).not.toMatch(/well/i);
  });

  it('is made again without a message whose words have changed', async () => {
    const [well = ''] = await twoDays(scene);
    await scene.summariesWhen((all) => all.length === 1);
    const operator = await scene.store.asOperator(scene.workspace);
    await operator.commit({
      writes: [{ op: 'update', id: well, if_match: 1, patch: { context: { content: 'Never mind the pond.' } } }],
    });
    const [summary] = await scene.summariesWhen((all) => all[0]?.context.revision === 1);
    expect(summary?.context.text).toBe(`User: ${BAKER}`);
  });

  it('stands beside one that only some may read', async () => {
    const audience = ['user:ann', 'service:memory-keeper'];
    await scene.write({ ...named('Day 3', 'Ann knows.'), audience });
    await twoDays(scene);
    const all = await scene.summariesWhen((some) => some.length === 2);
    expect(all.filter(extracted)).toHaveLength(1);
  });

  it('gives way to one that somebody writes, whether it is written before or after', async () => {
    await twoDays(scene);
    await scene.summariesWhen((all) => all.some(extracted));
    await scene.write(named('Day 3', 'Bob was accused.'));
    const [summary] = await scene.summariesWhen((all) => all.length === 1 && !all.some(extracted));
    expect(summary?.context.text).toBe('Bob was accused.');
    await scene.write(named('Day 4', 'Nothing happened.'));
    await scene.import([WELL]);
    await scene.advance('Day 5');
    await scene.import([BAKER]);
    await scene.advance('Day 6');
    const all = await scene.summariesWhen((some) => some.some(({ context }) => context.scope?.name === 'Day 5'));
    expect(all.filter(extracted).map(({ context }) => context.scope?.name)).toEqual(['Day 5']);
  });
});
