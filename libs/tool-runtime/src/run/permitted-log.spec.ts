import { AgentDef, Scene, Schedule, Timer, ToolResponse, UserMessage, type Draft } from '@crumbtrail/contracts';
import { PermittedLog } from './permitted-log';
import type { ToolLog } from '../tool-log';

const asked: string[] = [];
const answers = (name: string) => () => Promise.resolve(void asked.push(name));
const everything = Object.fromEntries(
  [
    'search',
    'create',
    'listOwn',
    'update',
    'put',
    'agentDefinition',
    'members',
    'read',
    'sessionMessages',
    'pastScenarios',
    'request',
    'readParts',
    'checkCallable',
  ].map((name) => [name, answers(name)]),
) as unknown as ToolLog;
type Permission = 'search' | 'create' | 'timers' | 'requests' | 'define';
const log = (...permissions: Permission[]) => new PermittedLog(everything, 'add', permissions);
const draft = (schema_name: string): Draft => ({ schema_name, context: {} });
const ref = (schema_name: string) => ({ id: 'x', version: 1, schema_name });

const doings: [string, (log: ToolLog) => Promise<unknown>, Permission][] = [
  ['search', (one) => one.search({ query: 'x', mode: 'text' }), 'search'],
  ['create a message', (one) => one.create([draft(UserMessage.name)]), 'create'],
  ['create a timer', (one) => one.create([draft(Timer.name)]), 'timers'],
  ['create a schedule', (one) => one.create([draft(Schedule.name)]), 'timers'],
  ['look at its timers', (one) => one.listOwn(Timer.name), 'timers'],
  ['change a schedule', (one) => one.update(ref(Schedule.name), {}), 'timers'],
  ['erase its own crumb', (one) => one.update(ref(UserMessage.name), null), 'create'],
  ['change a scene', (one) => one.put(draft(Scene.name), () => ({})), 'create'],
  ['define an agent', (one) => one.put(draft(AgentDef.name), () => ({})), 'define'],
  ['read the definition of an agent', (one) => one.agentDefinition('ann'), 'define'],
  ['list the members', (one) => one.members(), 'search'],
  ['read a breadcrumb', (one) => one.read(['id']), 'search'],
  ['read a past session', (one) => one.sessionMessages('inn'), 'search'],
  ['list past scenarios', (one) => one.pastScenarios({ limit: 1 }), 'search'],
  ['request other tools', (one) => one.request([]), 'requests'],
  ['see what they gave', (one) => one.readParts([]), 'requests'],
  ['list the tools that it may request', (one) => one.checkCallable([]), 'requests'],
];

describe.each(doings)('PermittedLog: %s', (_what, act, permission) => {
  beforeEach(() => asked.splice(0));

  it(`requires the permission ${permission}`, async () => {
    await act(log(permission));
    expect(asked).toHaveLength(1);
    const others = (['search', 'create', 'timers', 'requests', 'define'] as const).filter((one) => one !== permission);
    await expect(act(log(...others))).rejects.toThrow(`add lacks the permission \`${permission}\``);
    expect(asked).toHaveLength(1);
  });
});

describe('PermittedLog', () => {
  it.each([AgentDef.name, ToolResponse.name])(
    'never lets a tool create a %s, whatever its permissions',
    async (schema) => {
      await expect(log('create', 'timers', 'requests').create([draft(schema)])).rejects.toThrow('never by a tool');
    },
  );

  it('changes no crumb of a schema that tools do not change', async () => {
    await expect(log('create').put(draft(ToolResponse.name), () => ({}))).rejects.toThrow('never changed by a tool');
  });

  it('creates none of several crumbs when one is not allowed', async () => {
    asked.splice(0);
    await expect(log('create').create([draft(UserMessage.name), draft(Timer.name)])).rejects.toThrow('timers');
    expect(asked).toEqual([]);
  });
});
