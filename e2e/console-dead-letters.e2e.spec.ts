import { AgentContext, AgentResponse, UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { inChromium, LONG, openConsole, type OpenConsole } from './support/console';
import { faultyService } from './support/faulty-service';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useScript, useStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const SAYS = 'the power was cut <b>here</b>';

const stack = useStack({ apart: ['agent-executor'], services: WITHOUT_TOOLS });
useScript(stack, { say: 'here I am' });

/** A workspace in which three messages could not be processed: one in each of three sessions. */
async function workspaceWithDeadLetters(): Promise<TestWorkspace> {
  const workspace = await createTestWorkspace(stack);
  await stack.halt('agent-executor');
  const fault = { service: 'agent-executor', contract: AgentContext, options: { recipient: 'pool' }, says: SAYS };
  const end = await faultyService(stack, fault);
  for (const session of ['one', 'two', 'three']) await workspace.client.say(session, 'is anybody there?');
  await eventually(async () => (await workspace.client.deadLetters()).length === 3, { withinMs: 60_000 });
  await end();
  await stack.start('agent-executor');
  return workspace;
}

/** Their letters come in any order, as the three turns run at once. */
const SESSION = /^(one|two|three)$/;

/** The sessions in which the agent has answered with more than the error that ended its turn. */
async function answeredSessions({ client }: TestWorkspace): Promise<string[]> {
  const { breadcrumbs } = await client.list({ schema: AgentResponse.name });
  const answers = breadcrumbs.filter(({ context }) => context['action'] === 'speak');
  return answers.map(({ session = '' }) => session).sort();
}

describe('dead letters in Chromium', () => {
  const chromium = inChromium();
  const openFor = ({ key }: TestWorkspace): Promise<OpenConsole> =>
    openConsole(chromium.browser, stack, { key, hash: '#/dead-letters' });

  test('show what failed and why, and link to the breadcrumb', async () => {
    const workspace = await workspaceWithDeadLetters();
    const { page } = await openFor(workspace);
    await page.waitForSelector('text=3 of the latest 3 waiting.', LONG);
    const letter = page.locator('.letter').first();
    const text = await letter.textContent();
    expect(text).toContain('agent-executor failed to process a new agent.context.v1 (1 attempt).');
    expect(text).toContain(SAYS);
    const links = letter.locator('a');
    await letter.getByRole('link', { name: SESSION }).waitFor(LONG);
    const names = ['assistant', expect.stringMatching(SESSION), 'View the breadcrumb'];
    expect(await links.allTextContents()).toEqual(names);
    expect(await links.last().getAttribute('href')).toMatch(/^#\/trails\/[0-9a-f-]{36}\?crumb=/);
    expect(await answeredSessions(workspace)).toEqual([]);
    await page.close();
  });

  test('are replayed one by one, and by Retry in a chat, after which the same message is answered', async () => {
    const workspace = await workspaceWithDeadLetters();
    const { page, at } = await openFor(workspace);
    await page
      .locator('.letter')
      .last()
      .getByRole('button', { name: /^Replay/ })
      .click();
    await page.waitForSelector('text=Replayed 1 of 1.', LONG);
    await page.waitForSelector('text=2 of the latest 3 waiting.', LONG);
    // The number in the menu is read every half minute by itself: sooner only because something was replayed.
    await page.waitForSelector('nav a:has-text("Dead letters") .badge >> text=/^2$/', { timeout: 10_000 });
    await eventually(async () => (await answeredSessions(workspace)).length === 1);
    await at('#/chat/two');
    const failed = page.locator('.message', { hasText: 'error: turn_failed' });
    await failed.getByRole('button', { name: 'Retry' }).click(LONG);
    await page.waitForSelector('.message.agent:not(.writing) >> text=here I am', LONG);
    const { breadcrumbs } = await workspace.client.list({ session: 'two', schema: UserMessage.name });
    expect(breadcrumbs).toHaveLength(1);
    await failed.getByRole('button', { name: 'Retry' }).click(LONG);
    await failed.getByText('This turn was run again before.').waitFor(LONG);
    await page.close();
  });

  test('are discarded one by one, after which they count no more, and can still be replayed', async () => {
    const workspace = await workspaceWithDeadLetters();
    const { page, complaints } = await openFor(workspace);
    const count = page.getByTitle('neither replayed nor discarded');
    await count.getByText('3').waitFor(LONG);
    const letter = page.locator('.letter').first();
    await letter.getByRole('button', { name: /^Discard/ }).click(LONG);
    await page.waitForSelector('text=2 of the latest 3 waiting.', LONG);
    await count.getByText('2').waitFor(LONG);
    await letter.getByText('Discarded by operator').waitFor(LONG);
    expect(await letter.getByRole('button').allTextContents()).toEqual(['Replay']);
    await letter.getByRole('button', { name: /^Replay/ }).click(LONG);
    await eventually(async () => (await answeredSessions(workspace)).length === 1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('are replayed all at once, with progress, and each message is answered once', async () => {
    const workspace = await workspaceWithDeadLetters();
    const { page, complaints } = await openFor(workspace);
    await page.getByRole('button', { name: 'Replay all' }).click();
    await page.waitForSelector('text=Replayed 3 of 3.', LONG);
    await page.waitForSelector('text=0 of the latest 3 waiting.', LONG);
    await eventually(async () => (await answeredSessions(workspace)).length === 3);
    expect(await answeredSessions(workspace)).toEqual(['one', 'three', 'two']);
    expect(await workspace.client.deadLetters()).toHaveLength(3);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
