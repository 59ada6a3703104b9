import { Crumbtrail } from '@crumbtrail/client';
import { AgentDef, AgentResponse, Session, UserMessage, type Draft } from '@crumbtrail/contracts';
import { consoleInChromium, LONG, WIDTHS } from './support/console';
import { useFixture, useScript, useStack } from './support/fixture';

const NASTY = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';

const stack = useStack();
useScript(stack, { say: 'the answer' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

describe('replies and sessions of the console in a browser', () => {
  const tab = consoleInChromium(() => stack);

  test('renders what agents wrote as Markdown, of which nothing runs or loads, and folds what is long', async () => {
    const hostile = `[x](javascript:document.title='owned') ${NASTY}\n\n![p](https://example.org/p.png)`;
    const code = '```js\nconst port = 9; // note\n```';
    const long = Array.from({ length: 60 }, (_, nth) => `paragraph ${nth}`).join('\n\n');
    const draft = (content: string): Draft => ({
      schema_name: AgentResponse.name,
      session: 'rendered',
      author: { kind: 'agent', id: 'assistant' },
      occurred_at: new Date().toISOString(),
      context: { action: 'speak', content },
    });
    const requests: string[] = [];
    tab.page.on('request', (request) => requests.push(request.url()));
    await client.appendBatch([draft(hostile), draft(`**bold**\n\n${code}`), draft(long)], { imported: true });
    await tab.page.setViewportSize({ width: 1280, height: 3_000 });
    await tab.at('#/chat/rendered');
    await tab.page.waitForSelector('.hljs-keyword >> text=const', LONG);
    expect(await tab.page.locator('.message strong').textContent()).toBe('bold');
    expect(await tab.page.locator('.message').first().innerText()).toContain('<script>');
    expect(await tab.page.locator('main img, main script, a[href^="javascript:"]').count()).toBe(0);
    expect(await tab.page.title()).toBe('Chat · Crumbtrail');
    expect(requests.filter((url) => !url.startsWith(stack.api.url))).toEqual([]);
    expect(await tab.page.locator('text=paragraph 59').count()).toBe(0);
    await tab.page.click('text=Show all');
    await tab.page.waitForSelector('text=paragraph 59', LONG);
  });

  test('shows the facts of a reply and the calls of its tools, and asks its question again', async () => {
    const call = { name: 'calculator', arguments: { expression: '6*7' } };
    await client.append({
      schema_name: AgentDef.name,
      context: {
        agent: 'reckoner',
        prompt: 'You reckon.',
        tools: ['calculator'],
        subscriptions: [{ schema: UserMessage.name, any_tags: ['sum'] }],
      },
    });
    const members = [{ kind: 'agent', id: 'reckoner' }];
    await client.append({ schema_name: Session.name, context: { name: 'sums', members } });
    stack.model.next({ calls: [call] }, { say: 'forty-two' }, { say: 'forty-two again' });
    await client.say('sums', 'what is 6*7?', { tags: ['sum'], wait_ms: 30_000 });
    await tab.at('#/chat/sums');
    await tab.page.waitForSelector('.message.agent >> text=forty-two', LONG);
    expect(await tab.textOf('.reply-facts')).toMatch(/tokens · .*1 tool/);
    await tab.page.click('.reply-facts summary');
    await tab.page.waitForSelector('.tool-calls >> text=6*7', LONG);
    await tab.page.waitForSelector('.tool-calls >> text=42', LONG);
    await tab.page.click('button >> text=Retry');
    await tab.page.waitForSelector('.message.agent >> text=forty-two again', LONG);
    expect(
      (await tab.page.locator('.message:not(.writing) .message-text').allTextContents()).filter(
        (text) => text === 'what is 6*7?',
      ),
    ).toHaveLength(2);
  });

  test('asks with one click why a message is not in the context of the latest answer', async () => {
    await tab.at('#/chat/sums');
    const question = tab.page.locator('.message.operator', { hasText: 'what is 6*7?' }).first();
    await question.getByRole('link', { name: 'Why not?' }).click(LONG);
    await tab.page.waitForSelector('[data-testid=why-not][data-verdict]', LONG);
    expect(await tab.page.locator('#why-not').inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    await tab.at('#/chat/sums');
    const answer = tab.page.locator('.message.agent', { hasText: 'forty-two again' });
    await answer.getByRole('link', { name: 'Why not?' }).click(LONG);
    await tab.page.waitForSelector('#why-not:focus', LONG);
  });

  test('erases a message where it stands, once that is confirmed: its place says so, and names what came of it', async () => {
    const secret = 'the safe opens with 4711';
    const { message, responses } = await client.say('wrong', secret, { wait_ms: 30_000 });
    const { secret: key } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const theirs = await tab.another({ key, hash: '#/chat/wrong' });
    await tab.at('#/chat/wrong');
    const question = tab.page.locator('.message.operator');
    const erase = question.getByRole('button', { name: 'Erase…' });
    await erase.click(LONG);
    expect(await tab.textOf('dialog[open] blockquote')).toBe(secret);
    const frame = `getComputedStyle(document.querySelector('dialog[open] .danger')).borderTopStyle`;
    expect(await tab.page.evaluate(frame)).toBe('solid');
    await tab.page.click('dialog >> text=Cancel');
    expect((await client.get(message.id)).context).toMatchObject({ content: secret });
    await erase.click();
    await tab.page.click('dialog >> text=Erase for good');
    await question.locator('text=/This message was erased by operator at/').waitFor(LONG);
    expect(await tab.page.locator('.message').count()).toBe(2);
    expect(await tab.textOf('.messages')).not.toContain(secret);
    await expect(client.get(message.id)).rejects.toMatchObject({ status: 410 });
    const outcome = question.locator('[role=status] a');
    await outcome.first().waitFor(LONG);
    expect(await outcome.allTextContents()).toContain(responses?.[0]?.id);
    await theirs.page.waitForSelector('.message >> text=/This message was erased by operator at/', LONG);
    await theirs.page.reload();
    await theirs.page.waitForSelector('.message >> text=/This message was erased by operator at/', LONG);
    expect(await theirs.textOf('.messages')).not.toContain(secret);
    expect(await theirs.page.getByRole('button', { name: 'Erase…' }).count()).toBe(0);
    await theirs.page.close();
    await outcome.first().click();
    await tab.page.waitForSelector('.trail-crumb', LONG);
  });

  test('lists each session with the tokens of its answers', async () => {
    await tab.at('#/chat/sums');
    await tab.page.waitForSelector('.sessions a[aria-current] .session-usage >> text=/^[0-9,]+ tokens/', LONG);
  });

  test('offers sample data in an empty session, leads to it once it is loaded, and asks about it', async () => {
    stack.model.next({ say: 'At 9:05, from pier 4.' });
    await tab.at('#/chat/empty-first');
    await tab.page.click('button >> text=Load the sample');
    await tab.page.waitForSelector('h1 >> text=sample', LONG);
    await tab.at('#/chat/empty-second');
    await tab.page.click('text=open the session “sample”');
    await tab.page.waitForSelector('h1 >> text=sample', LONG);
    // A model has answered on this stack: how to connect one is no news.
    expect(await tab.page.locator('text=Connect a model').count()).toBe(0);
    await tab.page.click('button >> text=When does the ferry leave now?');
    await tab.page.waitForSelector('.message.agent >> text=At 9:05, from pier 4.', LONG);
    const { breadcrumbs } = await client.list({ session: 'sample', schema: UserMessage.name, limit: 100 });
    expect(breadcrumbs).toHaveLength(14);
    const [call] = stack.model.calls.slice(-1);
    expect(JSON.stringify(call)).toContain('they leave at 9:05 instead of 8:15');
    expect(await tab.page.locator('.first-steps').count()).toBe(0);
  });

  test('makes a session with a title and an agent, renames it, archives it, and finds it among the archived', async () => {
    await tab.at('#/chat/first');
    await tab.page.click('button >> text=New session');
    await tab.page.locator('dialog').getByLabel('Title').fill('Harbour talk');
    await tab.page.locator('dialog').getByLabel('assistant').check();
    await tab.page.click('dialog >> text=Create');
    await tab.page.waitForSelector('h1 >> text=Harbour talk', LONG);
    expect(tab.page.url()).toMatch(/#\/chat\/harbour-talk-/);
    await tab.page.click('button >> text=Rename');
    await tab.page.getByLabel('Title of the session').fill('Quay talk');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.waitForSelector('.sessions .session-title >> text=Quay talk', LONG);
    await tab.page.click('button >> text=/^Archive$/');
    await tab.page.waitForSelector('button >> text=Unarchive', LONG);
    await tab.page.getByLabel('Find').fill('quay');
    await tab.page.waitForSelector('.sessions >> text=No session found', LONG);
    await tab.page.waitForSelector('.sessions a[href="#/search?q=quay"]', LONG);
    await tab.page.getByLabel('Archived').check();
    await tab.page.waitForSelector('.sessions .session-title >> text=Quay talk', LONG);
  });

  test('opens the sessions as a sheet on a phone, which Back closes', async () => {
    await tab.page.setViewportSize(WIDTHS.phone);
    await tab.at('#/chat/phone');
    await tab.page.click('main >> button >> text=Sessions');
    await tab.page.waitForSelector('dialog .session-title', LONG);
    await tab.page.goBack();
    await tab.page.waitForSelector('dialog .session-title', { state: 'detached', ...LONG });
    expect(await tab.page.locator('#message-text').isVisible()).toBe(true);
  });

  test('reports no error and no violation of its content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
