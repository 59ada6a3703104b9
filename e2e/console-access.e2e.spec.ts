import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { walkWithTab, findViolations } from './support/accessibility';
import { inChromium, type OpenConsole, openConsole, tooWide, WIDTHS } from './support/console';
import { askAboutPorts } from './support/port-questions';
import { useFixture, useSharedStack } from './support/fixture';

const LONG = { timeout: 30_000 };
const READY = { ...LONG, state: 'detached' } as const;

/** A prompt that leaves no room for a context: each message to its agent becomes a dead letter. */
const WORDY = {
  agent: 'wordy',
  prompt: 'Answer the question. '.repeat(200),
  subscriptions: [{ schema: 'user.message.v1', any_tags: ['wordy'] }],
  model: { context_window: 512 },
};

async function lorebook(client: Crumbtrail): Promise<void> {
  await client.append({ schema_name: 'lore.book.v1', context: { name: 'valley' } });
  const dragon = { book: 'valley', id: 'dragon', keys: ['dragon'], content: 'The dragon sleeps.' };
  await client.append({ schema_name: 'lore.entry.v1', context: dragon });
}

async function memory(client: Crumbtrail): Promise<string> {
  const { message } = await client.say('harbour', 'I moved to Bonn');
  const fact = {
    id: 'annhome1',
    text: 'Ann lives in Bonn.',
    about: 'user:ann',
    sources: [{ id: message.id, version: 1 }],
  };
  const context = { agent: 'assistant', section: 'people', readers: 'all', facts: [fact] };
  return (await client.append({ schema_name: 'memory.long.v1', audience: 'all', context })).id;
}

async function pinnedCase(client: Crumbtrail, context: string): Promise<void> {
  const { items } = await client.contexts.explain(context);
  const kept = items.filter(({ decision }) => decision === 'kept').map(({ id }) => id);
  await client.evals.pin(context, kept.slice(0, 1), 'harbour');
}

async function deadLetter(client: Crumbtrail): Promise<void> {
  await client.append({ schema_name: 'agent.def.v1', context: WORDY });
  const members = [{ kind: 'agent', id: WORDY.agent }];
  await client.append({ schema_name: 'session.v1', context: { name: 'wordy', members } });
  const asked = { schema_name: 'user.message.v1', session: 'wordy', tags: ['wordy'], context: { content: 'well?' } };
  await client.append(asked);
  await eventually(async () => (await client.deadLetters()).length > 0);
}

const stack = useSharedStack();

const places = useFixture(async (): Promise<Readonly<Record<string, string>>> => {
  const { client, first, second } = await askAboutPorts(stack);
  await deadLetter(client);
  await lorebook(client);
  await pinnedCase(client, first.context);
  return {
    overview: '#/overview',
    'the chat': '#/chat/harbour',
    'the chat with internal events': '#/chat/harbour?inner=1',
    'a session and its members': '#/chat/harbour?panel=1',
    'a search': '#/search?q=port',
    trails: '#/trails',
    'a trail': `#/trails/${first.trail}`,
    'a raw trail': `#/trails/${first.trail}?raw=1`,
    'a crumb of a trail': `#/trails/${first.trail}?crumb=${first.answer}`,
    contexts: '#/contexts',
    'a context': `#/contexts/${first.context}`,
    candidates: `#/contexts/${first.context}?show=candidates`,
    'other budgets': `#/contexts/${first.context}?show=budgets&budget=64`,
    'a difference': `#/contexts/${second.context}?show=diff&with=${first.context}`,
    'replay and replan': `#/contexts/${first.context}?show=again`,
    'the uses of a breadcrumb': `#/contexts?crumb=${first.trail}`,
    'the log': '#/log',
    agents: '#/agents',
    'an agent': '#/agents/assistant',
    'the context configuration of an agent': '#/agents/assistant?tab=context',
    'the last turns of an agent': '#/agents/assistant?tab=turns',
    'a new agent': '#/agents?new=1',
    tools: '#/tools',
    'a tool': '#/tools/dice',
    lore: '#/lore',
    'a lorebook': '#/lore/valley',
    'an entry of a lorebook': '#/lore/valley/dragon',
    approvals: '#/approvals',
    evaluations: '#/evals',
    'a set of cases': '#/evals/harbour',
    memories: '#/memory',
    'a memory': `#/memory/${await memory(client)}`,
    'dead letters': '#/dead-letters',
    health: '#/health',
    'the glossary': '#/glossary',
    keys: '#/keys',
  };
});
const chromium = inChromium();

