import { readFile } from 'node:fs/promises';
import { type Ref, UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { consoleInChromium, LONG, NOBODY, tooWide, WIDTHS } from './support/console';
import { PORTS_SESSION, askAboutPorts, NASTY } from './support/port-questions';
import { useFixture, useSharedStack } from './support/fixture';

/** One trail of `count` crumbs: the root caused the first thousand, and each of those caused at most one more. */
async function longTrail(count: number): Promise<string> {
  const message = (n: number, cause?: Ref) => ({
    schema_name: UserMessage.name,
    session: 'long',
    context: { content: `number ${n}` },
    ...(cause ? { cause: { id: cause.id } } : {}),
  });
  const append = (causes: readonly Ref[], from: number) =>
    history.client.appendBatch(
      causes.map((cause, n) => message(from + n, cause)),
      { imported: true },
    );
  const [root] = await history.client.appendBatch([message(0)], { imported: true });
  if (!root) throw new Error('The first message was not accepted');
  const below = await append(
    Array.from({ length: 1_000 }, () => root),
    1,
  );
  await append(below.slice(0, count - 1_001), 1_001);
  return root.id;
}

const stack = useSharedStack();
const history = useFixture(() => askAboutPorts(stack));

describe('the trail view of the console', () => {
  const tab = consoleInChromium(() => stack);

  const rows = () => tab.page.locator('[role=treeitem]');

  test('is linked from a reply, and links each breadcrumb to its context', async () => {
    await tab.at(`#/chat/${PORTS_SESSION}`);
    await tab.page.waitForSelector('.message.agent .links', LONG);
    await tab.page.locator('.message.agent .links >> text=trail').first().click();
    await tab.page.waitForSelector(`[data-crumb="${history.first.answer}"].open`, LONG);
    expect(await rows().count()).toBe(4);
    expect(await rows().nth(0).getAttribute('aria-label')).toContain('Which port does the dashboard run on?');
    expect(await tab.textOf('.trail-crumb .said')).toContain('answer to Which port');
    await tab.page.click('.trail-crumb >> text=View the context behind this');
    await tab.page.waitForSelector('[data-testid=context-summary]', LONG);
    expect(tab.page.url()).toContain(`#/contexts/${history.first.context}`);
  });

  test('is navigated by keyboard: to the end, up, collapsed, opened and closed', async () => {
    await tab.at(`#/trails/${history.first.trail}`);
    await tab.page.waitForSelector('[role=treeitem]', LONG);
    await tab.page.focus('[role=tree]');
    await tab.page.keyboard.press('End');
    await tab.page.waitForSelector(`[data-crumb="${history.first.answer}"].at`, LONG);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('.trail-crumb .facts', LONG);
    expect(tab.page.url()).toContain(`crumb=${history.first.answer}`);
    await tab.page.focus('.trail-crumb button');
    await tab.page.keyboard.press('Escape');
    await tab.page.waitForSelector('.trail-crumb', { state: 'detached', ...LONG });
    await tab.page.focus('[role=tree]');
    await tab.page.keyboard.press('Home');
    await tab.page.keyboard.press('ArrowLeft');
    await eventually(async () => (await rows().count()) === 1);
    await tab.page.keyboard.press('ArrowRight');
    await eventually(async () => (await rows().count()) === 4);
  });

  test('shows what a running turn adds, without a reload', async () => {
    stack.model.next({ say: 'one two three', pieces: 3, between_ms: 1_500 });
    const { trail_id } = await history.client.say(PORTS_SESSION, 'And the port of the door?');
    await tab.at(`#/trails/${trail_id}`);
    await tab.page.waitForSelector('[role=treeitem] >> text=operator asked', LONG);
    expect(await tab.page.locator('[role=treeitem] >> text=answered').count()).toBe(0);
    await tab.page.waitForSelector('[role=treeitem] >> text=answered', LONG);
  });

  test('Back closes an opened breadcrumb before it leaves the trail, and so does Close', async () => {
    await tab.at('#/health');
    await tab.at(`#/trails/${history.first.trail}`);
    await rows().nth(1).click(LONG);
    await tab.page.waitForSelector('.trail-crumb .facts', LONG);
    await rows().nth(2).click();
    await tab.page.waitForSelector('.trail-row.open[aria-posinset="3"]', LONG);
    await tab.page.goBack();
    await tab.page.waitForSelector('.trail-crumb', { state: 'detached', ...LONG });
    expect(await rows().count()).toBe(4);
    await rows().nth(1).click();
    await tab.page.click('.trail-crumb >> text=Close');
    await tab.page.waitForSelector('.trail-crumb', { state: 'detached', ...LONG });
    await tab.page.goBack();
    await tab.page.waitForSelector('h1 >> text=Health', LONG);
  });

  test('opens a trail of 2,000 breadcrumbs, draws only the visible rows, and reaches its end by keyboard', async () => {
    const long = await longTrail(2_000);
    const { nodes } = await history.client.trail(long);
    expect(nodes).toHaveLength(2_000);
    await tab.at(`#/trails/${long}`);
    await tab.page.waitForSelector('[data-testid=trail-totals] >> text=2,000 crumbs', LONG);
    await tab.page.waitForSelector('[role=treeitem]', LONG);
    expect(await rows().count()).toBeLessThan(100);
    expect(await rows().first().getAttribute('aria-setsize')).toBe('2000');
    await tab.page.focus('[role=tree]');
    await tab.page.keyboard.press('End');
    await tab.page.waitForSelector('[role=treeitem][aria-posinset="2000"].at', LONG);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('.trail-crumb .facts', LONG);
  }, 60_000);

  test('shows what people wrote as text and never runs it', async () => {
    const { message } = await history.client.say(PORTS_SESSION, NASTY, { wait_ms: 30_000 });
    await tab.at(`#/trails/${message.id}?crumb=${message.id}`);
    await tab.page.waitForSelector('.trail-crumb .said', LONG);
    expect(await tab.textOf('.trail-crumb .said')).toBe(NASTY);
    await tab.at('#/trails');
    await tab.page.waitForSelector('.trail-list >> text=<script>', LONG);
    expect(await tab.page.locator('main img, main script').count()).toBe(0);
    expect(await tab.page.title()).toBe('Trails · Crumbtrail');
  });

  test('saves a trail as a file with every breadcrumb', async () => {
    const { client } = history;
    const said = await client.say('saved', 'a trail to take along');
    await tab.at(`#/trails/${said.trail_id}`);
    const [file] = await Promise.all([
      tab.page.waitForEvent('download', LONG),
      tab.page.getByRole('button', { name: 'Download' }).click(LONG),
    ]);
    expect(file.suggestedFilename()).toBe(`trail-${said.trail_id}.ndjson`);
    const text = await readFile(await file.path(), 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { part: string }).part),
    ).toContain('end');
    expect(text).toContain('a trail to take along');
  });

  test('erases a breadcrumb once that is confirmed, and names what came of it', async () => {
    const { client } = history;
    const said = await client.say('erased', 'the canary sings at noon');
    await tab.at(`#/trails/${said.trail_id}?crumb=${said.trail_id}`);
    await tab.page.click('button >> text=Erase…', LONG);
    await tab.page.click('dialog >> text=Cancel');
    expect((await client.get(said.trail_id)).context).toMatchObject({ content: 'the canary sings at noon' });
    await tab.page.click('button >> text=Erase…', LONG);
    await tab.page.click('dialog >> text=Erase for good');
    await tab.page.waitForSelector('[role=status] >> text=Erased.', LONG);
    await expect(client.get(said.trail_id)).rejects.toMatchObject({ status: 410 });
  });

  test('the address /trails/<id> opens the trail in the console', async () => {
    await tab.page.goto(`${stack.api.url}/trails/${history.first.trail}`);
    await tab.page.waitForSelector('[role=treeitem]', LONG);
    expect(tab.page.url()).toBe(`${stack.api.url}/#/trails/${history.first.trail}`);
    expect(await rows().count()).toBe(4);
  });

  test('reports an id that does not exist', async () => {
    await tab.at(`#/trails/${NOBODY}`);
    await tab.page.waitForSelector(`[role=alert] >> text=${NOBODY}`, LONG);
    await tab.at('#/trails/no-id-at-all');
    await tab.page.waitForSelector('[role=alert]', LONG);
    expect(await tab.page.locator('[role=treeitem]').count()).toBe(0);
  });

  test('hides contexts from people who may not read messages between agents', async () => {
    const { secret } = await history.client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const theirs = await tab.another({ key: secret });
    await theirs.at(`#/trails/${history.first.trail}`);
    await theirs.page.waitForSelector('[role=treeitem]', LONG);
    const labels = (await theirs.page.locator('[role=treeitem]').all()).map((row) => row.getAttribute('aria-label'));
    expect((await Promise.all(labels)).join('\n')).not.toMatch(/context \d|started/);
    await theirs.page.close();
  });

  test('a link to a trail opens it after signing in', async () => {
    const visitor = await tab.another({ hash: `#/trails/${history.first.trail}?crumb=${history.first.answer}` });
    await visitor.page.waitForSelector(`[data-crumb="${history.first.answer}"].open`, LONG);
    expect(visitor.page.url()).toContain(`#/trails/${history.first.trail}?crumb=${history.first.answer}`);
    await visitor.page.close();
  });

  test('reads as a story, and shows schemas and causes with the switch "raw"', async () => {
    await tab.at(`#/trails/${history.first.trail}`);
    await tab.page.waitForSelector('[role=treeitem]', LONG);
    const names = () => tab.page.locator('.trail-name').allTextContents();
    expect(await names()).toEqual([
      'operator asked',
      'assistant started',
      expect.stringMatching(/^context [\d,]+\/[\d,]+, \d+ in, \d+ out$/),
      'assistant answered',
    ]);
    await tab.page.getByLabel('raw').check();
    await tab.page.waitForSelector('[role=treeitem][aria-level="4"] >> text=agent.response.v1', LONG);
    expect(await names()).toEqual(['user.message.v1', 'agent.turn.v1', 'agent.context.v1', 'agent.response.v1']);
    expect(tab.page.url()).toContain('raw=1');
  });

  test('shows an opened breadcrumb as a drawer over the tree where both do not fit beside each other', async () => {
    await tab.page.setViewportSize({ width: 1_024, height: 800 });
    await tab.at(`#/trails/${history.first.trail}?crumb=${history.first.answer}`);
    await tab.page.waitForSelector('.facts', LONG);
    const tree = await tab.page.locator('.trail-tree').boundingBox();
    const panel = await tab.page.locator('.trail-crumb').boundingBox();
    expect(tree?.width).toBeGreaterThan(700);
    expect(panel?.x).toBeGreaterThan((tree?.x ?? 0) + 200);
    expect(panel?.y).toBeLessThan(tree?.y ?? 0);
  });

  test('fits the width of a phone while a breadcrumb is open', async () => {
    await tab.page.setViewportSize(WIDTHS.phone);
    await tab.at(`#/trails/${history.first.trail}?crumb=${history.first.answer}`);
    await tab.page.waitForSelector('.facts', LONG);
    expect(await tooWide(tab.page)).toBe(0);
    expect(await tab.page.locator('.trail-tree').isVisible()).toBe(false);
  });

  test('the browser reports no error and no violation of the content security policy', () => {
    expect(tab.complaints).toEqual([]);
  });
});
