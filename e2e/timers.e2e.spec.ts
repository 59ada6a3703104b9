import { ScheduleTick, TimerFired, type ScheduleTickV1, type TimerFiredV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { echo, Conversations } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useScript, useStack } from './support/fixture';

const stack = useStack({ apart: ['breadcrumb-store'], services: WITHOUT_TOOLS });
useScript(stack, echo);
const conversations = new Conversations(stack);

beforeAll(async () => {
  const subscriptions = [{ schema: TimerFired.name }, { schema: ScheduleTick.name }];
  for (const agent of ['keeper', 'other']) await conversations.defineAgent({ agent, subscriptions });
});

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('a timer', () => {
  it('wakes its agent once, even when the store dies before it is due', async () => {
    const context = { fires_at: soon(1_500), agent: 'keeper', note: 'Tell ann that the tea is ready.' };
    const { id } = await conversations.append({ schema_name: 'timer.v1', session: 'tea', context });
    await stack.kill('breadcrumb-store');
    const fired = await eventually(
      async () => (await conversations.listCrumbs<TimerFiredV1>(TimerFired.name, 'tea').catch(() => []))[0],
      { withinMs: 60_000, everyMs: 100 },
    );
    expect(fired).toMatchObject({ cause: { id, version: 1 }, trail_id: id, context: { note: context.note } });
    const [end, ...more] = await conversations.waitForTurns([{ id: fired.id, session: 'tea', content: context.note }]);
    expect(more).toEqual([]);
    expect(end?.turn.context.agent).toBe('keeper');
    expect(end?.response.context).toMatchObject({ action: 'speak', content: `answer to ${context.note}` });
    expect(await conversations.listCrumbs(TimerFired.name, 'tea')).toHaveLength(1);
  }, 120_000);

  it('that repeats wakes its agent each time, on a new trail, until it is cancelled', async () => {
    const context = { name: 'ticker', cron: '* * * * * *', agent: 'keeper', note: 'Look outside.' };
    const { id } = await conversations.append({ schema_name: 'schedule.v1', session: 'ticks', context });
    const three = async () => {
      const found = await conversations.listCrumbs<ScheduleTickV1>(ScheduleTick.name, 'ticks');
      return found.length >= 3 ? found : null;
    };
    await eventually(three, { withinMs: 60_000, everyMs: 200 });
    await stack.api.request('DELETE', `/v1/breadcrumbs/${id}`, undefined, { headers: { 'if-match': '"1"' } });
    const ticks = await conversations.listCrumbs<ScheduleTickV1>(ScheduleTick.name, 'ticks');
    expect(ticks.every((tick) => tick.trail_id === tick.id && tick.hop === 0 && tick.cause?.id === id)).toBe(true);
    expect(new Set(ticks.map((tick) => tick.context.due_at)).size).toBe(ticks.length);
    const ended = await conversations.waitForTurns(
      ticks.map((tick) => ({ id: tick.id, session: 'ticks', content: context.note })),
    );
    expect(ended.map(({ turn }) => turn.context.agent)).toEqual(ticks.map(() => 'keeper'));
    expect(await conversations.listCrumbs(ScheduleTick.name, 'ticks')).toHaveLength(ticks.length);
  }, 120_000);
});
