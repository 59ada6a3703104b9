import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import { eventually, openBrowser, TestStack } from '@crumbtrail/testing';
import type { Browser, Page } from 'playwright-core';
import { type OpenConsole, openConsole } from './support/console';
import { PATIENT } from './support/patient';

const STORY = 'once upon a time there was a harbour that opened at nine';
const NASTY = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';
const LONG = { timeout: 30_000 };

let stack: TestStack;
let client: Crumbtrail;

beforeAll(async () => {
  stack = await TestStack.start(PATIENT);
  client = new Crumbtrail({ url: stack.api.url, key: stack.key });
  stack.model.otherwise({ say: 'the answer' });
}, 120_000);
afterAll(() => stack?.stop());

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

  const say = async (words: string): Promise<void> => {
    await page.fill('#words', words);
    await page.press('#words', 'Enter');
  };
  const words = (): Promise<string[]> => page.locator('.message:not(.writing) .words').allTextContents();

  test('shows a reply while it is written, then whole, with the way to its trail and its context', async () => {
    stack.model.next({ say: STORY, pieces: 11, between_ms: 200 });
    await opened.at('#/chat/story');
    await page.waitForSelector('[data-connection=live]', LONG);
    await say('tell me a story');
    await page.waitForSelector('.writing >> text=once upon', LONG);
    expect(await page.locator('.writing .words').textContent()).not.toBe(STORY);
    await page.waitForSelector(`.message.agent:not(.writing) >> text=${STORY}`, LONG);
    expect(await words()).toEqual(['tell me a story', STORY]);
    const links = await Promise.all(
      (await page.locator('.message.agent .links a').all()).map((link) => link.getAttribute('href')),
    );
    expect(links).toEqual([expect.stringMatching(/^#\/trails\/.*crumb=/), expect.stringMatching(/^#\/contexts\//)]);
  });

  test('stops a reply where it is, and says who stopped it and that it is cut short', async () => {
    stack.model.next({ say: STORY, pieces: 11, between_ms: 1_500 });
    await opened.at('#/chat/stopped');
    await page.waitForSelector('[data-connection=live]', LONG);
    await say('tell me a long story');
    await page.waitForSelector('.writing >> text=once', LONG);
    await page.click('.writing >> text=Stop');
    await page.waitForSelector('text=stopped by operator', LONG);
    expect(await page.locator('.writing').count()).toBe(0);
    expect(await page.locator('.message.agent').textContent()).toContain('cut short');
    expect(await page.locator('.message.agent .words').textContent()).toMatch(/^once/);
  });

  test('shows what people wrote as text and never runs it', async () => {
    await client.append({
      ...{ schema_name: UserMessage.name, session: 'nasty', title: NASTY, context: { content: NASTY } },
    });
    await opened.at('#/chat/nasty');
    await page.waitForSelector('.message .title', LONG);
    expect(await page.locator('.message .title').first().textContent()).toBe(NASTY);
    expect((await words())[0]).toBe(NASTY);
    await opened.at('#/log?session=nasty');
    await page.waitForSelector('.log-row >> text=<script>', LONG);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Log · Crumbtrail');
  });

  test('shows operators what only agents see, marked as such, and nobody else', async () => {
    await client.say('inner', 'what do you see?', { wait_ms: 30_000 });
    await opened.at('#/chat/inner?inner=1');
    await page.waitForSelector('.message.inner >> text=agents only', LONG);
    const reader = { participant: { kind: 'user' as const, id: 'rita' }, role: 'writer' as const };
    const { secret } = await client.createKey(reader);
    const theirs = await openConsole(browser, stack, { key: secret });
    await theirs.at('#/chat/inner?inner=1');
    await theirs.page.waitForSelector('.message.agent', LONG);
    expect(await theirs.page.locator('.message.inner').count()).toBe(0);
    expect(await theirs.page.locator('text=what only agents see').count()).toBe(0);
    await theirs.page.close();
  });

  test('shows several people and agents in one session, each by name', async () => {
    const people = ['ada', 'grace'];
    for (const id of people) {
      const { secret } = await client.createKey({ participant: { kind: 'user', id }, role: 'writer' });
      await new Crumbtrail({ url: stack.api.url, key: secret }).say('many', `it is ${id}`, { wait_ms: 30_000 });
    }
    await opened.at('#/chat/many');
    await eventually(async () => (await page.locator('.message').count()) === 4, { withinMs: 30_000 });
    const authors = await page.locator('.message .author').allTextContents();
    expect(authors.map((author) => author.split(' ')[0])).toEqual(['ada', 'assistant', 'grace', 'assistant']);
  });

  test('comes back by itself when the gateway was killed, with nothing missed and nothing twice', async () => {
    await opened.at('#/chat/lost');
    await page.waitForSelector('[data-connection=live]', LONG);
    const said: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await stack.kill('gateway');
      await page.waitForSelector('[data-connection=lost]', LONG);
      await stack.whenReady();
      for (let at = 0; at < 5; at += 1) {
        const content = `${round}/${at}`;
        said.push(content);
        await client.append({ schema_name: UserMessage.name, session: 'lost', context: { content } });
      }
      await page.waitForSelector('[data-connection=live]', { timeout: 60_000 });
    }
    const people = page.locator('.message.operator .words');
    await eventually(async () => (await people.count()) >= said.length, { withinMs: 60_000 });
    expect(await people.allTextContents()).toEqual(said);
  });

  test('breaks no rule of its policy in all this', () => {
    expect(opened.complaints).toEqual([]);
  });
});
