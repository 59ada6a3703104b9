import { Crumbtrail } from '@crumbtrail/client';
import { MAX_BATCH_CRUMBS, Session, UserMessage } from '@crumbtrail/contracts';
import { findViolations } from './support/accessibility';
import { consoleInChromium, LONG } from './support/console';
import { echo } from './support/conversations';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const stack = useSharedStack();
useScript(stack, echo);
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const tab = consoleInChromium(() => stack);

test('a person adds an answer to a set, and sees which budget loses what its context must keep', async () => {
  const told = ['Skye', 'Mull', 'Iona', 'Jura', 'Arran'].map((isle, nth) => ({
    schema_name: UserMessage.name,
    session: 'ferries',
    context: { content: `The ferry to ${isle} leaves from pier ${nth + 2} at nine, on weekdays until October.` },
  }));
  await client.appendBatch(told, { imported: true });
  await client.say('ferries', 'From which pier does the ferry leave?', { wait_ms: 30_000 });
  await tab.at('#/chat/ferries');
  await tab.page.locator('summary', { hasText: 'Add to set' }).last().click();
  await tab.page.getByLabel('Set', { exact: true }).fill('ferries');
  expect(await findViolations(tab.page)).toEqual([]);
  await tab.page.getByLabel('Its context must keep').selectOption('kept');
  await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
  await tab.page.locator('[role=status] a', { hasText: 'ferries' }).click(LONG);
  await tab.page.waitForSelector('td >> text=From which pier', LONG);
  await tab.page.getByLabel('Beside today, with budgets of').fill('64');
  await tab.page.getByRole('button', { name: 'Run 1 case' }).click();
  await tab.page.waitForSelector('td[data-outcome=passed]', LONG);
  await tab.page.waitForSelector('td[data-outcome=failed] >> text=over budget', LONG);
  expect(await findViolations(tab.page)).toEqual([]);
  expect(await tab.page.locator('tfoot td').allTextContents()).toEqual(['1 of 1', '0 of 1']);
  await tab.at('#/evals');
  expect(await tab.page.locator('.case-sets tbody tr').allTextContents()).toEqual([
    expect.stringMatching(/^ferries1assistant/),
  ]);
});

/** Sessions with one message each, in as few commits as the gateway takes. */
async function fillSessions(count: number): Promise<void> {
  const drafts = Array.from({ length: count }, (_, nth) => ({
    schema_name: UserMessage.name,
    session: `talk-${nth}`,
    context: { content: `Nothing was lost on trip ${nth}.` },
  }));
  for (let from = 0; from < count; from += MAX_BATCH_CRUMBS)
    await client.appendBatch(drafts.slice(from, from + MAX_BATCH_CRUMBS), { imported: true });
}

test('a person finds a session among 5,000 by its title, and by what was said in it', async () => {
  await client.append({ schema_name: Session.name, context: { name: 'case-4711', title: 'Lost umbrella' } });
  const said = { content: 'It is violet and has a wooden handle.' };
  await client.appendBatch([{ schema_name: UserMessage.name, session: 'case-4711', context: said }], {
    imported: true,
  });
  await fillSessions(5_000);
  await tab.at('#/chat/talk-1');
  await tab.page.getByLabel('Find', { exact: true }).fill('umbrella');
  await tab.page.locator('.sessions a', { hasText: 'Lost umbrella' }).click(LONG);
  await tab.page.waitForSelector('.message >> text=wooden handle', LONG);
  await tab.at('#/search');
  await tab.page.waitForSelector('.search input:focus', LONG);
  await tab.page.keyboard.type('violet');
  await tab.page.waitForSelector('[role=status] >> text=/^1 result$/', LONG);
  const found = tab.page.locator('.found li', { hasText: 'wooden handle' });
  await found.locator('a', { hasText: 'Open trail' }).waitFor(LONG);
  await found.locator('a', { hasText: 'wooden handle' }).click(LONG);
  await tab.page.waitForSelector('h1 >> text=Lost umbrella', LONG);
  await tab.page.waitForSelector('li[aria-current] .message >> text=wooden handle', LONG);
});

test('a message for one agent alone says so, to the person who wrote it as You, and its answer is as private', async () => {
  await tab.at('#/chat/demo');
  await tab.page.getByLabel('Visible to').selectOption({ label: 'only assistant (agent)' });
  await tab.page.fill('#message-text', 'Keep this between us.');
  await tab.page.getByRole('button', { name: 'Send' }).click();
  const message = tab.page.locator('.message.operator', { hasText: 'Keep this between us.' });
  await message.waitFor(LONG);
  expect(await message.locator('.author').first().textContent()).toBe('You');
  expect(await message.locator('.badge').allTextContents()).toEqual(['only for agent:assistant']);
  const answer = tab.page.locator('.message.agent:not(.writing)', { hasText: 'Keep this between us.' });
  await answer.waitFor(LONG);
  expect(await answer.locator('.badge').allTextContents()).toEqual([expect.stringContaining('only for')]);
});

