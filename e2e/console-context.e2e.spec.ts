import { eventually } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { consoleInChromium, LONG, NOBODY, tooWide, WIDTHS } from './support/console';
import { askAboutPorts } from './support/port-questions';
import { createTestWorkspace } from './support/test-workspace';
import { useFixture, useSharedStack } from './support/fixture';

const stack = useSharedStack();
const history = useFixture(() => askAboutPorts(stack));

describe('the context view of the console', () => {
  const tab = consoleInChromium(() => stack);

  test('shows the prompt word for word, by section, as text only', async () => {
    const { prompt, formatted_context, items } = await history.client.contexts.explain(history.first.context);
    await tab.at(`#/contexts/${history.first.context}`);
    await tab.page.waitForSelector('[data-testid=prompt-text]', LONG);
    const shown = await tab.page.locator('[data-testid=prompt-text]').allTextContents();
    expect(shown).toEqual(prompt?.map(({ content }) => content));
    expect(formatted_context).toContain('<script>');
    const segments = await tab.page.locator('.segment').all();
    const sections = await Promise.all(segments.map((one) => one.getAttribute('data-section')));
    const kept = items.filter(({ decision }) => decision === 'kept').map(({ section }) => section);
    expect(new Set(sections)).toEqual(new Set(['system prompt', 'message', ...kept]));
    expect(await tab.page.locator('main img, main script').count()).toBe(0);
    expect(await tab.page.title()).toBe('Contexts · Crumbtrail');
  });

  test('shows an operator what the model was sent in each call, with the schemas of its tools', async () => {
    const { calls } = await history.client.contexts.calls(history.first.context);
    await tab.at(`#/contexts/${history.first.context}?show=calls`);
    await tab.page.waitForSelector('.prompt summary', LONG);
    expect(await tab.page.locator('.prompt summary').count()).toBe(calls.length);
    const shown = await tab.page.locator('.prompt details[open] pre').allTextContents();
    expect(shown).toEqual(expect.arrayContaining(calls.at(-1)?.messages.map(({ content }) => content) ?? []));
  });

  test('shows the tokens by section, and the estimate beside the billed tokens', async () => {
    const { billed, tokens, budget } = await history.client.contexts.explain(history.first.context);
    await tab.at(`#/contexts/${history.first.context}`);
    expect(await tab.textOf('[data-testid=context-summary]')).toContain(
      `the provider billed ${billed?.billed.toLocaleString('en')}`,
    );
    const bar = await tab.textOf('.token-bar >> nth=0');
    expect(bar).toContain(`${tokens.total} of ${budget.cap.toLocaleString('en')}`);
    for (const [name, count] of Object.entries(tokens.by_section))
      if (count > 0) expect(bar).toContain(`${name} ${count}`);
  });

  test('lists every candidate with its decision and reason, sorted and filtered by keyboard', async () => {
    const { items } = await history.client.contexts.explain(history.first.context);
    await tab.at(`#/contexts/${history.first.context}?show=candidates`);
    await tab.page.waitForSelector('[data-piece]', LONG);
    expect(await tab.page.locator('[data-piece]').count()).toBe(items.length);
    await tab.page.focus('th button >> text=Tokens');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('th[aria-sort=descending] >> text=Tokens', LONG);
    const cells = await tab.page.locator('[data-piece] [data-cell=tokens]').allTextContents();
    expect(cells.map(Number)).toEqual(items.map(({ tokens }) => tokens ?? 0).sort((a, b) => b - a));
    await tab.page.evaluate('document.activeElement.blur()');
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('dashboard runs');
    await eventually(async () => (await tab.page.locator('[data-piece]').count()) === 1);
    expect(tab.page.url()).toContain('text=dashboard');
  });

  /** The items that the panel would drop and add, once it shows this budget. */
  async function changesAt(budget: number): Promise<{ leaves: string[]; enters: string[] }> {
    await tab.page.waitForSelector(`[data-testid=what-if] >> text=/^At ${budget} tokens/`, LONG);
    const listed = (which: string): Promise<string[]> =>
      tab.page
        .locator(`[data-testid=${which}] li`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-piece') ?? ''));
    return { leaves: await listed('leaves'), enters: await listed('enters') };
  }

  /** The simulation of the gateway for this budget. */
  async function whatIf(budget: number): Promise<{ leaves: string[]; enters: string[] }> {
    const [one] = (await history.client.contexts.whatIf(history.first.context, [budget])).budgets;
    const named = (items: readonly { id: string; version: number }[] = []): string[] =>
      items.map(({ id, version }) => expect.stringContaining(`${id}@${version}`));
    return { leaves: named(one?.leaves), enters: named(one?.enters) };
  }

  test('simulates a smaller budget with a slider, and restores the items at a larger one', async () => {
    const { budget } = await history.client.contexts.explain(history.first.context);
    await tab.at(`#/contexts/${history.first.context}?show=budgets`);
    const none = { leaves: [], enters: [] };
    expect(await changesAt(budget.max_tokens)).toEqual(none);
    await tab.page.focus('#budget');
    await tab.page.keyboard.press('Home');
    const least = await changesAt(64);
    expect(least).toEqual(await whatIf(64));
    expect(least.leaves.length).toBeGreaterThan(0);
    expect(tab.page.url()).toContain('budget=64');
    await tab.page.keyboard.press('End');
    const largest = Number(await tab.page.getByLabel('Budget in tokens').inputValue());
    expect(largest).toBeGreaterThan(budget.max_tokens);
    expect(await changesAt(largest)).toEqual(await whatIf(largest));
    expect(await tab.page.locator('[data-testid=leaves] li').count()).toBe(0);
    await tab.page.keyboard.press('Home');
    expect(await changesAt(64)).toEqual(least);
    await tab.page.click('text=Reset to');
    expect(await changesAt(budget.max_tokens)).toEqual(none);
  });

  test('answers above the context why a text is not in it, and keeps the question in the address', async () => {
    await tab.at(`#/contexts/${history.first.context}`);
    await tab.page.fill('#why-not', 'porcupines juggle on Thursdays');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('[data-testid=why-not][data-verdict=not_said]', LONG);
    expect(tab.page.url()).toContain('why=porcupines');
    await tab.page.fill('#why-not', '8443');
    await tab.page.click('button >> text=Ask');
    await tab.page.waitForSelector('[data-testid=why-not][data-verdict=in]', LONG);
  });

  test('begins a trial with the configuration that its address names, and shows the message that is answered again', async () => {
    const config = JSON.stringify({ sources: [{ type: 'recent', limit: 13 }] });
    await tab.at(`#/contexts/${history.first.context}/rerun?config=${encodeURIComponent(config)}`);
    const field = tab.page.getByLabel('Context configuration (JSON)');
    await field.waitFor(LONG);
    expect(await field.inputValue()).toBe(config);
    const { context } = await history.client.get(history.first.context);
    const { id } = context['trigger'] as { id: string };
    const { content } = (await history.client.get(id)).context;
    expect(await tab.textOf('.asked')).toContain(content);
    expect(await findViolations(tab.page)).toEqual([]);
  });

  test('compares two builds side by side, with every change and its cause', async () => {
    const { added, causes } = await history.client.contexts.diff(history.first.context, history.second.context);
    await tab.at(`#/contexts/${history.second.context}?show=diff`);
    await tab.page.waitForSelector('[data-testid=diff-sentence]', LONG);
    expect(await tab.page.locator('.comparison select').inputValue()).toBe(history.first.context);
    expect(await tab.page.locator('[data-what=added]').count()).toBe(added.length);
    expect(causes.map((cause) => cause.split(':')[0])).toEqual(['trigger', 'position']);
    await tab.page.locator('.causes li', { hasText: 'message: ' }).waitFor(LONG);
    const [message, position] = await tab.page.locator('.causes li').allTextContents();
    expect(message).toBe('message: Which port does the dashboard run on?, then And which port have the metrics?');
    expect(position).toMatch(/^position in the log: [\d,]+, then [\d,]+$/);
    await tab.at(`#/contexts/${history.first.context}?show=diff&with=${history.second.context}`);
    await eventually(
      async () => (await tab.page.locator('.comparison select').inputValue()) === history.second.context,
    );
  });

  test('summarises a replay and a replan in words', async () => {
    await tab.at(`#/contexts/${history.first.context}?show=again`);
    await tab.page.click('button >> text=Replay');
    await tab.page.waitForSelector('[data-testid=replay-outcome] >> text=Byte-identical', LONG);
    await tab.page.click('button >> text=Replan');
    await tab.page.waitForSelector('[data-testid=replan-outcome] [data-testid=diff-sentence]', LONG);
    expect(await tab.textOf('[data-testid=diff-sentence]')).toMatch(/same items in the same order/);
  });

  test('lists the contexts and responses that used a breadcrumb', async () => {
    const { items } = await history.client.contexts.explain(history.first.context);
    const crumb = items.find(({ text }) => text?.includes('8443'))?.id ?? '';
    await tab.at(`#/contexts?crumb=${crumb}`);
    await tab.page.waitForSelector(`a[href="#/contexts/${history.first.context}"]`, LONG);
    expect(await tab.page.locator('main tbody tr').count()).toBe(
      (await history.client.contexts.influence(crumb)).contexts.length,
    );
  });

  test('reports an id that does not exist', async () => {
    await tab.at(`#/contexts/${NOBODY}`);
    await tab.page.waitForSelector('[role=alert] >> text=There is no record', LONG);
  });

  test('Ctrl-K leads to a view, to an id, and with words to what is found for them', async () => {
    const goTo = async (text: string): Promise<void> => {
      await tab.page.keyboard.press('Control+k');
      await tab.page.waitForSelector('.palette input:focus', LONG);
      await tab.page.keyboard.type(text);
      await tab.page.waitForSelector('.palette [cmdk-item][data-selected=true]', LONG);
      await tab.page.keyboard.press('Enter');
      await tab.page.waitForSelector('.palette', { state: 'detached', ...LONG });
    };
    await goTo('Dead letters');
    await tab.page.waitForSelector('h1 >> text=Dead letters', LONG);
    await goTo(history.first.answer);
    await tab.page.waitForSelector(`[data-crumb="${history.first.answer}"].open`, LONG);
    await goTo('metrics endpoint');
    await tab.page.waitForSelector('.found mark >> text=metrics', LONG);
    await tab.page.waitForSelector('.found >> text=/port of the metrics endpoint is 9464/', LONG);
  });

  test('one switch shows all times in UTC, relative, and local again', async () => {
    await tab.at('#/contexts');
    const time = tab.page.locator('main time').first();
    await tab.page.click('.time-switch');
    await tab.page.waitForSelector('main time >> text=UTC', LONG);
    await tab.page.click('.time-switch');
    await eventually(async () => /ago|now/.test((await time.textContent()) ?? ''));
    await tab.page.click('.time-switch');
    await eventually(async () => /\d\d:\d\d:\d\d \S+/.test((await time.textContent()) ?? ''));
  });

  test('lists contexts with their questions, and compares two that are ticked', async () => {
    await tab.at('#/contexts');
    await tab.page.getByLabel('Compare: Which port does the dashboard run on?').check(LONG);
    await tab.page.getByLabel('Compare: And which port have the metrics?').check();
    await tab.page.click('text=Compare the two ticked contexts');
    await tab.page.waitForSelector('[data-testid=diff-sentence]', LONG);
    expect(tab.page.url()).toContain(`#/contexts/${history.second.context}?show=diff&with=${history.first.context}`);
  });

  test('shows no contexts to people who may not read them', async () => {
    const { secret } = await history.client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const theirs = await tab.another({ key: secret });
    await theirs.at('#/contexts');
    await theirs.page.waitForSelector('text=No contexts you can view', LONG);
    await theirs.at(`#/contexts/${history.first.context}`);
    await theirs.page.waitForSelector('[role=alert]', LONG);
    await theirs.page.close();
  });

  test.each([
    ['what an agent saw', () => `#/contexts/${history.first.context}`, '[data-testid=prompt-text]'],
    ['candidates', () => `#/contexts/${history.first.context}?show=candidates`, '[data-piece]'],
    ['other budgets', () => `#/contexts/${history.first.context}?show=budgets&budget=64`, '[data-testid=what-if]'],
    [
      'a difference',
      () => `#/contexts/${history.second.context}?show=diff&with=${history.first.context}`,
      '[data-testid=diff-sentence]',
    ],
  ])('on a phone %s fits the width', async (_, hash, ready) => {
    await tab.page.setViewportSize(WIDTHS.phone);
    await tab.at(hash());
    await tab.page.waitForSelector(ready, LONG);
    expect(await tooWide(tab.page)).toBe(0);
  });

  test('fits the list into 1,024 pixels, also with long ids of sessions and the dates of earlier days', async () => {
    const { key, client } = await createTestWorkspace(stack);
    await client.say('chat-aea06828-969e-4d1c-9d8d-1f24f1ab5f33', 'Which port?', { wait_ms: 60_000 });
    const { page, at } = await tab.another({ key, viewport: { width: 1024, height: 768 } });
    await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
    await at('#/contexts');
    await page.getByText('answered').waitFor(LONG);
    const fits = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('main .wide'))`;
    expect(await page.locator('td [title^="chat-aea06828"]').textContent()).toBe('chat-aea06…4f1ab5f33');
    expect(await page.evaluate(fits)).toBe(true);
    await at('#/tools');
    await page.getByRole('link', { name: 'search_breadcrumbs' }).waitFor(LONG);
    expect(await page.evaluate(fits)).toBe(true);
    await page.close();
  });

  test('reports an erased text, and that its context cannot be replayed', async () => {
    const { key } = await createTestWorkspace(stack);
    const { client, second } = await askAboutPorts(stack, key);
    const { items } = await client.contexts.explain(second.context);
    const quoted = items.find(({ decision, text }) => decision === 'kept' && text?.includes('9464'));
    if (!quoted) throw new Error('The context quotes nothing that could be erased');
    await client.erase(quoted.id, quoted.version);
    const { page, at } = await tab.another({ key });
    await at(`#/contexts/${second.context}`);
    await page.waitForSelector('text=This context’s text was deleted', LONG);
    await at(`#/contexts/${second.context}?show=again`);
    await page.click('button >> text=Replay');
    await page.waitForSelector('[data-testid=replay-outcome] >> text=was erased', LONG);
    await page.close();
  });

  test('the browser reports no error and no violation of the content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
