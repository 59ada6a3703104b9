import { ToolRegistry, type Tool } from '@crumbtrail/tool-runtime';
import {
  AgentDef,
  CreateWorkspace,
  singletonId,
  ToolCatalog,
  ToolConfig,
  ToolDef,
  UserMessage,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { BUILT_IN } from '../src/built-in';
import { toConfig } from '../src/config';
import { createWebTools } from '../src/web-tools';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;

const tool = (name: string, description = 'd'): Tool => ({
  definition: { name, description, input: { type: 'object' }, source: 'test' },
  run: async () => null,
});

const catalog = () => world.all.gateway.readOne(ToolCatalog, singletonId('default', 'catalog', 'default'));
const entry = async (name: string) => (await catalog())?.context.tools?.find((one) => one.name === name);
/** Generous, because the machine may be busy. */
const soon = <T>(fn: () => T | Promise<T>) => eventually(fn);
const definition = (name: string) => world.definition(name);

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.leave(ToolDef.name, { ...(BUILT_IN[0] as Tool).definition, description: 'An operator’s own.' });
  await Promise.all([world.runner(), world.runner()]);
}, 90_000);
afterAll(() => world?.stop());

describe('the tools of a workspace', () => {
  it('are defined once, however many runners start', async () => {
    for (const { definition: wanted } of BUILT_IN.slice(1)) {
      expect(await definition(wanted.name)).toMatchObject({
        version: 1,
        context: wanted,
        author: { id: 'tool-runner' },
      });
    }
  });

  it('remain an operator’s when an operator has defined them', async () => {
    expect(await definition('calculator')).toMatchObject({
      version: 1,
      author: { kind: 'operator' },
      context: { description: 'An operator’s own.' },
    });
  });

  it('are listed in the catalog with the fields that people need', async () => {
    await soon(
      async () =>
        (await catalog())?.context.tools?.length === BUILT_IN.length + createWebTools(toConfig({}).web).length,
    );
    expect(await entry('dice')).toEqual({
      name: 'dice',
      category: 'chance',
      source: 'built-in',
      effect: 'repeatable',
      persistence: 'turn',
      available: true,
      id: singletonId('default', 'tool', 'dice'),
      version: 1,
      description: 'Rolls real dice and gives every die and the total.',
      input: 'notation=4d6kh3+2',
      output: expect.stringContaining('notation=4d6kh3+2, total=14, groups: [{') as string,
    });
  });

  it('are shown to agents again where an earlier version has hidden the catalog', async () => {
    await world.haltRunners();
    const id = singletonId('default', 'catalog', 'default');
    const hidden = async (): Promise<boolean> => (await catalog())?.llm_hints != null;
    const if_match = (await catalog())?.version ?? 0;
    await world.all.gateway.commit({
      writes: [{ op: 'update', id, if_match, patch: { llm_hints: { format: 'none' } } }],
    });
    expect(await hidden()).toBe(true);
    await Promise.all([world.runner(), world.runner()]);
    await soon(async () => !(await hidden()));
    expect((await entry('dice'))?.available).toBe(true);
  });

  it('follow the operator’s configuration', async () => {
    await world.leave(ToolConfig.name, { tool: 'echo', enabled: false, persistence: 'session' });
    await soon(async () => (await entry('echo'))?.available === false);
    expect(await entry('echo')).toMatchObject({ persistence: 'session' });
    const id = singletonId('default', 'tool_config', 'echo');
    await world.all.gateway.commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
    await soon(async () => (await entry('echo'))?.available === true);
  });

  it('follow definitions that are created, changed and erased by anybody', async () => {
    const code = 'export default () => 1';
    const mine = { name: 'mine', description: 'first', input: { type: 'object' }, code } as const;
    const { id } = await world.leave(ToolDef.name, mine);
    await soon(async () => (await entry('mine'))?.description === 'first');
    const context = { ...mine, description: 'second' };
    await world.all.gateway.commit({ writes: [{ op: 'update', id, if_match: 1, patch: { context } }] });
    await soon(async () => (await entry('mine'))?.description === 'second');
    await world.all.gateway.commit({ writes: [{ op: 'erase', id, if_match: 2 }] });
    await soon(async () => (await entry('mine')) === undefined);
  });

  it('change with the code, and are unavailable once no process has them', async () => {
    await world.haltRunners();
    const one = await world.runner([tool('lent')]);
    expect((await definition('lent'))?.version).toBe(1);
    await world.haltRunners();
    await world.runner([tool('lent', 'better')]);
    await soon(async () => (await definition('lent'))?.context.description === 'better');
    await world.haltRunners();
    await world.runner();
    await soon(async () => (await entry('lent'))?.available === false);
    expect(one).toBeDefined();
  });

  it('are defined even if the store refuses one of them', async () => {
    await world.haltRunners();
    const properties = { ['nul\u0000']: { type: 'string' } };
    const odd = tool('odd');
    const one = await world.runner();
    const refused = { ...odd, definition: { ...odd.definition, input: { type: 'object', properties } } };
    one.app.get(ToolRegistry).put('foreign', [refused, tool('beside_it')]);
    await soon(async () => (await entry('beside_it'))?.available === true);
    expect(await definition('odd')).toBeNull();
    await world.haltRunners();
    await world.runner();
  });

  it('are defined in a new workspace as soon as it has an agent', async () => {
    const { secret } = await world.all.gateway.request(CreateWorkspace, { name: 'later' });
    const store = await world.as('gateway', secret, 'later');
    const context = { agent: 'abe', prompt: 'p', subscriptions: [{ schema: UserMessage.name }] };
    await store.commit({ writes: [{ op: 'create', draft: { schema_name: AgentDef.name, context } }] });
    await soon(() => store.readOne(ToolDef, singletonId('later', 'tool', 'dice')));
    await soon(() => store.readOne(ToolCatalog, singletonId('later', 'catalog', 'default')));
  });

  it('say that nobody runs them where no process has the code, and no longer once somebody has', async () => {
    const schema = { description: 'Reads a will.', input: { type: 'object' } };
    await world.leave(ToolDef.name, { name: 'check_will', runner: 'nobody', ...schema });
    const why = async () => (await definition('check_will'))?.context.unavailable;
    expect(await soon(why)).toMatch(/^No process runs it: no service nobody has ever been connected\./);
    await soon(async () => (await entry('check_will'))?.unavailable !== undefined);
    expect(await entry('check_will')).toMatchObject({ available: false });
    await world.leave(ToolDef.name, { name: 'late_tool', ...schema });
    await soon(async () => (await definition('late_tool'))?.context.unavailable !== undefined);
    const runner = await world.runner();
    runner.app.get(ToolRegistry).put('late', [tool('late_tool', 'Comes late.')]);
    await soon(async () => (await definition('late_tool'))?.context.unavailable === undefined);
  });
});
