import { Crumbtrail } from '@crumbtrail/client';
import { AgentContext, AgentResponse } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG } from './support/console';
import { faultyService } from './support/faulty-service';
import { LONG_LEASES } from './support/long-leases';
import { useFixture, useScript, useStack } from './support/fixture';

const SAYS = 'the power was cut <b>here</b>';

/** Three messages that the service for answers could not handle. */
const stack = useStack(LONG_LEASES);
useScript(stack, { say: 'here I am' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  await stack.halt('agent-executor');
  const fault = { service: 'agent-executor', contract: AgentContext, options: { recipient: 'pool' }, says: SAYS };
  const end = await faultyService(stack, fault);
  for (const session of ['one', 'two', 'three']) await client.say(session, 'is anybody there?');
  await eventually(async () => (await client.deadLetters()).length === 3, { withinMs: 60_000 });
  await end();
  await stack.start('agent-executor');
});

async function answered(): Promise<string[]> {
  const { breadcrumbs } = await client.list({ schema: AgentResponse.name });
  return breadcrumbs.map(({ session = '' }) => session).sort();
}

describe('dead letters in Chromium', () => {
  const tab = consoleInChromium(() => stack);
  beforeAll(() => tab.at('#/dead-letters'));

  test('say in words what failed and why, with the way to the crumb', async () => {
    await tab.page.waitForSelector('text=3 of the latest 3 not replayed.', LONG);
    const letter = tab.page.locator('.letter').first();
    const text = await letter.textContent();
    expect(text).toContain('agent-executor failed to process a new agent.context.v1 (1 attempt).');
    expect(text).toContain(SAYS);
    expect(await letter.locator('a').getAttribute('href')).toMatch(/^#\/trails\/[0-9a-f-]{36}\?crumb=/);
    expect(await answered()).toEqual([]);
  });

  test('are replayed one by one: what was never answered is answered then', async () => {
    await tab.page
      .locator('.letter')
      .last()
      .getByRole('button', { name: /^Replay/ })
      .click();
    await tab.page.waitForSelector('text=Replayed 1 of 1.', LONG);
    await tab.page.waitForSelector('text=2 of the latest 3 not replayed.', LONG);
    await eventually(async () => (await answered()).length === 1, { withinMs: 30_000 });
  });

  test('or all that wait, with how far it is, and each is answered once', async () => {
    await tab.page.getByRole('button', { name: 'Replay all' }).click();
    await tab.page.waitForSelector('text=Replayed 2 of 2.', LONG);
    await tab.page.waitForSelector('text=0 of the latest 3 not replayed.', LONG);
    await eventually(async () => (await answered()).length === 3, { withinMs: 30_000 });
    expect(await answered()).toEqual(['one', 'three', 'two']);
    expect(await client.deadLetters()).toHaveLength(3);
    expect(tab.complaints).toEqual([]);
  });
});
