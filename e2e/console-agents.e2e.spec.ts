import { Crumbtrail } from '@crumbtrail/client';
import { AgentDef, ContextConfig, ToolConfig, type AgentDefV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import type { Dialog, Locator } from 'playwright-core';
import { consoleInChromium, LONG, type OpenConsole, tooWide, WIDTHS } from './support/console';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const NASTY = '<img src=x onerror="document.title=\'owned\'">';

const stack = useSharedStack();
useScript(stack, { say: 'as you say' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  for (const fact of ['the harbour opens at nine', 'the ferry leaves at ten', 'the bridge is closed on Mondays'])
    await client.say('harbour', `${fact}, and ${fact} again`, { wait_ms: 30_000 });
});

/** The first message of the prompt in the turn about a message. */
async function toldAbout(content: string): Promise<string> {
  await client.say('harbour', content, { wait_ms: 30_000 });
  const call = stack.model.calls.findLast(({ body }) => JSON.stringify(body.messages).includes(content));
  return call?.body.messages?.[0]?.content ?? '';
}

async function definition(): Promise<{ id: string; version: number; context: AgentDefV1 }> {
  const { breadcrumbs } = await client.list({ schema: AgentDef.name });
  const found = breadcrumbs.find(({ context }) => context['agent'] === 'assistant');
  if (!found) throw new Error('This stack has no assistant');
  return found as unknown as { id: string; version: number; context: AgentDefV1 };
}

describe('the agent and tool views of the console', () => {
  const tab = consoleInChromium(() => stack);

  /** Opens the console as somebody who is not an operator. */
  async function visit(hash: string): Promise<OpenConsole> {
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    return tab.another({ key: secret, viewport: WIDTHS.phone, hash });
  }

  const field = (label: string): Locator => tab.page.getByLabel(label, { exact: true });
  const save = (): Promise<void> => tab.page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = async (): Promise<void> =>
    void (await tab.page.waitForSelector('[role=status] >> text=/^Saved/', LONG));

  test('list for each agent who runs it and how its last turns ended', async () => {
    await tab.at('#/agents');
    const row = tab.page.locator('tr', { has: tab.page.locator('a[href="#/agents/assistant"]') });
    await row.waitFor(LONG);
    const { breadcrumbs } = await client.list({ schema: 'agent.turn.v1', limit: 200 });
    const turns = breadcrumbs.filter(({ context }) => context['agent'] === 'assistant').length;
    expect(turns).toBeGreaterThanOrEqual(3);
    await eventually(async () => (await row.locator('td').nth(2).textContent()) === `${turns}`);
    expect(await row.locator('td').first().textContent()).toBe('pool');
  });

  test('send an edited prompt to the model from the next turn on', async () => {
    await tab.at('#/agents/assistant');
    await field('Prompt').fill(`You answer as a harbour master. ${NASTY}`);
    await save();
    await saved();
    expect(await toldAbout('when does the ferry leave?')).toContain(`You answer as a harbour master. ${NASTY}`);
    expect(await tab.page.locator('main img').count()).toBe(0);
  });

  test('reject an invalid edit at its field, in the form and in the JSON, and save nothing', async () => {
    await tab.at('#/agents/assistant');
    const { version } = await definition();
    const before = await field('Prompt').inputValue(LONG);
    await field('Prompt').fill('');
    await field('Turn timeout (s)').fill('0');
    await save();
    await tab.page.waitForSelector('text=Not saved: fix 2 invalid fields.', LONG);
    const bad = tab.page.locator('.field', { has: field('Prompt') });
    expect(await bad.locator('.violations').textContent()).toContain('is missing');
    expect(await field('Prompt').getAttribute('aria-invalid')).toBe('true');
    expect(await tab.page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await tab.page.getByRole('button', { name: 'JSON', exact: true }).click();
    await tab.page.waitForSelector('text="/limits/turn_seconds"', LONG);
    await field('Payload as JSON').fill('{ "agent": "assistant", ');
    await save();
    await tab.page.waitForSelector('text=Not saved: invalid JSON.', LONG);
    await tab.page.getByRole('button', { name: 'Discard changes' }).click();
    await tab.page.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await field('Prompt').inputValue()).toBe(before);
    expect((await definition()).version).toBe(version);
  });

  test('do not overwrite a concurrent change without asking', async () => {
    await tab.at('#/agents/assistant');
    await field('Persona').fill('mine', LONG);
    const { id, version, context } = await definition();
    await client.change(id, version, { context: { ...context, persona: 'theirs' } });
    await save();
    await tab.page.waitForSelector('text=Someone else changed this', LONG);
    expect((await definition()).context.persona).toBe('theirs');
    await tab.page.getByRole('button', { name: 'Load the latest version' }).click();
    await eventually(async () => (await field('Persona').inputValue()) === 'theirs');
    await field('Persona').fill('mine');
    await client.change(id, version + 1, { context: { ...context, persona: 'theirs again' } });
    await save();
    await tab.page.getByRole('button', { name: 'Overwrite with my changes' }).click(LONG);
    await saved();
    expect((await definition()).context.persona).toBe('mine');
  });

  test('warn of a context window that the reply fills', async () => {
    await tab.at('#/agents/assistant');
    await field('Max reply tokens').fill('299', LONG);
    await field('Context window (tokens)').fill('300');
    const around = tab.page.locator('.field', { has: field('Context window (tokens)') });
    await around
      .getByText('leave no room for a context in a window of 300 tokens: every turn would fail.')
      .waitFor(LONG);
    await field('Context window (tokens)').fill('30000');
    await around.locator('.warn').waitFor({ ...LONG, state: 'detached' });
    await tab.page.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('ask before unsaved changes are left, and keep them if the reader stays', async () => {
    await tab.at('#/agents');
    await tab.at('#/agents/assistant');
    await field('Persona').fill('not saved yet', LONG);
    const asked: string[] = [];
    const answers = ['stay', 'stay', 'leave'];
    const answer = (dialog: Dialog): void => {
      asked.push(dialog.message());
      void (answers[asked.length - 1] === 'leave' ? dialog.accept() : dialog.dismiss());
    };
    tab.page.on('dialog', answer);
    await tab.page.getByRole('link', { name: 'Tools', exact: true }).click();
    await tab.page.waitForURL(/#\/agents\/assistant$/, LONG);
    await tab.page.goBack();
    await tab.page.waitForURL(/#\/agents\/assistant$/, LONG);
    expect(await field('Persona').inputValue()).toBe('not saved yet');
    await tab.page.getByRole('link', { name: 'Tools', exact: true }).click();
    await tab.page.waitForSelector('h1 >> text=Tools', LONG);
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'You have unsaved changes. Leave and discard them?'));
    await tab.at('#/agents/assistant');
    expect(await field('Persona').inputValue(LONG)).not.toBe('not saved yet');
    tab.page.off('dialog', answer);
  });

  test('explain the subscriptions in words while they are typed', async () => {
    await tab.at('#/agents/assistant');
    await field('Subscriptions').fill('[{"schema":"user.message.v1","any_tags":["tide","wind"]}]');
    await tab.page.waitForSelector(
      'text=Wakes for user.message.v1 or later with one of the tags “tide” or “wind”.',
      LONG,
    );
    await tab.page.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('link the last turns of an agent to their trails and contexts', async () => {
    await tab.at('#/agents/assistant?tab=turns');
    await tab.page.waitForSelector('text=as you say', LONG);
    const hrefs = await tab.page
      .locator('main td a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(hrefs.some((href) => href.startsWith('#/trails/'))).toBe(true);
    expect(hrefs.some((href) => href.startsWith('#/contexts/'))).toBe(true);
  });

  test('show what a configuration drops from a context before it is saved, and apply it from the next turn on', async () => {
    await tab.at('#/agents/assistant?tab=context');
    const effect = tab.page.getByRole('region', { name: 'Effect on a turn' });
    await effect.locator('tr', { hasText: 'total' }).waitFor(LONG);
    expect(await effect.getByRole('region', { name: 'Dropped' }).locator('li').count()).toBe(0);
    await field('Budget (tokens)').fill('64');
    await effect.locator('section[aria-label=Dropped] li').first().waitFor(LONG);
    expect(await effect.locator('section[aria-label=Dropped]').textContent()).toContain('doesn’t fit the budget');
    expect((await client.list({ schema: ContextConfig.name })).breadcrumbs).toEqual([]);
    expect(await effect.locator('tr', { hasText: 'effective limit' }).textContent()).toMatch(/\d,\d{3}/);
    await save();
    await saved();
    await toldAbout('and the bridge?');
    const { breadcrumbs } = await client.list({ schema: 'agent.context.v1', limit: 1 });
    expect(breadcrumbs[0]?.context).toMatchObject({ budget: { max_tokens: 64 } });
  });

  test('create an agent from a template, which then wakes for messages', async () => {
    await tab.at('#/agents?new=1');
    await field('Agent').fill('pilot');
    await field('Subscriptions').fill('[{"schema":"user.message.v1","any_tags":["pilot"]}]');
    await tab.page.getByRole('button', { name: 'Create' }).click();
    await tab.page.waitForSelector('[role=status] >> text=Critic was created.', LONG);
    expect((await client.agents()).map(({ agent }) => agent)).toContain('pilot');
    await tab.page.getByRole('button', { name: 'Chat with Critic in a new session' }).click();
    await tab.page.waitForURL(/#\/chat\/critic-/, LONG);
    const name = decodeURIComponent(tab.page.url().split('/').at(-1) ?? '');
    const { breadcrumbs } = await client.list({ schema: 'session.v1', session: name });
    expect(breadcrumbs[0]?.context).toMatchObject({ members: [{ kind: 'agent', id: 'pilot' }] });
  });

  /** What the list of tools shows about one of them, after a reload. */
  async function standingOf(tool: string, { page, at }: OpenConsole): Promise<string | null> {
    await at('#/tools');
    await page.reload();
    const row = page.locator('tr', { has: page.getByRole('link', { name: tool, exact: true }) });
    return row.locator('td').first().textContent(LONG);
  }

  test('disable a tool for everybody, and enable it again', async () => {
    const configs = async () => (await client.list({ schema: ToolConfig.name })).breadcrumbs.map((one) => one.context);
    const visitor = await visit('#/tools');
    await tab.at('#/tools/dice');
    await tab.page.waitForSelector('.about-tool >> text=available', LONG);
    await field('Enabled').selectOption('no');
    await save();
    await tab.page.waitForSelector('.about-tool >> text=disabled', LONG);
    expect(await configs()).toEqual([{ tool: 'dice', enabled: false }]);
    expect(await standingOf('dice', tab)).toBe('disabled');
    await eventually(async () => (await standingOf('dice', visitor)) !== 'available');
    await tab.at('#/tools/dice');
    await field('Enabled').selectOption('yes', LONG);
    await save();
    await saved();
    expect(await configs()).toEqual([{ tool: 'dice', enabled: true }]);
    for (const one of [tab, visitor]) await eventually(async () => (await standingOf('dice', one)) === 'available');
    await visitor.page.close();
  });

  test('are read-only for people who are not operators', async () => {
    const visitor = await visit('#/agents/assistant');
    await visitor.page.waitForSelector('text=Only operators can change this.', LONG);
    expect(await visitor.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await visitor.page.getByLabel('Prompt', { exact: true }).isDisabled()).toBe(true);
    await visitor.page.close();
  });

  test.each([
    '#/agents',
    '#/agents/assistant',
    '#/agents/assistant?tab=context',
    '#/agents/assistant?tab=turns',
    '#/tools',
    '#/tools/dice',
    '#/dead-letters',
  ])('%s: the page fits a phone and never scrolls sideways', async (hash) => {
    const phone = await tab.another({ viewport: WIDTHS.phone, hash });
    await phone.page.waitForSelector('main h1', LONG);
    await phone.page.waitForSelector('main .busy', { ...LONG, state: 'detached' });
    expect(await tooWide(phone.page)).toBeLessThanOrEqual(0);
    expect(phone.complaints).toEqual([]);
    await phone.page.close();
  });

  test('the page reports no error and no violation of its content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
