import { Crumbtrail } from '@crumbtrail/client';
import { AgentDef, Session, UserMessage, type Draft } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG } from './support/console';
import { useFixture, useScript, useStack } from './support/fixture';

const STORY = 'once upon a time there was a harbour that opened at nine';
const NASTY = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';

const stack = useStack({ apart: ['gateway'] });
useScript(stack, { say: 'the answer' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

describe('the console in a browser', () => {
  const tab = consoleInChromium(() => stack);

  const say = async (words: string): Promise<void> => {
    await tab.page.fill('#message-text', words);
    await tab.page.press('#message-text', 'Enter');
  };
  const words = (): Promise<string[]> => tab.page.locator('.message:not(.writing) .message-text').allTextContents();

  test('streams a reply, then shows it as a whole with links to its trail, its context, why a text is not in it, and to run it again', async () => {
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
    expect(links).toEqual([
      expect.stringMatching(/^#\/trails\/.*crumb=/),
      expect.stringMatching(/^#\/contexts\/[^/]+$/),
      expect.stringMatching(/^#\/contexts\/[^/]+\?ask=1$/),
      expect.stringMatching(/^#\/contexts\/[^/]+\/rerun$/),
    ]);
  });

  test('says why a message wakes no agent, and sends the tags that wake one', async () => {
    const subscriptions = [{ schema: UserMessage.name, any_tags: ['tide'] }];
    await client.append({
      schema_name: AgentDef.name,
      context: { agent: 'pilot', prompt: 'You read tide tables.', subscriptions },
    });
    const members = [{ kind: 'agent', id: 'pilot' }];
    await client.append({ schema_name: Session.name, context: { name: 'tides', members } });
    await tab.at('#/chat/tides');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    await say('when is the tide low?');
    await tab.page.waitForSelector('.messages > [role=status] >> text=pilot listens for the tag tide', LONG);
    await tab.page.getByLabel('Tags').fill('tide, low');
    await say('and now?');
    await tab.page.waitForSelector('.message.agent:not(.writing) >> text=the answer', LONG);
    await tab.page.waitForSelector('.messages > [role=status]', { state: 'detached', ...LONG });
    const { breadcrumbs } = await client.list({ session: 'tides', schema: UserMessage.name, limit: 1 });
    expect(breadcrumbs[0]?.tags).toEqual(['tide', 'low']);
  });

  test('attaches chosen files to a message, without those that were removed again', async () => {
    await tab.at('#/chat/files');
    await tab.page.waitForSelector('[data-connection=live]', LONG);
    const [notes, draft] = ['notes.txt', 'draft.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`The words of ${name}`),
    }));
    await tab.page.getByLabel('Attach files').setInputFiles([notes, draft] as never);
    await tab.page.getByRole('button', { name: 'Remove draft.txt' }).click();
    await say('read this');
    await tab.page.waitForSelector('.message.agent:not(.writing) >> text=the answer', LONG);
    expect(await tab.page.getByRole('list', { name: 'Files' }).innerText()).toMatch(/^notes\.txt\b[^]*$/);
    expect(await tab.page.getByRole('button', { name: 'Remove notes.txt' }).count()).toBe(0);
    expect(JSON.stringify(stack.model.calls.at(-1)?.body.messages)).toContain('The words of notes.txt');
  });

  test('loads earlier messages above the one that the reader looks at, and keeps only those near it on the page', async () => {
    const drafts = Array.from({ length: 120 }, (_, n) => ({
      schema_name: UserMessage.name,
      session: 'long',
      occurred_at: new Date(1_700_000_000_000 + n * 1_000).toISOString(),
      context: { content: `message ${n}` },
    }));
    await client.appendBatch(drafts, { imported: true });
    await tab.at('#/chat/long');
    const loaded = (count: number): Promise<unknown> => tab.page.waitForSelector(`li[aria-setsize="${count}"]`, LONG);
    await loaded(50);
    await tab.page.locator('.messages').evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    const seen = tab.page.locator('.message >> text=/^message 9[0-9]$/').first();
    await eventually(async () => (await seen.boundingBox()) !== null);
    const text = await seen.textContent();
    const before = (await seen.boundingBox())?.y ?? 0;
    await tab.page.click('text=Load earlier messages');
    await loaded(120);
    const same = tab.page.locator(`.message >> text="${text}"`);
    await eventually(async () => Math.abs(((await same.boundingBox())?.y ?? 0) - before) < 5);
    expect(await tab.page.locator('.message').count()).toBeLessThan(40);
    await tab.page.locator('.messages').evaluate((element) => (element.scrollTop = 0));
    await tab.page.waitForSelector('.message >> text="message 0"', LONG);
  });

  test('lists every session and trail, however many messages one session has, and finds them', async () => {
    const said = (session: string, content: string): Draft => ({
      schema_name: UserMessage.name,
      session,
      context: { content },
      occurred_at: new Date().toISOString(),
    });
    const early = Array.from({ length: 10 }, (_, n) => said(`early-${n}`, `word ${n}`));
    const flood = Array.from({ length: 250 }, (_, n) => said('flood', `drop ${n}`));
    await client.appendBatch([said('early-bird', 'a lone question'), ...early, ...flood], { imported: true });
    // The list is read again when the chat is opened, and every 30 s.
    await tab.at('#/trails?session=early-bird');
    await tab.page.waitForSelector('.trail-list >> text=a lone question', LONG);
    expect(await tab.page.locator('.trail-list li').count()).toBe(1);
    await tab.at('#/chat/flood');
    const listed = tab.page.locator('.sessions li a');
    await tab.page.waitForSelector('.sessions >> text=early-0', LONG);
    expect((await listed.allTextContents()).filter((text) => text.startsWith('early-'))).toHaveLength(11);
    await tab.page.getByLabel('Find').fill('early-bird');
    await eventually(async () => (await listed.count()) === 1);
  });

  test('lays out text from right to left where its language is written so', async () => {
    await client.append({ schema_name: UserMessage.name, session: 'dubai', context: { content: 'متى يفتح الميناء؟' } });
    await tab.at('#/chat/dubai');
    await tab.page.waitForSelector('.message-text', LONG);
    const direction = 'getComputedStyle(document.querySelector(".message-text")).direction';
    expect(await tab.page.evaluate(direction)).toBe('rtl');
  });

  test('keeps an unsent message of each session while other views are open, until it is sent', async () => {
    await tab.at('#/chat/drafted');
    await tab.page.fill('#message-text', 'half a thought');
    await tab.at('#/chat/undrafted');
    await tab.page.waitForSelector('label >> text=#undrafted', { state: 'attached', ...LONG });
    expect(await tab.page.inputValue('#message-text')).toBe('');
    await tab.at('#/trails');
    await tab.page.waitForSelector('h1 >> text=Trails', LONG);
    await tab.at('#/chat/drafted');
    await tab.page.waitForSelector('label >> text=#drafted', { state: 'attached', ...LONG });
    expect(await tab.page.inputValue('#message-text')).toBe('half a thought');
    await tab.page.press('#message-text', 'Enter');
    await tab.page.waitForSelector('.message >> text=half a thought', LONG);
    await eventually(async () => (await tab.page.inputValue('#message-text')) === '');
    await tab.page.waitForSelector('.message.agent:not(.writing) >> text=the answer', LONG);
  });

  test('focuses the message with the key /', async () => {
    await tab.at('#/chat/slash');
    await tab.page.waitForSelector('#message-text', LONG);
    await tab.page.locator('main').press('/');
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('message-text');
  });

  test('reaches the message with two presses of Tab, past the navigation and past the list of sessions', async () => {
    await tab.page.reload();
    await tab.page.waitForSelector('#message-text', LONG);
    for (const name of ['Skip to main content', 'Skip to the message field']) {
      await tab.page.keyboard.press('Tab');
      expect(await tab.page.evaluate('document.activeElement.textContent')).toBe(name);
      await tab.page.keyboard.press('Enter');
    }
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('message-text');
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
    await eventually(async () => (await tab.page.locator('.message').count()) === 4);
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
    // Tall enough for all messages to be near the visible ones.
    await tab.page.setViewportSize({ width: 1280, height: 8_000 });
    const people = tab.page.locator('.message.operator .message-text');
    await eventually(async () => (await people.count()) >= sent.length, { withinMs: 60_000 });
    expect(await people.allTextContents()).toEqual(sent);
  });

  test('reports no error and no violation of its content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
