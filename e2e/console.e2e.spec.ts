import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG } from './support/console';
import { useFixture, useScript, useStack } from './support/fixture';

const STORY = 'once upon a time there was a harbour that opened at nine';
const NASTY = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';

const stack = useStack();
useScript(stack, { say: 'the answer' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

describe('the console in a browser', () => {
  const tab = consoleInChromium(() => stack);

  const say = async (words: string): Promise<void> => {
    await tab.page.fill('#message-text', words);
    await tab.page.press('#message-text', 'Enter');
  };
  const words = (): Promise<string[]> => tab.page.locator('.message:not(.writing) .message-text').allTextContents();

  test('streams a reply, then shows it as a whole with links to its trail and its context', async () => {
    stack.model.next({ say: STORY, pieces: 11, between_ms: 200 });
    await tab.at('#/chat/story');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    await say('tell me a story');
    await tab.page.waitForSelector('.writing >> text=once upon', LONG);
    expect(await tab.page.locator('.writing .message-text').textContent()).not.toBe(STORY);
    await tab.page.waitForSelector(`.message.agent:not(.writing) >> text=${STORY}`, LONG);
    expect(await words()).toEqual(['tell me a story', STORY]);
    const links = await Promise.all(
      (await tab.page.locator('.message.agent .links a').all()).map((link) => link.getAttribute('href')),
    );
    expect(links).toEqual([expect.stringMatching(/^#\/trails\/.*crumb=/), expect.stringMatching(/^#\/contexts\//)]);
  });

  test('stops a reply, and shows who stopped it and that it is incomplete', async () => {
    stack.model.next({ say: STORY, pieces: 11, between_ms: 1_500 });
    await tab.at('#/chat/stopped');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    await say('tell me a long story');
    await tab.page.waitForSelector('.writing >> text=once', LONG);
    await tab.page.click('.writing >> text=Stop');
    await tab.page.waitForSelector('text=stopped by operator', LONG);
    expect(await tab.page.locator('.writing').count()).toBe(0);
    expect(await tab.page.locator('.message.agent').textContent()).toContain('incomplete');
    expect(await tab.page.locator('.message.agent .message-text').textContent()).toMatch(/^once/);
  });

  test('shows what people wrote as text and never runs it', async () => {
    await client.append({
      schema_name: UserMessage.name,
      session: 'nasty',
      title: NASTY,
      context: { content: NASTY },
    });
    await tab.at('#/chat/nasty');
    await tab.page.waitForSelector('.message .title', LONG);
    expect(await tab.page.locator('.message .title').first().textContent()).toBe(NASTY);
    expect((await words())[0]).toBe(NASTY);
    await tab.at('#/log?session=nasty');
    await tab.page.waitForSelector('.log-row >> text=<script>', LONG);
    expect(await tab.page.locator('main img, main script').count()).toBe(0);
    expect(await tab.page.title()).toBe('Log · Crumbtrail');
  });

  test('shows messages for agents only to operators, and marks them', async () => {
    await client.say('inner', 'what do you see?', { wait_ms: 30_000 });
    await tab.at('#/chat/inner?inner=1');
    await tab.page.waitForSelector('.message.inner >> text=agents only', LONG);
    const reader = { participant: { kind: 'user' as const, id: 'rita' }, role: 'writer' as const };
    const { secret } = await client.createKey(reader);
    const theirs = await tab.another({ key: secret });
    await theirs.at('#/chat/inner?inner=1');
    await theirs.page.waitForSelector('.message.agent', LONG);
    expect(await theirs.page.locator('.message.inner').count()).toBe(0);
    expect(await theirs.page.locator('text=Show internal events').count()).toBe(0);
    await theirs.page.close();
  });

  test('shows several people and agents in one session, each by name', async () => {
    const people = ['ada', 'grace'];
    for (const id of people) {
      const { secret } = await client.createKey({ participant: { kind: 'user', id }, role: 'writer' });
      await new Crumbtrail({ url: stack.api.url, key: secret }).say('many', `it is ${id}`, { wait_ms: 30_000 });
    }
    await tab.at('#/chat/many');
    await eventually(async () => (await tab.page.locator('.message').count()) === 4, { withinMs: 30_000 });
    const authors = await tab.page.locator('.message .author').allTextContents();
    expect(authors.map((author) => author.split(' ')[0])).toEqual(['ada', 'assistant', 'grace', 'assistant']);
  });

  test('reconnects after the gateway was killed, with no message missing or shown twice', async () => {
    await tab.at('#/chat/lost');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    const sent: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await stack.kill('gateway');
      await tab.page.waitForSelector('[data-connection=lost]', LONG);
      await stack.whenReady();
      for (let at = 0; at < 5; at += 1) {
        const content = `${round}/${at}`;
        sent.push(content);
        await client.append({ schema_name: UserMessage.name, session: 'lost', context: { content } });
      }
      await tab.page.waitForSelector('[data-connection=live]', { timeout: 60_000 });
    }
    const people = tab.page.locator('.message.operator .message-text');
    await eventually(async () => (await people.count()) >= sent.length, { withinMs: 60_000 });
    expect(await people.allTextContents()).toEqual(sent);
  });

  test('reports no error and no violation of its content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
