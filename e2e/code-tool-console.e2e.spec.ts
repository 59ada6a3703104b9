import { Crumbtrail } from '@crumbtrail/client';
import { consoleInChromium } from './support/console';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const LONG = { timeout: 20_000 };
const stack = useStack({ services: WITHOUT_MEMORY });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const opened = consoleInChromium(() => stack);

beforeAll(async () => void (await new ToolTurns(stack).whenAvailable('calculator')));

test('a tool is written in the console, tried there with its log, and changed to a new version', async () => {
  await opened.at('#/tools');
  const { page } = opened;
  await page.getByRole('link', { name: 'New tool' }).click(LONG);
  await page.getByLabel('Name', { exact: true }).fill('double', LONG);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill("export default ({ price }) => { console.log('doubling', price); return { gross: 2 * price }; };");
  await page.getByRole('button', { name: /^(Create|Save)/ }).click();
  const form = page.getByRole('form', { name: 'Try double' });
  await form.getByLabel('price', { exact: true }).fill('21', LONG);
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByLabel('Log').getByText('doubling 21').waitFor(LONG);
  await form.getByRole('region', { name: 'Result' }).getByText('42').first().waitFor(LONG);
  await code.fill('export default ({ price }) => ({ gross: 3 * price });');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(
    (async () => {
      for (let left = 50; left > 0; left -= 1) {
        const { result } = await client.tryTool('double', { arguments: { price: 2 } });
        if (JSON.stringify(result?.context.output) === '{"gross":6}') return 'changed';
      }
      return 'unchanged';
    })(),
  ).resolves.toBe('changed');
});
