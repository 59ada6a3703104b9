import type { Crumbtrail } from '@crumbtrail/client';
import { eventually, openBrowser, TestStack } from '@crumbtrail/testing';
import type { Browser, Page } from 'playwright-core';
import { type OpenConsole, openConsole, tooWide, WIDTHS } from './support/console';
import { harbour } from './support/harbour';
import { PATIENT } from './support/patient';

const LONG = { timeout: 30_000 };
const NOBODY = '01890000-0000-7000-8000-00000000dead';

let stack: TestStack;
let client: Crumbtrail;
let [first, second] = ['', ''];

beforeAll(async () => {
  stack = await TestStack.start(PATIENT);
  const asked = await harbour(stack);
  client = asked.client;
  [first, second] = [asked.first.context, asked.second.context];
}, 120_000);
afterAll(() => stack?.stop());

describe('contexts in Chromium', () => {
  let browser: Browser;
  let opened: OpenConsole;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    opened = await openConsole(browser, stack);
    page = opened.page;
  }, 90_000);
  afterAll(() => browser?.close());

  const textOf = async (selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? '';

  test('what the model saw stands there word for word, by section, and nothing of it is run', async () => {
    const { prompt, formatted_context, items } = await client.contexts.explain(first);
    await opened.at(`#/contexts/${first}`);
    await page.waitForSelector('[data-testid=prompt-text]', LONG);
    const shown = await page.locator('[data-testid=prompt-text]').allTextContents();
    expect(shown).toEqual(prompt?.map(({ content }) => content));
    expect(formatted_context).toContain('<script>');
    const stretches = await page.locator('.stretch').all();
    const sections = await Promise.all(stretches.map((one) => one.getAttribute('data-section')));
    const kept = items.filter(({ decision }) => decision === 'kept').map(({ section }) => section);
    expect(new Set(sections)).toEqual(new Set(['system prompt', 'message', ...kept]));
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Contexts · Crumbtrail');
  });

  test('the tokens are shown by section, and what was counted against what was billed', async () => {
    const { billed, tokens, budget } = await client.contexts.explain(first);
    expect(await textOf('[data-testid=context-summary]')).toContain(`billed at ${billed?.billed}`);
    const bar = await textOf('.token-bar >> nth=0');
    expect(bar).toContain(`${tokens.total} of ${budget.cap}`);
    for (const [name, count] of Object.entries(tokens.by_section))
      if (count > 0) expect(bar).toContain(`${name} ${count}`);
  });

  test('every candidate stands in a table with its decision and reason, sorted and filtered by keyboard', async () => {
    const { items } = await client.contexts.explain(first);
    await opened.at(`#/contexts/${first}?show=candidates`);
    await page.waitForSelector('[data-piece]', LONG);
    expect(await page.locator('[data-piece]').count()).toBe(items.length);
    await page.focus('th button >> text=Tokens');
    await page.keyboard.press('Enter');
    await page.waitForSelector('th[aria-sort=descending] >> text=Tokens', LONG);
    const cells = await page.locator('[data-piece] [data-cell=tokens]').allTextContents();
    expect(cells.map(Number)).toEqual(items.map(({ tokens }) => tokens ?? 0).sort((a, b) => b - a));
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('/');
    await page.keyboard.type('dashboard runs');
    await eventually(async () => (await page.locator('[data-piece]').count()) === 1);
    expect(page.url()).toContain('text=dashboard');
  });

  test('the slider shows what would leave at a smaller budget, and enter at a larger one', async () => {
    await opened.at(`#/contexts/${first}?show=budgets`);
    await page.waitForSelector('[data-testid=what-if]', LONG);
    expect(await page.locator('[data-testid=leaves] li').count()).toBe(0);
    await page.focus('#budget');
    await page.keyboard.press('Home');
    await page.waitForSelector('[data-testid=leaves] li', LONG);
    const { budgets } = await client.contexts.whatIf(first, [64]);
    const left = await page.locator('[data-testid=leaves] li').allTextContents();
    expect(left).toHaveLength(budgets[0]?.leaves.length ?? -1);
    expect(page.url()).toContain('budget=64');
    await page.click('text=As it was');
    await page.waitForSelector('[data-testid=leaves] li', { state: 'detached', ...LONG });
  });

  test('two builds stand side by side, with what changed and why', async () => {
    const { added, causes } = await client.contexts.diff(first, second);
    await opened.at(`#/contexts/${second}?show=diff`);
    await page.waitForSelector('[data-testid=diff-sentence]', LONG);
    expect(await page.locator('.comparison select').inputValue()).toBe(first);
    expect(await page.locator('[data-what=added]').count()).toBe(added.length);
    expect(await page.locator('.causes li').allTextContents()).toEqual([...new Set(causes)]);
    await opened.at(`#/contexts/${first}?show=diff&with=${second}`);
    await eventually(async () => (await page.locator('.comparison select').inputValue()) === second);
  });

  test('replay and replan say in words what they come to', async () => {
    await opened.at(`#/contexts/${first}?show=again`);
    await page.click('button >> text=Replay');
    await page.waitForSelector('[data-testid=replay-outcome] >> text=Identical: byte for byte', LONG);
    await page.click('button >> text=Replan');
    await page.waitForSelector('[data-testid=replan-outcome] [data-testid=diff-sentence]', LONG);
    expect(await textOf('[data-testid=diff-sentence]')).toMatch(/same items in the same places/);
  });

  test('where the words of a breadcrumb went is a list of contexts and answers', async () => {
    const { items } = await client.contexts.explain(first);
    const crumb = items.find(({ text }) => text?.includes('8443'))?.id ?? '';
    await opened.at(`#/contexts?crumb=${crumb}`);
    await page.waitForSelector(`a[href="#/contexts/${first}"]`, LONG);
    expect(await page.locator('main tbody tr').count()).toBe((await client.contexts.influence(crumb)).contexts.length);
  });

  test('one that does not exist says so', async () => {
    await opened.at(`#/contexts/${NOBODY}`);
    await page.waitForSelector('[role=alert] >> text=There is nothing of this id', LONG);
  });

  test('who may not read contexts is told that there are none, and which one is not there', async () => {
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const theirs = await openConsole(browser, stack, { key: secret });
    await theirs.at('#/contexts');
    await theirs.page.waitForSelector('text=There is none that you may read', LONG);
    await theirs.at(`#/contexts/${first}`);
    await theirs.page.waitForSelector('[role=alert]', LONG);
    await theirs.page.close();
  });

  test.each([
    ['what an agent saw', () => `#/contexts/${first}`, '[data-testid=prompt-text]'],
    ['candidates', () => `#/contexts/${first}?show=candidates`, '[data-piece]'],
    ['other budgets', () => `#/contexts/${first}?show=budgets&budget=64`, '[data-testid=what-if]'],
    ['a difference', () => `#/contexts/${second}?show=diff&with=${first}`, '[data-testid=diff-sentence]'],
  ])('on a phone %s fits the width', async (_, hash, ready) => {
    await page.setViewportSize(WIDTHS.phone);
    await opened.at(hash());
    await page.waitForSelector(ready, LONG);
    expect(await tooWide(page)).toBe(0);
  });

  test('a text that was erased is said to be gone, and its context to be past replaying', async () => {
    const { items } = await client.contexts.explain(second);
    const quoted = items.find(({ decision, text }) => decision === 'kept' && text?.includes('9464'));
    if (!quoted) throw new Error('The context quotes nothing that could be erased');
    await client.erase(quoted.id, quoted.version);
    await page.setViewportSize(WIDTHS.desk);
    await page.reload();
    await page.waitForSelector('.shell', LONG);
    await opened.at(`#/contexts/${second}`);
    await page.waitForSelector('text=Its text is gone', LONG);
    await opened.at(`#/contexts/${second}?show=again`);
    await page.click('button >> text=Replay');
    await page.waitForSelector('[data-testid=replay-outcome] >> text=was erased', LONG);
  });

  test('and the browser had nothing to complain of', () => {
    expect(opened.complaints).toEqual([]);
  });
});
