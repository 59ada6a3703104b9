import { type MessageReceipt, Crumbtrail, type Explanation, type TrailTree } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import type { Page } from 'playwright-core';
import { inChromium } from './support/console';
import { LONG_LEASES } from './support/long-leases';
import { useFixture, useScript, useStack } from './support/fixture';

const NASTY = '<img src=x onerror="document.title=\'owned\'"> and\n## a heading';

const stack = useStack(LONG_LEASES);
useScript(stack, { say: 'the answer' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

/** A turn that was answered, its trail, and how its context was explained. */
interface ExplainedTurn {
  readonly answered: MessageReceipt;
  readonly trail: TrailTree;
  readonly explanation: Explanation;
}

const turn = useFixture(async (): Promise<ExplainedTurn> => {
  await client.say('demo', 'the harbour opens at nine', { wait_ms: 30_000 });
  const answered = await client.say('demo', NASTY, { wait_ms: 30_000 });
  const trail = await client.trail(turn.answered.trail_id);
  const context = turn.trail.nodes.find(({ schema_name }) => schema_name.startsWith('agent.context.'));
  return { answered, trail, explanation: await client.explain(context?.id ?? '') };
});

describe('the trail page', () => {
  test('is plain HTML whose style and scripts are all served from here', async () => {
    const page = await fetch(`${stack.api.url}/trails/${turn.answered.trail_id}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1] as string);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) expect([file, (await fetch(stack.api.url + file)).status]).toEqual([file, 200]);
  });

  test('has what it shows: the tree with timings, the exact prompt, and every candidate with its reason', () => {
    expect(turn.trail.nodes.map(({ schema_name }) => schema_name)).toHaveLength(4);
    expect(turn.trail.tree).toHaveLength(1);
    expect(turn.trail.nodes.every(({ at_ms }) => at_ms >= 0)).toBe(true);
    expect(turn.explanation.formatted_context).toContain('the harbour opens at nine');
    expect(turn.explanation.items.length).toBeGreaterThan(0);
    for (const item of turn.explanation.items)
      expect(item).toMatchObject({ why: expect.any(String), tokens: expect.any(Number) });
    expect(turn.explanation.prompt).toEqual(stack.model.calls.at(-1)?.body.messages);
  });
});

describe('the trail page in Chromium', () => {
  const chromium = inChromium();
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    page = await chromium.browser.newPage();
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 60_000);

  test('asks for the key once, keeps it in the tab, and shows tree, prompt and table', async () => {
    await page.goto(`${stack.api.url}/trails/${turn.answered.trail_id}`);
    await page.fill('#key', stack.key);
    await page.click('#ask button');
    await page.waitForSelector('#trail:not([hidden])');
    expect(await page.locator('#tree tr').count()).toBe(turn.trail.nodes.length);
    expect(await page.locator('pre.prompt').textContent()).toBe(turn.explanation.formatted_context);
    expect(await page.locator('table.items tbody tr').count()).toBe(turn.explanation.items.length);
    expect(await page.evaluate('Object.keys(sessionStorage).length + Object.keys(localStorage).length')).toBe(1);
    await page.reload();
    await page.waitForSelector('#trail:not([hidden])');
  });

  test('shows what people wrote as text and never runs it, and breaks no rule of its policy', async () => {
    expect(await page.locator('#tree').textContent()).toContain('<img src=x');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Trail');
    expect(complaints).toEqual([]);
  });

  test('forgets the key, and says when one is wrong', async () => {
    await page.click('#forget');
    await page.fill('#key', 'wrong');
    await page.click('#ask button');
    const about = await eventually(async () => {
      const text = await page.locator('#about').textContent();
      return text === 'This key is not valid.' && text;
    });
    expect(about).toBe('This key is not valid.');
    expect(await page.locator('#trail').isVisible()).toBe(false);
  });
});
