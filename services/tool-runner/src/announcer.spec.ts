import { refuse } from '@crumbtrail/contracts';
import { createLogger, Health, LOGGER } from '@crumbtrail/platform';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { eventually } from '@crumbtrail/testing';
import { Test } from '@nestjs/testing';
import { Announcer } from './announcer';
import { Catalogs, Definitions, Runners, WorkspaceList } from './ports';
import { RunnerWatch } from './runners/runner-watch';

/** Which workspaces this cell has, and in which of them the store refuses definitions. */
let here: string[];
let broken: Set<string>;
let published: string[];
let tools: ToolRegistry;
let announcer: Announcer;

beforeEach(async () => {
  [here, broken, published] = [['default', 'shop', 'lab'], new Set(), []];
  const leave = async (workspace: string): Promise<void> => {
    if (!here.includes(workspace)) throw refuse('not_found', `There is no workspace ${workspace}.`);
    if (broken.has(workspace)) throw refuse('unavailable', `${workspace} cannot be written.`);
    published.push(workspace);
  };
  const module = await Test.createTestingModule({
    providers: [
      Announcer,
      ToolRegistry,
      RunnerWatch,
      Health,
      { provide: LOGGER, useValue: createLogger('tool-runner', 'silent') },
      { provide: WorkspaceList, useValue: { names: async () => here } satisfies WorkspaceList },
      { provide: Definitions, useValue: { leave } satisfies Definitions },
      { provide: Catalogs, useValue: { refresh: async () => undefined } satisfies Catalogs },
      {
        provide: Runners,
        useValue: { look: async () => false, isRun: () => true, mark: async () => false } satisfies Runners,
      },
    ],
  }).compile();
  tools = module.get(ToolRegistry);
  announcer = module.get(Announcer);
  await announcer.onApplicationBootstrap();
  published = [];
});
afterEach(() => announcer.onModuleDestroy());

/** Waits until these were published, in this order and once each. */
const settle = async (names: readonly string[]): Promise<void> => {
  await eventually(() => published.length >= names.length);
  expect(published).toEqual(names);
};
const change = (workspace: string): void => tools.remove('mcp:issues', workspace, 'It was removed.');

it('publishes what has changed in one workspace there', async () => {
  change('shop');
  await settle(['shop']);
});

it('leaves out a workspace that has moved to another cell, and goes on with the others', async () => {
  here = ['default', 'lab'];
  change('shop');
  change('lab');
  await settle(['lab']);
  change('default');
  await settle(['lab', 'default']);
});

it('goes on with the others where one cannot be written, and tries that one again', async () => {
  broken.add('shop');
  change('shop');
  change('lab');
  await settle(['lab']);
  broken.clear();
  await settle(['lab', 'shop']);
});
