import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
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
  await tab.page.getByLabel('Its context must keep').selectOption('kept');
  await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
  await tab.page.locator('[role=status] a', { hasText: 'ferries' }).click(LONG);
  await tab.page.waitForSelector('td >> text=From which pier', LONG);
  await tab.page.getByLabel('Beside today, with budgets of').fill('64');
  await tab.page.getByRole('button', { name: 'Run 1 case' }).click();
  await tab.page.waitForSelector('td[data-outcome=passed]', LONG);
  await tab.page.waitForSelector('td[data-outcome=failed] >> text=over budget', LONG);
  expect(await tab.page.locator('tfoot td').allTextContents()).toEqual(['1 of 1', '0 of 1']);
  await tab.at('#/evals');
  expect(await tab.page.locator('.case-sets tbody tr').allTextContents()).toEqual([
    expect.stringMatching(/^ferries1assistant/),
  ]);
});
