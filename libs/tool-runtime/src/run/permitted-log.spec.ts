import { AgentDef, Schedule, Timer, ToolResponse, UserMessage, type Draft } from '@crumbtrail/contracts';
import { PermittedLog } from './permitted-log';
import type { ToolLog } from '../tool-log';

const asked: string[] = [];
const answers = (name: string) => () => Promise.resolve(void asked.push(name));
const everything = Object.fromEntries(
  ['search', 'leave', 'own', 'change', 'ask', 'parts', 'callable'].map((name) => [name, answers(name)]),
) as unknown as ToolLog;
const log = (...permissions: ('search' | 'create' | 'timers' | 'requests')[]) =>
  new PermittedLog(everything, 'add', permissions);
const draft = (schema_name: string): Draft => ({ schema_name, context: {} });
const ref = (schema_name: string) => ({ id: 'x', version: 1, schema_name });

const doings: [string, (log: ToolLog) => Promise<unknown>, 'search' | 'create' | 'timers' | 'requests'][] = [
  ['search', (one) => one.search({ query: 'x', mode: 'text' }), 'search'],
  ['leave a message', (one) => one.leave([draft(UserMessage.name)]), 'create'],
  ['leave a timer', (one) => one.leave([draft(Timer.name)]), 'timers'],
  ['leave a schedule', (one) => one.leave([draft(Schedule.name)]), 'timers'],
  ['look at its timers', (one) => one.own(Timer.name), 'timers'],
  ['change a schedule', (one) => one.change(ref(Schedule.name), {}), 'timers'],
  ['end what it has left', (one) => one.change(ref(UserMessage.name), null), 'create'],
  ['ask for other tools', (one) => one.ask([]), 'requests'],
  ['see what they gave', (one) => one.parts([]), 'requests'],
  ['ask which it may', (one) => one.callable([]), 'requests'],
];

describe.each(doings)('PermittedLog: %s', (_what, act, permission) => {
  beforeEach(() => asked.splice(0));

  it(`requires the permission ${permission}`, async () => {
    await act(log(permission));
    expect(asked).toHaveLength(1);
    const others = (['search', 'create', 'timers', 'requests'] as const).filter((one) => one !== permission);
    await expect(act(log(...others))).rejects.toThrow(`add lacks the permission \`${permission}\``);
    expect(asked).toHaveLength(1);
  });
});

describe('PermittedLog', () => {
  it.each([AgentDef.name, ToolResponse.name])(
    'never lets a tool create a %s, whatever its permissions',
    async (schema) => {
      await expect(log('create', 'timers', 'requests').leave([draft(schema)])).rejects.toThrow('never by a tool');
    },
  );

  it('creates none of several crumbs when one is not allowed', async () => {
    asked.splice(0);
    await expect(log('create').leave([draft(UserMessage.name), draft(Timer.name)])).rejects.toThrow('timers');
    expect(asked).toEqual([]);
  });
});
