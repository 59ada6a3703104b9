import { ToolCatalog } from '@crumbtrail/contracts';
import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import { ASSISTANT } from './crumbs';
import { seed } from './seed-conversation';
import { useBuilder } from './use-builder';

const running = useBuilder();

describe('the source `catalog`', () => {
  it('shows only the tools that the agent may call, also when the context is replayed', async () => {
    const { scene, store } = running;
    const { workspace } = scene;
    await store.create(workspace, { schema_name: ToolCatalog.name, context: { name: 'tools', tools: seed.tools } });
    await scene.redefine({ tools: ['echo', 'timer'], context: { sources: [{ type: 'recent' }, { type: 'catalog' }] } });
    const crumb = await scene.contextFor(await scene.openTurn(await scene.say('And now?')));
    const text = await scene.textBeside(crumb);
    const shown = seed.tools.map((tool) => String(tool['name'])).filter((name) => text.includes(`  ${name} → `));
    expect(shown.sort()).toEqual(['echo', 'timer']);
    const gateway = await store.bus('gateway');
    const key = await scene.createKey(ASSISTANT);
    const replayed = await gateway.request(Replay, workspace, { context: crumb.id }, { key });
    expect(replayed).toMatchObject({ identical: true, differs: [] });
  });
});
