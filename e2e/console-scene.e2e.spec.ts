import { Crumbtrail } from '@crumbtrail/client';
import { Session, SessionOverride } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { consoleInChromium, LONG, type OpenConsole, tooWide, WIDTHS } from './support/console';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const stack = useSharedStack();
useScript(stack, { say: 'Well.' });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const tab = consoleInChromium(() => stack);

beforeAll(async () => {
  const members = [
    { kind: 'agent', id: 'assistant' },
    { kind: 'agent', id: 'bob' },
    { kind: 'user', id: 'rita' },
  ];
  const subscriptions = [{ schema: 'user.message.v1', any_tags: ['bob'] }];
  await client.append({
    schema_name: 'agent.def.v1',
    context: { agent: 'bob', prompt: 'You are Bob.', subscriptions },
  });
  await client.append({ schema_name: 'session.v1', context: { name: 'inn', members, strategy: 'natural' } });
  await client.append({ schema_name: 'lore.book.v1', context: { name: 'harbour', title: 'The harbour' } });
  const dragon = { book: 'harbour', id: 'dragon', keys: ['dragon'], content: 'The dragon sleeps.' };
  const whale = { book: 'harbour', id: 'whale', keys: ['whale'], content: 'The whale sings.' };
  for (const context of [dragon, whale]) await client.append({ schema_name: 'lore.entry.v1', context });
  await client.say('inn', 'Assistant, good evening.', { wait_ms: 30_000 });
});

/** Opens the console as somebody who is not an operator. */
async function visit(): Promise<OpenConsole> {
  const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
  return tab.another({ key: secret, viewport: WIDTHS.phone, hash: '#/chat/inn?panel=1' });
}

async function storedSession(): Promise<unknown> {
  const { breadcrumbs } = await client.list({ schema: Session.name, session: 'inn', limit: 1 });
  return breadcrumbs[0]?.context;
}

/** The page meets WCAG and fits the window. */
async function look({ page }: OpenConsole): Promise<void> {
  await page.waitForSelector('main .busy', { ...LONG, state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
}

describe('the session in the console', () => {
  it('shows who was chosen to speak and why; a mute is stored at once', async () => {
    await tab.at('#/chat/inn');
    await tab.page.getByRole('button', { name: 'About the session' }).click();
    await tab.page.waitForSelector('text=mentioned at 0', LONG);
    await tab.page.getByLabel('bob is muted').click();
    await eventually(async () => {
      const { members } = (await storedSession()) as { members: { id: string; muted?: boolean }[] };
      return members.find(({ id }) => id === 'bob')?.muted === true;
    });
    await tab.page.getByLabel('bob is muted').and(tab.page.locator(':checked:enabled')).waitFor(LONG);
    await look(tab);
  });

  it('an operator injects a text and reverts it; everybody sees the marker, and only operators the panel', async () => {
    const rita = await visit();
    await rita.page.waitForSelector('text=Members and strategy', LONG);
    expect(await rita.page.getByRole('region', { name: 'Operator', exact: true }).count()).toBe(0);
    expect(await rita.page.locator('.adjusted').count()).toBe(0);
    const form = tab.page.getByRole('form', { name: 'Adjust the session' });
    await form.getByLabel('Adjust').selectOption('inject');
    await form.getByRole('textbox', { name: 'Text' }).fill('Somebody knocks.');
    await form.getByLabel('Reason').fill('to wake them');
    await form.getByRole('button', { name: 'Apply' }).click();
    for (const { page } of [tab, rita]) await page.waitForSelector('.adjusted >> text=to wake them', LONG);
    await look(tab);
    await rita.page.emulateMedia({ colorScheme: 'dark' });
    await look(rita);
    await tab.page.getByRole('button', { name: 'Revert inject' }).click();
    for (const { page } of [tab, rita]) await page.waitForSelector('.adjusted', { ...LONG, state: 'detached' });
    const [crumb] = (await client.list({ schema: SessionOverride.name, session: 'inn' })).breadcrumbs;
    expect(crumb).toMatchObject({ version: 2, context: { overrides: [] } });
    expect([...tab.complaints, ...rita.complaints]).toEqual([]);
    await rita.page.close();
  });
});

describe('lore in the console', () => {
  it('the live test says which entries a text activates, and follows an edit of an entry', async () => {
    const { page } = tab;
    await tab.at('#/lore');
    await page.getByRole('link', { name: 'harbour' }).click();
    await page.getByLabel('Which entries does this message activate?').fill('A wyrm near the whale!');
    await page.waitForSelector('[data-verdict=active] >> text=key *whale* at message −1', LONG);
    await page.waitForSelector('[data-verdict=no_key] >> text=dragon', LONG);
    await look(tab);
    await page.getByRole('region', { name: 'Entries' }).getByRole('link', { name: 'dragon' }).click();
    await page.getByLabel('Keys', { exact: true }).fill('dragon\nwyrm');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('[data-verdict=active] >> text=key *wyrm* at message −1', LONG);
    await look(tab);
    await page.getByLabel('Probability (percent)').fill('101');
    await page.waitForSelector('.field:has([aria-invalid]) >> text=Probability', LONG);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.setViewportSize(WIDTHS.phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(tab);
    expect(tab.complaints).toEqual([]);
  });

  it('a key that may not read the book is told that there is none', async () => {
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const rita = new Crumbtrail({ url: stack.api.url, key: secret });
    await expect(rita.testLore('harbour', { text: 'dragon' })).rejects.toMatchObject({ status: 404 });
  });
});
