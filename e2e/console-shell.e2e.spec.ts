import { join } from 'node:path';
import { Crumbtrail } from '@crumbtrail/client';
import { GET_SIGN_IN_LINK } from '@crumbtrail/contracts/http/console-page';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG, WIDTHS } from './support/console';
import { useFixture, useStack } from './support/fixture';

const VIEWS = ['chat', 'trails', 'contexts', 'log', 'agents', 'tools', 'approvals', 'dead-letters', 'health'];

const stack = useStack({ apart: ['gateway'] });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

test('the console is one page at / that loads only its own files, which browsers may cache', async () => {
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

test('the console serves no files but its own', async () => {
  for (const path of ['/assets/..%2f..%2fpackage.json', '/assets/none.js', '/index.html'])
    expect([path, (await fetch(stack.api.url + path)).status]).toEqual([path, 404]);
});

describe('the console in a browser', () => {
  const tab = consoleInChromium(() => stack);

  test('begins in the chat with its first steps while nobody has written, and then in the overview', async () => {
    const first = await tab.another({ hash: '' });
    await first.page.waitForSelector('.first-steps >> text=Load sample data', LONG);
    expect(first.page.url()).toMatch(/#\/chat$/);
    await client.say('demo', 'hello', { wait_ms: 30_000 });
    const later = await tab.another({ hash: '' });
    await later.page.waitForSelector('h1 >> text=Overview', LONG);
    for (const { page } of [first, later]) await page.close();
  });

  test('explains why a key is rejected, and keeps a valid key out of the address and of what outlives the tab', async () => {
    const other = await tab.browser.newPage();
    await other.goto(stack.api.url);
    await other.fill('#key', 'wrong');
    await other.click('button >> text=Sign in');
    await other.waitForSelector('.problem');
    expect(await other.locator('.problem').textContent()).toContain('This API key is not known');
    await other.close();
    expect(await tab.page.evaluate('sessionStorage.length')).toBe(1);
    expect(await tab.page.evaluate('JSON.stringify(localStorage)')).not.toContain(stack.key);
    expect(tab.page.url()).not.toContain(stack.key);
    await tab.page.reload();
    await tab.page.waitForSelector('.shell', LONG);
  });

  test('a new tab of a signed-in browser shows what its link names, and signing out there signs the other tab out', async () => {
    const context = await tab.browser.newContext();
    const first = await context.newPage();
    await first.goto(stack.api.url);
    await first.fill('#key', stack.key);
    await first.click('button >> text=Sign in');
    await first.waitForSelector('.shell', LONG);
    const second = await context.newPage();
    await second.goto(`${stack.api.url}/#/health`);
    await second.waitForSelector('h1 >> text=Health', LONG);
    await second.click('button >> text=Sign out');
    for (const page of [first, second]) await page.waitForSelector('.key-form', LONG);
    await context.close();
  });

  test('signs in by itself once the services answer, if they did not when the page was loaded', async () => {
    const theirs = await tab.another({ hash: '#/glossary' });
    let refused = 0;
    const body = JSON.stringify({
      type: 't',
      title: 'Unavailable',
      status: 503,
      detail: 'Nobody answers.',
      code: 'unavailable',
    });
    await theirs.page.route('**/v1/whoami', async (route) => {
      refused += 1;
      if (refused > 2) return route.continue();
      return route.fulfill({ status: 503, contentType: 'application/problem+json', body });
    });
    await theirs.page.reload();
    await theirs.page.waitForSelector('.key-form [role=alert]', LONG);
    await theirs.page.waitForSelector('.shell', LONG);
    expect(theirs.page.url()).toContain('#/glossary');
    await theirs.page.close();
  });

  test('returns to the sign-in form, with the reason, when the key is revoked', async () => {
    const key = await client.createKey({ participant: { kind: 'user', id: 'gone' }, role: 'writer' });
    const theirs = await tab.another({ key: key.secret });
    await client.revokeKey(key.id);
    await theirs.at('#/agents');
    await theirs.at('#/chat/elsewhere');
    await theirs.page.waitForSelector('.key-form [role=alert]', { timeout: 60_000 });
    expect(await theirs.page.evaluate('sessionStorage.length')).toBe(0);
    await theirs.page.close();
  });

  test('can be used by keyboard: skip the navigation, open another view and return to the text field', async () => {
    await tab.at('#/health');
    await tab.page.waitForSelector('text=Processing lag', LONG);
    await tab.page.locator('body').press('g');
    await tab.page.locator('body').press('l');
    await tab.page.waitForSelector('h1 >> text=Log', LONG);
    expect(await tab.page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await tab.page.keyboard.press('/');
    expect(await tab.page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await tab.page.reload();
    await tab.page.waitForSelector('.shell', LONG);
    await tab.page.keyboard.press('Tab');
    expect(await tab.page.evaluate('document.activeElement.textContent')).toBe('Skip to main content');
    await tab.page.keyboard.press('Enter');
    expect(await tab.page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('has a light and a dark theme, and remembers the choice', async () => {
    const ground = (): Promise<string> => tab.page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    expect(dark).not.toBe(light);
    await tab.page.click('text=Theme: system');
    expect(await ground()).toBe(light);
    await tab.page.reload();
    await tab.page.waitForSelector('text=Theme: light', LONG);
    expect(await ground()).toBe(light);
  });

  test.each(Object.entries(WIDTHS))('fits its window in every view (%s)', async (_, viewport) => {
    await tab.page.setViewportSize(viewport);
    for (const view of VIEWS) {
      await tab.at(`#/${view}`);
      await tab.page.waitForSelector('main h1', LONG);
      await tab.page.waitForSelector('main .busy', { ...LONG, state: 'detached' });
      expect([view, await tab.page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, viewport.width]);
    }
  });

  test('fits a phone in every view where the time zone has a long name, and Sign out stays in the header', async () => {
    const timezoneId = 'America/Argentina/ComodRivadavia';
    const phone = await tab.another({ viewport: WIDTHS.phone, timezoneId });
    for (const view of [...VIEWS, 'overview', 'search', 'evals', 'memory', 'lore', 'glossary', 'keys']) {
      await phone.at(`#/${view}`);
      await phone.page.waitForSelector('main h1', LONG);
      expect([view, await phone.page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, 390]);
    }
    const box = await phone.page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await phone.page.close();
  });

  test('keeps the page if a view cannot be loaded, and opens the view once the gateway answers', async () => {
    const visitor = await tab.another({ hash: '#/health' });
    await eventually(async () => (await visitor.page.evaluate<number>('performance.now()')) > 5_000);
    await visitor.page.context().setOffline(true);
    await visitor.page.getByRole('link', { name: 'Tools', exact: true }).click();
    await visitor.page.waitForSelector('[role=alert] >> text=This view could not be loaded', LONG);
    await visitor.page.getByRole('link', { name: 'Health', exact: true }).click();
    await visitor.page.waitForSelector('h1 >> text=Health', LONG);
    await visitor.page.getByRole('link', { name: 'Tools', exact: true }).click();
    await visitor.page.waitForSelector('[role=alert] >> text=This view could not be loaded', LONG);
    await visitor.page.context().setOffline(false);
    await visitor.page.waitForSelector('h1 >> text=Tools', LONG);
    await visitor.page.close();
  });

  test('reports an unknown view in plain words, without a violation of its content security policy', async () => {
    await tab.at('#/nowhere');
    await tab.page.waitForSelector('text=Page not found', LONG);
    expect(tab.complaints).toEqual([]);
  });
});

describe('signing in to the console by a link', () => {
  const tab = consoleInChromium(() => stack);
  const createLink = async (to = ''): Promise<string> => {
    const { path } = await client.request('POST /v1/console/codes', {});
    return `${stack.api.url}${path}${to}`;
  };

  test('the link opens its view, in this tab and in new ones, without a key; signing out ends it on the gateway', async () => {
    const context = await tab.browser.newContext();
    const first = await context.newPage();
    await first.goto(await createLink(`&to=${encodeURIComponent('/health')}`));
    await first.waitForSelector('h1 >> text=Health', LONG);
    expect(first.url()).toBe(`${stack.api.url}/#/health`);
    const second = await context.newPage();
    await second.goto(`${stack.api.url}/#/agents`);
    await second.waitForSelector('h1 >> text=Agents', LONG);
    const [cookie] = await context.cookies(`${stack.api.url}/v1/whoami`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/v1/' });
    expect(await second.evaluate('[document.cookie, sessionStorage.length]')).toEqual(['', 0]);
    const headers = {
      cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`,
      'crumbtrail-console': await second.evaluate<string>('localStorage["crumbtrail.session"]'),
    };
    const whoAmI = async (): Promise<number> => (await fetch(`${stack.api.url}/v1/whoami`, { headers })).status;
    expect(await whoAmI()).toBe(200);
    await second.click('button >> text=Sign out');
    for (const page of [first, second]) await page.waitForSelector('.key-form', LONG);
    await eventually(async () => (await whoAmI()) === 401);
    await context.close();
  });

  test('a link that was used is refused, with the sentence that says what to do, and the form names the file of the key', async () => {
    const link = await createLink();
    const [owner, thief] = [await tab.browser.newPage(), await tab.browser.newPage()];
    await owner.goto(link);
    await owner.waitForSelector('.shell', LONG);
    await thief.goto(link);
    await thief.waitForSelector('.key-form [role=alert]', LONG);
    expect(thief.url()).not.toContain('login');
    expect(await thief.locator('[role=alert]').textContent()).toContain(GET_SIGN_IN_LINK);
    await thief.getByText(join(stack.home, 'api-key')).waitFor(LONG);
    await Promise.all([thief.close(), owner.close()]);
  });

  test('a pasted key keeps this browser signed in when asked to, and is stored nowhere', async () => {
    const context = await tab.browser.newContext();
    const page = await context.newPage();
    await page.goto(stack.api.url);
    await page.fill('#key', stack.key);
    await page.getByLabel('Keep me signed in on this device').check();
    await page.click('button >> text=Sign in');
    await page.waitForSelector('.shell', LONG);
    expect(await page.evaluate('JSON.stringify([{...sessionStorage}, {...localStorage}])')).not.toContain(stack.key);
    await page.close();
    const later = await context.newPage();
    await later.goto(`${stack.api.url}/#/health`);
    await later.waitForSelector('h1 >> text=Health', LONG);
    await context.close();
  });

  test('a page keeps its place and its sign-in while the gateway is down', async () => {
    const page = await (await tab.browser.newContext()).newPage();
    await page.goto(await createLink(`&to=${encodeURIComponent('/chat/kept')}`));
    await page.waitForSelector('[data-connection=live]', LONG);
    await page.fill('#message-text', 'not sent yet');
    await stack.halt('gateway');
    await page.waitForSelector('text=Connection lost', LONG);
    await stack.start('gateway');
    await page.waitForSelector('[data-connection=live]', LONG);
    expect([page.url(), await page.inputValue('#message-text')]).toEqual([
      `${stack.api.url}/#/chat/kept`,
      'not sent yet',
    ]);
    await page.context().close();
  });

  test('a list that could not be read while the gateway was down is read at once when it is back', async () => {
    const page = await (await tab.browser.newContext()).newPage();
    await page.goto(await createLink(`&to=${encodeURIComponent('/chat/kept')}`));
    await page.waitForSelector('[data-connection=live]', LONG);
    await stack.halt('gateway');
    await page.waitForSelector('text=Connection lost', LONG);
    await page.getByLabel('Find', { exact: true }).fill('kept');
    const problem = page.locator('.sessions [role=alert]');
    await problem.waitFor(LONG);
    expect(await problem.locator('code').allTextContents()).toEqual(['npx crumbtrail', 'npm start']);
    await stack.start('gateway');
    await page.waitForSelector('[data-connection=live]', LONG);
    await problem.waitFor({ state: 'detached', timeout: 5_000 });
    await page.context().close();
  });
});