test('trails and contexts are listed by what people thought of the answers', async () => {
  const ask = (content: string) => client.say('opinions', content, { wait_ms: 30_000 });
  const [bad, good] = [await ask('Is the pier open?'), await ask('Is the bar open?')];
  await client.feedback.give(bad.responses?.[0]?.id ?? '', { score: -1, note: 'The pier is closed.' });
  await client.feedback.give(good.responses?.[0]?.id ?? '', { score: 1 });
  for (const [place, rows] of [
    ['trails', '.trail-list li'],
    ['contexts', 'main tbody tr'],
  ] as const) {
    await tab.at(`#/${place}?feedback=bad`);
    await tab.page.waitForSelector(`${rows} >> text=Is the pier open?`, LONG);
    expect(await tab.page.locator(rows).count()).toBe(1);
    await tab.at(`#/${place}?feedback=good`);
    await tab.page.waitForSelector(`${rows} >> text=Is the bar open?`, LONG);
  }
});

test('a person saves a view with its filters, which is found above its list and by Ctrl-K, can be renamed, and which nobody else sees', async () => {
  await client.say('boats', 'Which boat is late?', { wait_ms: 30_000 });
  await tab.at('#/trails?session=boats');
  await tab.page.getByRole('button', { name: 'Save this view…' }).click(LONG);
  await tab.page.getByLabel('Name of the view').fill('Late boats');
  await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = tab.page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'Late boats' });
  await saved.waitFor(LONG);
  expect(await saved.getAttribute('aria-current')).toBe('true');
  expect(await findViolations(tab.page)).toEqual([]);
  await tab.at('#/trails');
  await saved.click(LONG);
  await tab.page.waitForSelector('.trail-list >> text=Which boat is late?', LONG);
  expect(tab.page.url()).toContain('#/trails?session=boats');
  await tab.at('#/overview');
  await tab.page.keyboard.press('Control+k');
  await tab.page.getByPlaceholder('View, saved view').fill('late boats');
  await tab.page.getByRole('option', { name: 'Saved view Late boats' }).click(LONG);
  await tab.page.waitForSelector('.trail-list >> text=Which boat is late?', LONG);
  const { secret: key } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
  const theirs = await tab.another({ key, hash: '#/trails?session=boats' });
  await theirs.page.waitForSelector('.trail-list >> text=Which boat is late?', LONG);
  expect(await theirs.page.getByRole('link', { name: 'Late boats' }).count()).toBe(0);
  await theirs.page.close();
  await tab.page.getByRole('button', { name: 'Rename the saved view Late boats' }).click();
  await tab.page.getByLabel('Name of the view').fill('Boats');
  await tab.page.keyboard.press('Enter');
  await saved.waitFor({ state: 'detached', ...LONG });
  const renamed = tab.page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'Boats' });
  await renamed.waitFor(LONG);
  expect(await renamed.getAttribute('href')).toBe('#/trails?session=boats');
  await tab.page.getByRole('button', { name: 'Remove the saved view Boats' }).click();
  await renamed.waitFor({ state: 'detached', ...LONG });
});

test('a person whom the sessions call by one name is shown by it outside of them too, as an author and among the readers', async () => {
  const members = [{ kind: 'user', id: 'ines', name: 'Inês Rocha' }];
  await client.append({ schema_name: Session.name, context: { name: 'crew', members } });
  const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ines' }, role: 'writer' });
  const theirs = new Crumbtrail({ url: stack.api.url, key: secret });
  const { message } = await theirs.say('night-watch', 'All is quiet.', { audience: ['user:ines'] });
  await tab.page.reload();
  await tab.at('#/trails?session=night-watch');
  const listed = tab.page.locator('.trail-list li', { hasText: 'All is quiet.' });
  await listed.locator('.author', { hasText: 'Inês Rocha' }).waitFor(LONG);
  expect(await listed.locator('.badge', { hasText: 'only for' }).textContent()).toBe('only for Inês Rocha');
  await tab.at(`#/trails/${message.id}?crumb=${message.id}`);
  await tab.page.waitForSelector('.trail-crumb dd >> text=Inês Rocha (user:ines), operators', LONG);
});

test('a link to a session keeps the filter of its list, and shows a reader only what that reader may read', async () => {
  await client.say('ferry-plans', 'The ferry to Skye is sold.', { audience: ['user:ada'] });
  await client.say('ferry-plans', 'Tickets are at the pier.');
  await tab.at('#/chat/ferry-plans');
  await tab.page.getByLabel('Find', { exact: true }).fill('ferry-plans');
  await tab.page.waitForURL(/find=ferry-plans/, LONG);
  await tab.page.locator('.room').getByRole('button', { name: 'Copy link' }).waitFor(LONG);
  const { secret: key } = await client.createKey({ participant: { kind: 'user', id: 'rob' }, role: 'writer' });
  const theirs = await tab.another({ key, hash: new URL(tab.page.url()).hash });
  await theirs.page.waitForSelector('.message >> text=Tickets are at the pier.', LONG);
  expect(await theirs.page.getByLabel('Find', { exact: true }).inputValue()).toBe('ferry-plans');
  await theirs.page.waitForSelector('.sessions li', LONG);
  expect(await theirs.page.locator('.sessions li').count()).toBe(1);
  expect(await theirs.textOf('main')).not.toContain('Skye is sold');
  await theirs.page.close();
});
