import { setTimeout as pause } from 'node:timers/promises';
import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG } from './support/console';
import { useFixture, useSharedStack } from './support/fixture';

const stack = useSharedStack();
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

/** How the messages of one call to {@link write} differ from the default: written by rita, without tags. */
interface Writing {
  readonly tags?: string[];
  readonly author?: string;
}

/** Imports messages into a session, which wakes no agent: `number <from>`, `number <from + 1>`, … */
async function write(
  session: string,
  [from, to]: readonly [from: number, to: number],
  of: Writing = {},
): Promise<void> {
  const drafts = Array.from({ length: to - from + 1 }, (_, n) => ({
    schema_name: UserMessage.name,
    session,
    context: { content: `number ${from + n}` },
    author: { kind: 'user' as const, id: of.author ?? 'rita' },
    occurred_at: '2026-01-01T00:00:00Z',
    ...(of.tags ? { tags: of.tags } : {}),
  }));
  await client.appendBatch(drafts, { imported: true });
}

/** Writes six messages: the fifth is tagged `urgent`, the sixth is rob's. */
async function writeSix(session: string): Promise<void> {
  await write(session, [1, 4]);
  await write(session, [5, 5], { tags: ['urgent'] });
  await write(session, [6, 6], { author: 'rob' });
}

describe('the log view of the console', () => {
  const tab = consoleInChromium(() => stack);

  const top = (): Promise<string | null> => tab.page.locator('.log-row').first().textContent();
  const rows = (): Promise<number> => tab.page.locator('.log-row').count();

  test('shows past and new events, the newest first', async () => {
    await write('live', [1, 3]);
    await tab.at('#/log?session=live');
    await tab.page.waitForSelector('.log-row >> text=number 3', LONG);
    await write('live', [4, 4]);
    await eventually(async () => (await top())?.includes('number 4'));
    expect(await rows()).toBe(4);
    const { breadcrumbs } = await client.list({ session: 'live', order: 'asc' });
    const times = await tab.page.locator('.log-row time').evaluateAll((all) => all.map((one) => one.dateTime));
    expect(times.toSorted()).toEqual(breadcrumbs.map(({ created_at }) => created_at).toSorted());
  });

  test('filters by the tag, author and text in the address', async () => {
    await writeSix('filtered');
    for (const [query, only] of [
      ['tag=urgent', 'number 5'],
      ['author=rob', 'number 6'],
      ['text=NUMBER%202', 'number 2'],
    ] as const) {
      await tab.at(`#/log?session=filtered&${query}`);
      await eventually(async () => (await rows()) === 1 && (await top())?.includes(only));
    }
  });

  test('writes the filter into the address, so that it can be shared', async () => {
    await writeSix('addressed');
    await tab.at('#/log?session=addressed');
    await tab.page.getByLabel('author', { exact: true }).fill('rob');
    await tab.page.waitForURL(/author=rob/, LONG);
    await eventually(async () => (await rows()) === 1);
  });

  test('shows a whole event beside the list, and the next one when an arrow key is pressed', async () => {
    await writeSix('selected');
    await tab.at('#/log?session=selected');
    await tab.page.click('.log-row >> text=number 6');
    expect(await tab.page.locator('.chosen pre').textContent()).toContain('"content": "number 6"');
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.waitForSelector('.chosen pre >> text=number 5', LONG);
    expect(tab.page.url()).toMatch(/at=\d+/);
  });

  test('jumps to a position and continues from there, oldest first', async () => {
    await writeSix('jumped');
    const { breadcrumbs } = await client.list({ session: 'jumped', order: 'asc' });
    const second = breadcrumbs.find(({ context }) => context['content'] === 'number 2');
    await tab.at(`#/log?session=jumped&from=${second?.position}`);
    await eventually(async () => (await rows()) === 5 && (await top())?.includes('number 2'));
    await tab.page.click('text=Back to the latest');
    await eventually(async () => (await top())?.includes('number 6'));
  });

  test('stays responsive at 500 events a second: it can be paused and draws only the visible rows', async () => {
    await tab.at('#/log?session=flood');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    const flood = (async () => {
      for (let n = 0; n < 8; n += 1) await Promise.all([write('flood', [n * 500 + 1, (n + 1) * 500]), pause(1_000)]);
    })();
    await tab.page.waitForSelector('.log-row', LONG);
    await tab.page.click('text=Pause');
    const held = await top();
    await tab.page.waitForSelector('text=/[0-9]{3,} new/', LONG);
    expect(await top()).toBe(held);
    expect(await rows()).toBeLessThan(80);
    await flood;
    await tab.page.click('text=Resume');
    await eventually(async () => (await top())?.includes('number 4000'), { withinMs: 60_000 });
    await tab.page.locator('main [role=status] >> text="2,000 events"').waitFor(LONG);
    expect(tab.complaints).toEqual([]);
  });
});
