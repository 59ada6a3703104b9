import { setTimeout as pause } from 'node:timers/promises';
import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import { eventually, TestStack } from '@crumbtrail/testing';
import { consoleInChromium, LONG } from './support/console';
import { LONG_LEASES } from './support/long-leases';

let stack: TestStack;
let client: Crumbtrail;
let written = 0;

beforeAll(async () => {
  stack = await TestStack.start(LONG_LEASES);
  client = new Crumbtrail({ url: stack.api.url, key: stack.key });
}, 120_000);
afterAll(() => stack?.stop());

/** History, which wakes nobody. */
async function write(count: number, of: { session?: string; tags?: string[]; author?: string } = {}): Promise<void> {
  const { session = 'busy', tags, author = 'rita' } = of;
  const drafts = Array.from({ length: count }, () => ({
    ...{ schema_name: UserMessage.name, session, context: { content: `number ${(written += 1)}` } },
    ...{
      author: { kind: 'user' as const, id: author },
      occurred_at: '2026-01-01T00:00:00Z',
      ...(tags ? { tags } : {}),
    },
  }));
  await client.appendBatch(drafts, { imported: true });
}

describe('the log in Chromium', () => {
  const tab = consoleInChromium(() => stack);

  const top = (): Promise<string | null> => tab.page.locator('.log-row').first().textContent();
  const rows = (): Promise<number> => tab.page.locator('.log-row').count();

  test('shows what happened last and what happens now, the newest first', async () => {
    await write(3);
    await tab.at('#/log?session=busy');
    await tab.page.waitForSelector('.log-row >> text=number 3', LONG);
    await write(1);
    await eventually(async () => (await top())?.includes('number 4'), { withinMs: 20_000 });
    expect(await rows()).toBe(4);
  });

  test('filters by tag, author and text, by the address alone', async () => {
    await write(1, { tags: ['urgent'] });
    await write(1, { author: 'rob' });
    for (const [query, only] of [
      ['tag=urgent', 'number 5'],
      ['author=rob', 'number 6'],
      ['text=NUMBER%202', 'number 2'],
    ] as const) {
      await tab.at(`#/log?session=busy&${query}`);
      await eventually(async () => (await rows()) === 1 && (await top())?.includes(only), { withinMs: 20_000 });
    }
  });

  test('takes a filter that is written into the address, so that it can be sent to somebody', async () => {
    await tab.at('#/log?session=busy');
    await tab.page.getByLabel('author', { exact: true }).fill('rob');
    await tab.page.waitForURL(/author=rob/, LONG);
    await eventually(async () => (await rows()) === 1, { withinMs: 20_000 });
  });

  test('shows a whole event beside the list, and the next by arrow key', async () => {
    await tab.at('#/log?session=busy');
    await tab.page.click('.log-row >> text=number 6');
    expect(await tab.page.locator('.chosen pre').textContent()).toContain('"content": "number 6"');
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.waitForSelector('.chosen pre >> text=number 5', LONG);
    expect(tab.page.url()).toMatch(/at=\d+/);
  });

  test('jumps to a position and goes on from there, oldest first', async () => {
    const { breadcrumbs } = await client.list({ session: 'busy', order: 'asc' });
    const second = breadcrumbs.find(({ context }) => context['content'] === 'number 2');
    await tab.at(`#/log?session=busy&from=${second?.position}`);
    await eventually(async () => (await rows()) === 5 && (await top())?.includes('number 2'), { withinMs: 20_000 });
    await tab.page.click('text=Back to the latest');
    await eventually(async () => (await top())?.includes('number 6'), { withinMs: 20_000 });
  });

  test('stays in hand while 500 events come a second: it can be paused, and draws no more than is seen', async () => {
    await tab.at('#/log?session=flood');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    const flood = (async () => {
      for (let second = 0; second < 8; second += 1) await Promise.all([write(500, { session: 'flood' }), pause(1_000)]);
    })();
    await tab.page.waitForSelector('.log-row', LONG);
    await tab.page.click('text=Pause');
    const held = await top();
    await tab.page.waitForSelector('text=/[0-9]{3,} new/', LONG);
    expect(await top()).toBe(held);
    expect(await rows()).toBeLessThan(80);
    await flood;
    await tab.page.click('text=Resume');
    await eventually(async () => (await top())?.includes(`number ${written}`), { withinMs: 60_000 });
    expect(await tab.page.locator('main [role=status] >> text=of the last').textContent()).toBe(
      '2000 of the last 2000',
    );
    expect(tab.complaints).toEqual([]);
  });
});
