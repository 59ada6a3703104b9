import { type MessageReceipt, Crumbtrail, type Explanation, type TrailTree } from '@crumbtrail/client';
import { eventually, TestStack } from '@crumbtrail/testing';
import type { Page } from 'playwright-core';
import { inChromium } from './support/console';
import { LONG_LEASES } from './support/long-leases';

const NASTY = '<img src=x onerror="document.title=\'owned\'"> and\n## a heading';

let stack: TestStack;
let client: Crumbtrail;
let answered: MessageReceipt;
let trail: TrailTree;
let explanation: Explanation;

beforeAll(async () => {
  stack = await TestStack.start(LONG_LEASES);
  client = new Crumbtrail({ url: stack.api.url, key: stack.key });
  stack.model.otherwise({ say: 'the answer' });
  await client.say('demo', 'the harbour opens at nine', { wait_ms: 30_000 });
  answered = await client.say('demo', NASTY, { wait_ms: 30_000 });
  trail = await client.trail(answered.trail_id);
  const context = trail.nodes.find(({ schema_name }) => schema_name.startsWith('agent.context.'));
  explanation = await client.explain(context?.id ?? '');
}, 120_000);
afterAll(() => stack?.stop());

describe('the trail page', () => {
  test('is plain HTML whose style and scripts are all files from here', async () => {
    const page = await fetch(`${stack.api.url}/trails/${answered.trail_id}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1] as string);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) expect([file, (await fetch(stack.api.url + file)).status]).toEqual([file, 200]);
  });

  test('has what it shows: the tree with timings, the exact prompt, and every candidate with its reason', () => {
    expect(trail.nodes.map(({ schema_name }) => schema_name)).toHaveLength(4);
    expect(trail.tree).toHaveLength(1);
    expect(trail.nodes.every(({ at_ms }) => at_ms >= 0)).toBe(true);
    expect(explanation.formatted_context).toContain('the harbour opens at nine');
    expect(explanation.items.length).toBeGreaterThan(0);
    for (const item of explanation.items)
      expect(item).toMatchObject({ why: expect.any(String), tokens: expect.any(Number) });
    expect(explanation.prompt).toEqual(stack.model.calls.at(-1)?.body.messages);
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
    await page.goto(`${stack.api.url}/trails/${answered.trail_id}`);
    await page.fill('#key', stack.key);
    await page.click('#ask button');
    await page.waitForSelector('#trail:not([hidden])');
    expect(await page.locator('#tree tr').count()).toBe(trail.nodes.length);
    expect(await page.locator('pre.prompt').textContent()).toBe(explanation.formatted_context);
    expect(await page.locator('table.items tbody tr').count()).toBe(explanation.items.length);
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
