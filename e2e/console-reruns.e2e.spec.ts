import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import type { Locator } from 'playwright-core';
import { findViolations } from './support/accessibility';
import { consoleInChromium, LONG } from './support/console';
import { useFixture, useSharedStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const stack = useSharedStack();
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));

/** The last request that the model got, as JSON. */
const lastRequest = (): string => JSON.stringify(stack.model.calls.at(-1)?.body);

beforeAll(async () => {
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['calculator'] });
});

describe('reruns in the console', () => {
  const tab = consoleInChromium(() => stack);
  const field = (name: string): Locator => tab.page.getByLabel(name, { exact: true });
  const press = (name: string): Promise<void> => tab.page.getByRole('button', { name }).click(LONG);

  test('runs an answer again with another prompt from the chat, shows both answers, saves it, and restores the version before', async () => {
    await turns.grant({ prompt: 'You sell tickets.', context: {} });
    const { version } = await assistant();
    const said = await turns.conversations.say('in-console', 'what do you sell?');
    await turns.conversations.waitForTurns([said]);
    await tab.at('#/chat/in-console');
    const reply = tab.page.locator('.message.agent').last();
    await reply.getByText('Feedback', { exact: true }).click(LONG);
    await reply.getByRole('textbox', { name: 'Note' }).fill('Too short.', LONG);
    await reply.getByRole('button', { name: 'Bad answer' }).click();
    await reply.getByRole('list', { name: 'Feedback' }).getByText('Too short.').waitFor(LONG);
    await reply.getByRole('link', { name: 'Try again with…' }).click(LONG);
    await field('Prompt').fill('You sell fish.', LONG);
    expect(await field('Model').getAttribute('list')).toBeTruthy();
    await tab.page.locator('datalist > option[value="scripted"]').waitFor({ ...LONG, state: 'attached' });
    await field('Budget (tokens)').fill('500', LONG);
    stack.model.next({ say: 'fresh fish' });
    await press('Run again');
    const after = tab.page.getByRole('region', { name: 'After' });
    await after.getByText('fresh fish').waitFor(LONG);
    await tab.page.getByRole('region', { name: 'Before' }).getByText('answer to what do you sell?').waitFor(LONG);
    expect(lastRequest()).toMatch(/You sell fish/);
    const fields = tab.page.getByLabel('Fields that will be saved');
    await fields.getByText('+ You sell fish.').waitFor(LONG);
    expect(await fields.textContent()).toBe('prompt\n- You sell tickets.\n+ You sell fish.');
    const budget = tab.page.getByRole('checkbox', { name: 'Budget (of this trial)' });
    await budget.check();
    expect(await fields.textContent()).toMatch(/^context\/budget\n\+ \{"max_tokens":500\}/);
    await budget.uncheck();
    // Changes of a rerun are asked for before the page is left, until they are saved.
    const asked: string[] = [];
    tab.page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await tab.page.getByRole('link', { name: 'Tools', exact: true }).click();
    await eventually(async () => asked.length === 1);
    expect(await tab.page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe('You sell fish.');
    await press('Save to agent');
    await tab.page.getByText(`Saved as version ${version + 1} of assistant.`).waitFor(LONG);
    expect(await promptOfAssistant()).toBe('You sell fish.');
    expect((await client.get((await assistant()).id)).context['context']).toEqual({});
    expect(await findViolations(tab.page)).toEqual([]);
    await tab.page.getByRole('link', { name: 'Versions' }).click(LONG);
    await press(`Restore version ${version}`);
    await tab.page.getByText(`Version ${version + 2}`, { exact: true }).waitFor(LONG);
    expect(await promptOfAssistant()).toBe('You sell tickets.');
    expect(tab.complaints).toEqual([]);
  });

  test('offers to run again with the latest definition where the agent was changed in between', async () => {
    await turns.grant({ prompt: 'You sell tickets.', context: {} });
    const said = await turns.conversations.say('in-between', 'what do you sell?');
    await turns.conversations.waitForTurns([said]);
    await turns.grant({ prompt: 'You sell tickets.', context: {}, persona: 'Gruff.' });
    const { version } = await assistant();
    await tab.at('#/chat/in-between');
    await tab.page.locator('.message.agent').last().getByRole('link', { name: 'Try again with…' }).click(LONG);
    await field('Prompt').fill('You sell fish.', LONG);
    await press('Run again');
    await press('Save to agent');
    await tab.page.getByRole('alert').getByText('Not saved: assistant was changed').waitFor(LONG);
    await press('Run again with the latest definition');
    await tab.page.getByRole('alert').waitFor({ ...LONG, state: 'detached' });
    expect(await tab.page.getByLabel('Start from the latest definition of the agent').isChecked()).toBe(true);
    await press('Save to agent');
    await tab.page.getByText(`Saved as version ${version + 1} of assistant.`).waitFor(LONG);
    expect(tab.complaints).toEqual([]);
  });
});

async function assistant(): Promise<{ id: string; version: number }> {
  const { id, version } = (await client.agents()).find(({ agent }) => agent === 'assistant') ?? {};
  return { id: id ?? '', version: version ?? 0 };
}

const promptOfAssistant = async (): Promise<unknown> => (await client.get((await assistant()).id)).context['prompt'];
