import { Crumbtrail } from '@crumbtrail/client';
import { openBrowser, TestStack } from '@crumbtrail/testing';
import type { Browser, Page } from 'playwright-core';
import { type OpenConsole, openConsole, WIDTHS } from './support/console';
import { PATIENT } from './support/patient';

const VIEWS = ['chat', 'trails', 'contexts', 'log', 'agents', 'tools', 'dead-letters', 'health'];
const LONG = { timeout: 30_000 };

let stack: TestStack;
let client: Crumbtrail;

beforeAll(async () => {
  stack = await TestStack.start(PATIENT);
  client = new Crumbtrail({ url: stack.api.url, key: stack.key });
}, 120_000);
afterAll(() => stack?.stop());

test('the console is a page at / that runs nothing but its own files, and its files are kept by browsers', async () => {
  const page = await fetch(`${stack.api.url}/`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*require-trusted-types-for 'script'/);
  expect(policy).not.toContain('unsafe');
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, file]) => file as string,
  );
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    const { status, headers } = await fetch(stack.api.url + file);
    expect([file, status, headers.get('cache-control')]).toEqual([file, 200, expect.stringContaining('immutable')]);
  }
});

test('the console has no file but its own', async () => {
  for (const path of ['/assets/..%2f..%2fpackage.json', '/assets/none.js', '/index.html'])
    expect([path, (await fetch(stack.api.url + path)).status]).toEqual([path, 404]);
});

describe('the console in Chromium', () => {
  let browser: Browser;
  let opened: OpenConsole;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    opened = await openConsole(browser, stack);
    page = opened.page;
  }, 90_000);
  afterAll(() => browser?.close());

  test('says why a key is refused, and keeps one that is not in this tab and nowhere else', async () => {
    const other = await browser.newPage();
    await other.goto(stack.api.url);
    await other.fill('#key', 'wrong');
    await other.click('text=Enter');
    await other.waitForSelector('.problem');
    expect(await other.locator('.problem').textContent()).toContain('This API key is not known');
    await other.close();
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([1, 0]);
    expect(page.url()).not.toContain(stack.key);
    await page.reload();
    await page.waitForSelector('.shell', LONG);
  });

  test('goes back to the key form, and says why, when the key is revoked', async () => {
    const key = await client.createKey({ participant: { kind: 'user', id: 'gone' }, role: 'writer' });
    const theirs = await openConsole(browser, stack, { key: key.secret });
    await client.revokeKey(key.id);
    await theirs.at('#/agents');
    await theirs.at('#/chat/elsewhere');
    await theirs.page.waitForSelector('.key-form [role=alert]', { timeout: 60_000 });
    expect(await theirs.page.evaluate('sessionStorage.length')).toBe(0);
    await theirs.page.close();
  });

  test('is used by keyboard: past the navigation, to another view, and back into the text', async () => {
    await opened.at('#/health');
    await page.waitForSelector('text=Behind the log', LONG);
    await page.locator('body').press('g');
    await page.locator('body').press('l');
    await page.waitForSelector('h1 >> text=Log', LONG);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await page.reload();
    await page.waitForSelector('.shell', LONG);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the view');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('has a light and a dark theme, and remembers which was chosen', async () => {
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.click('text=Theme: system');
    expect(await ground()).toBe(light);
    await page.reload();
    await page.waitForSelector('text=Theme: light', LONG);
    expect(await ground()).toBe(light);
  });

  test.each(Object.entries(WIDTHS))('fits its window in every view (%s)', async (_, viewport) => {
    await page.setViewportSize(viewport);
    for (const view of VIEWS) {
      await opened.at(`#/${view}`);
      await page.waitForSelector('main h1', LONG);
      await page.waitForSelector('main .busy', { ...LONG, state: 'detached' });
      expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, viewport.width]);
    }
  });

  test('says readably that there is no such view, and breaks no rule of its policy', async () => {
    await opened.at('#/nowhere');
    await page.waitForSelector('text=There is no such view', LONG);
    expect(opened.complaints).toEqual([]);
  });
});
