import { AgentResponse, SessionSummary } from '@crumbtrail/contracts';
import { ASSISTANT } from './crumbs';
import { useBuilder } from './use-builder';

const running = useBuilder();

const WELL = 'Bob lied about the old well at 9 pm.';
const SECRET = 'Cat keeps the cellar key under the third barrel.';
const OF_AGENTS = 'The agents agreed to search the mill at midnight.';
const BAKER = 'The baker was seen at the mill on Monday.';
const extracted = ({ context }: { context: { method?: string } }): boolean => context.method === 'extracted';

/** Two days with a message that only Ann may read, and one for agents; returns the ids of the messages. */
async function twoDays(): Promise<string[]> {
  const { scene } = running;
  await scene.advance('Day 3');
  const ids = await scene.import([
    { text: WELL },
    { text: SECRET, audience: ['user:ann'] },
    { text: BAKER },
    { text: OF_AGENTS, audience: 'agents' },
  ]);
  await scene.advance('Day 4');
  return ids;
}

describe('the summary of a scope', () => {
  it('is made of its own sentences once the next scope begins, without what was said in private', async () => {
    const [well, , baker] = await twoDays();
    const [summary] = await running.scene.summaries((all) => all.length === 1);
    expect(summary?.context).toMatchObject({
      session: 'demo',
      scope: { level: 'day', name: 'Day 3' },
      method: 'extracted',
      text: `User: ${WELL}\nUser: ${BAKER}`,
      sources: [{ id: well }, { id: baker }],
    });
    expect(summary?.audience).toBe('all');
    expect(JSON.stringify(summary)).not.toMatch(/cellar|midnight/);
  });

  it('names an agent as its definition does', async () => {
    const { scene } = running;
    await scene.redefine({ name: 'Iris' });
    await scene.advance('Day 1');
    await scene.import([{ text: BAKER, author: ASSISTANT, schema_name: AgentResponse.name }]);
    await scene.advance('Day 2');
    const [summary] = await scene.summaries((all) => all.length === 1);
    expect(summary?.context.text).toBe(`Iris: ${BAKER}`);
  });

  it('stands in later contexts, under its name, where the words themselves do not', async () => {
    const { scene } = running;
    const sources = [
      { type: 'recent' as const, since: 'day' },
      { type: 'latest' as const, schemas: [SessionSummary.name], section: 'summaries' as const },
    ];
    await scene.configure({ format: 'turn', sources });
    await twoDays();
    await scene.summaries((all) => all.length === 1);
    const { context } = await scene.contextFor(await scene.openTurn(await scene.say('What happened?')));
    expect(context.formatted_context).toContain(`## Summaries\n  Day 3 (sentences of what was said): User: ${WELL}`);
    expect(context.formatted_context).not.toContain('cellar');
  });

  it('is erased with a source that is erased, and made again without it', async () => {
    const [well] = await twoDays();
    await running.scene.summaries((all) => all.length === 1);
    await running.scene.erase(well as string);
    const isNew = (text: string): boolean => !text.includes('old well');
    const [summary] = await running.scene.summaries(
      (all) => all.length === 1 && isNew(all[0]?.context.text ?? 'old well'),
    );
    expect(summary?.context).toMatchObject({ text: `User: ${BAKER}`, revision: 1 });
  });

  it('stands beside one that only some may read', async () => {
    const context = { session: 'demo', scope: { level: 'day', name: 'Day 3' }, text: 'Ann knows.' };
    const audience = ['user:ann', 'service:context-builder'];
    await running.scene.write({ schema_name: SessionSummary.name, audience, context });
    await twoDays();
    const all = await running.scene.summaries((some) => some.length === 2);
    expect(all.filter(extracted)).toHaveLength(1);
  });

  it('gives way to one that somebody writes, whether it is written before or after', async () => {
    const written = (text: string) => ({
      schema_name: SessionSummary.name,
      context: { session: 'demo', scope: { level: 'day', name: 'Day 3' }, text },
    });
    await twoDays();
    await running.scene.summaries((all) => all.some(extracted));
    await running.scene.write(written('Bob was accused.'));
    const [summary] = await running.scene.summaries((all) => all.length === 1 && !all.some(extracted));
    expect(summary?.context.text).toBe('Bob was accused.');
    await running.scene.write({
      ...written('Nothing happened.'),
      context: { ...written('Nothing happened.').context, scope: { level: 'day', name: 'Day 4' } },
    });
    await running.scene.import([{ text: WELL }]);
    await running.scene.advance('Day 5');
    await running.scene.import([{ text: BAKER }]);
    await running.scene.advance('Day 6');
    const all = await running.scene.summaries((some) => some.some(({ context }) => context.scope?.name === 'Day 5'));
    expect(all.filter(extracted).map(({ context }) => context.scope?.name)).toEqual(['Day 5']);
  });
});
