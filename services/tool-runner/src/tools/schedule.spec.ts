import { refuse, Schedule } from '@crumbtrail/contracts';
import { aCall, LogInMemory } from '../../test/tool-call-fixture';
import { schedule } from './schedule';

const on = (log: LogInMemory) => (input: object) => schedule.run(input as Record<string, unknown>, aCall(log));
const standup = { action: 'create', name: 'standup', cron: '30 9 * * 1-5', time_zone: 'Europe/Berlin', note: 'plans' };

describe('schedule', () => {
  it('creates a schedule for the agent', async () => {
    const log = new LogInMemory();
    await on(log)(standup);
    const { action: _, ...settings } = standup;
    expect(log.created).toMatchObject([{ schema_name: Schedule.name, context: { ...settings, agent: 'abe' } }]);
  });

  it('updates the given fields, keeps the others, and stops a schedule', async () => {
    const log = new LogInMemory();
    const run = on(log);
    await run(standup);
    await run({ action: 'change', name: 'standup', cron: '0 10 * * *' });
    expect(await run({ action: 'stop', name: 'standup' })).toEqual({
      name: 'standup',
      cron: '0 10 * * *',
      time_zone: 'Europe/Berlin',
      missed: 'once',
      note: 'plans',
      enabled: false,
    });
    expect(log.created).toMatchObject([{ version: 3, context: { enabled: false, agent: 'abe' } }]);
  });

  it('lists schedules with their defaults', async () => {
    const run = on(new LogInMemory());
    await run({ action: 'create', name: 'noon', cron: '0 12 * * *' });
    expect(await run({ action: 'list' })).toEqual({
      schedules: [{ name: 'noon', cron: '0 12 * * *', time_zone: 'UTC', missed: 'once', enabled: true }],
    });
  });

  it.each([
    [{ action: 'create', name: 'x' }, '`cron` is missing'],
    [{ action: 'create', cron: '* * * * *' }, '`name` is missing'],
    [{ action: 'stop', name: 'nobodys' }, 'You have no schedule nobodys'],
  ])('rejects %j with the remedy', async (input, wrong) => {
    await expect(on(new LogInMemory())(input)).rejects.toThrow(wrong);
  });

  it('reports a name that is already used', async () => {
    const log = new LogInMemory();
    log.create = () => Promise.reject(refuse('id_conflict', 'There is one.'));
    await expect(on(log)(standup)).rejects.toThrow('choose another name');
  });
});
