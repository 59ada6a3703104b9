import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Crumbtrail } from '@crumbtrail/client';
import { ToolTried, ToolTry } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import type { Locator, Page } from 'playwright-core';
import { consoleInChromium, tooWide, WIDTHS } from './support/console';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';

const LONG = { timeout: 20_000 };
const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-try-page-'));
const notes = join(folder, 'notes');
const odd = resolve(__dirname, '../services/tool-runner/test/odd-server.mjs');

const stack = useStack(() => {
  const MCP_SERVERS = join(folder, 'servers.json');
  const server = { command: process.execPath, args: [odd, notes] };
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { odd: server } }));
  return { services: { ...WITHOUT_MEMORY, 'tool-runner': { env: { MCP_SERVERS } } } };
});
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

beforeAll(async () => {
  const turns = new ToolTurns(stack);
  for (const tool of ['calculator', 'random', 'odd__once']) await turns.whenAvailable(tool);
});
const opened = consoleInChromium(() => stack);

const tryForm = (name: string, on: Page = opened.page): Locator => on.getByRole('form', { name: `Try ${name}` });
const gave = (form: Locator): Locator => form.getByRole('region', { name: 'Result' });

describe('the form to try a tool in the console', () => {
  test('shows the result and the duration, and links to a trail of request and response', async () => {
    await opened.at('#/tools/calculator');
    const form = tryForm('calculator');
    await form.getByLabel('expression', { exact: true }).fill('6 * 7', LONG);
    await form.getByLabel('expression', { exact: true }).press('Tab');
    await opened.page.keyboard.press('Enter');
    await gave(form).locator('pre', { hasText: /^42$/ }).waitFor(LONG);
    expect(await gave(form).textContent()).toMatch(/ok\d+ ms/);
    await gave(form).getByRole('link', { name: 'View trail' }).click();
    await opened.page.waitForURL(/#\/trails\//, LONG);
    await opened.page.locator('main').getByText('calculator(6 * 7)').first().waitFor(LONG);
    await opened.page.getByLabel('raw').check();
    for (const schema of [ToolTry.name, ToolTried.name])
      await opened.page.locator('main').getByText(schema, { exact: false }).first().waitFor(LONG);
    // Each hop shows the service that wrote it, if a service did.
    await opened.page
      .getByRole('treeitem', { name: /^tool\.tried\.v1 calculator by service tool-runner/ })
      .waitFor(LONG);
    await opened.page.locator('.trail-author', { hasText: 'tool-runner service' }).waitFor(LONG);
  });

  test('rejects invalid arguments at their field before anything is sent, and moves the focus there', async () => {
    const before = (await client.list({ schema: ToolTry.name })).breadcrumbs.length;
    await opened.at('#/tools/calculator');
    const form = tryForm('calculator');
    await form.getByRole('button', { name: 'Try it' }).click(LONG);
    await form.getByText('Not run: fix 1 invalid field.').waitFor(LONG);
    const expression = form.getByLabel('expression', { exact: true });
    expect(await expression.getAttribute('aria-invalid')).toBe('true');
    const focused = (): Promise<unknown> => opened.page.evaluate('document.activeElement.labels?.[0]?.textContent');
    await eventually(async () => (await focused()) === 'expression');
    expect((await client.list({ schema: ToolTry.name })).breadcrumbs.length).toBe(before);
    await expression.fill('1 / 0');
    await form.getByRole('button', { name: 'Try it' }).click();
    await gave(form).getByText('failed', { exact: true }).waitFor(LONG);
  });

  test('fills in an example, and accepts arguments as JSON', async () => {
    await opened.at('#/tools/calculator');
    const form = tryForm('calculator');
    await form
      .getByRole('button', { name: /^Fill in/ })
      .first()
      .click(LONG);
    expect(await form.getByLabel('expression', { exact: true }).inputValue()).not.toBe('');
    await form.getByRole('button', { name: 'JSON', exact: true }).click();
    await form.getByLabel('Arguments as JSON').fill('{"expression": "2 ^ 10"}');
    await form.getByRole('button', { name: 'Try it' }).click();
    await gave(form)
      .locator('pre', { hasText: /^1024$/ })
      .waitFor(LONG);
    await form.getByLabel('Arguments as JSON').fill('{"expression"');
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByText('Not run: invalid JSON.').waitFor(LONG);
  });

  test('runs a tool with side effects once, and only after confirmation', async () => {
    await opened.at('#/tools/odd__once');
    const form = tryForm('odd__once');
    const sure = form.getByRole('checkbox');
    await form.getByRole('button', { name: 'Try it' }).click(LONG);
    expect(await form.locator('.confirm input:invalid').count()).toBe(1);
    expect((await client.list({ schema: ToolTry.name, limit: 500 })).breadcrumbs.map(({ context }) => context)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ tool: 'odd__once' })]),
    );
    await sure.check();
    await form.getByRole('button', { name: 'Try it' }).click();
    await gave(form).getByText('outcome_unknown', { exact: true }).waitFor(LONG);
    expect(await sure.isChecked()).toBe(false);
    const runs = readFileSync(notes, 'utf8').split('\n');
    expect(runs.filter((line) => line === 'ran once')).toHaveLength(1);
  });

  test('explains why a tool cannot be tried, and who may try tools', async () => {
    await opened.at('#/tools/timer');
    await opened.page.getByText('ask an agent that is granted it').waitFor(LONG);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const visitor = await opened.another({ key: secret });
    await visitor.at('#/tools/calculator');
    await visitor.page.getByText('Only operators can try tools.').waitFor(LONG);
    expect(await visitor.page.getByRole('button', { name: 'Try it' }).count()).toBe(0);
    await visitor.page.close();
  });

  test.each(['light', 'dark'] as const)('fits a phone while a result is shown, %s', async (colorScheme) => {
    const phone = await opened.another({ viewport: WIDTHS.phone });
    await phone.page.emulateMedia({ colorScheme });
    await phone.at('#/tools/random');
    const form = tryForm('random', phone.page);
    await form.getByRole('button', { name: 'JSON', exact: true }).click(LONG);
    await form.getByLabel('Arguments as JSON').fill('{"min": 1, "max": 1000000, "count": 100}');
    await form.getByRole('button', { name: 'Try it' }).click();
    await gave(form).locator('pre').waitFor(LONG);
    expect(await tooWide(phone.page)).toBeLessThanOrEqual(0);
    expect(phone.complaints).toEqual([]);
    await phone.page.close();
  });

  test('the page reports no error and no violation of its content security policy', () => {
    expect(opened.complaints).toEqual([]);
  });
});