/** Navigates to the address, and waits until everything is drawn. */
async function settle({ page, at }: OpenConsole, place: string): Promise<void> {
  await at(places[place] ?? '#/nowhere');
  await page.waitForSelector('main h1, main h2, main table, .message', LONG);
  await page.waitForSelector('main .busy, main [aria-busy="true"]', READY);
}

const NAMES = [
  'overview',
  'the chat',
  'the chat with internal events',
  'a session and its members',
  'a search',
  'trails',
  'a trail',
  'a raw trail',
  'a crumb of a trail',
  'contexts',
  'a context',
  'candidates',
  'other budgets',
  'a difference',
  'replay and replan',
  'the uses of a breadcrumb',
  'the log',
  'agents',
  'an agent',
  'the context configuration of an agent',
  'the last turns of an agent',
  'a new agent',
  'tools',
  'a tool',
  'lore',
  'a lorebook',
  'an entry of a lorebook',
  'approvals',
  'evaluations',
  'a set of cases',
  'memories',
  'a memory',
  'dead letters',
  'health',
  'the glossary',
  'keys',
] as const;

// Each page is seen in both widths and in both colour schemes.
describe.each([
  ['on a desktop, light', WIDTHS.desk, 'light'],
  ['on a phone, dark', WIDTHS.phone, 'dark'],
] as const)('the console %s', (_, viewport, colorScheme) => {
  const opened = useFixture(
    async () => {
      const tab = await openConsole(chromium.browser, stack, { viewport });
      await tab.page.emulateMedia({ colorScheme });
      return tab;
    },
    ({ page }) => page.close(),
  );

  test.each(NAMES)('%s: meets WCAG 2.2 AA and fits the window', async (place) => {
    await settle(opened, place);
    expect(await findViolations(opened.page)).toEqual([]);
    expect(await tooWide(opened.page)).toBeLessThanOrEqual(0);
  });
});

describe('the console, used by keyboard alone', () => {
  const opened = useFixture(
    () => openConsole(chromium.browser, stack),
    ({ page }) => page.close(),
  );

  test.each(NAMES)('%s: Tab reaches every control, and the focus is always visible', async (place) => {
    await settle(opened, place);
    const { stops, missed } = await walkWithTab(opened.page);
    expect(missed).toEqual([]);
    expect(stops.filter(({ isShown, isInView }) => !isShown || !isInView)).toEqual([]);
    expect(stops.length).toBeGreaterThan(10);
  });

  test('the first Tab stop skips the navigation and leads to the main content', async () => {
    await opened.page.reload();
    await opened.page.waitForSelector('.shell', LONG);
    await settle(opened, 'health');
    await opened.page.reload();
    await opened.page.waitForSelector('.shell', LONG);
    await opened.page.keyboard.press('Tab');
    expect(await opened.page.evaluate('document.activeElement.textContent')).toBe('Skip to main content');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    for (const landmark of ['banner', 'navigation', 'main'] as const)
      expect(await opened.page.getByRole(landmark).count()).toBeGreaterThanOrEqual(1);
  });

  test('the sign-in form and the list of shortcuts meet WCAG 2.2 AA', async () => {
    await opened.page.keyboard.press('Escape');
    await opened.page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await opened.page.waitForSelector('dialog[open]', LONG);
    expect(await findViolations(opened.page)).toEqual([]);
    await opened.page.keyboard.press('Escape');
    const fresh = await chromium.browser.newPage({ viewport: WIDTHS.phone });
    await fresh.goto(`${stack.api.url}/`);
    await fresh.waitForSelector('#key', LONG);
    expect(await findViolations(fresh)).toEqual([]);
    await fresh.close();
  });
});
