import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole } from './support/console';
import { useScript, useSharedStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useSharedStack();
useScript(stack, { say: 'From the environment.' });

describe('a model that the environment names, in Chromium', () => {
  const chromium = inChromium();

  test('takes precedence over one that is saved, and the page says so', async () => {
    const { key, client } = await createTestWorkspace(stack);
    await client.connectModel({ base_url: 'http://127.0.0.1:9/v1', model: 'saved' });
    const { page } = await openConsole(chromium.browser, stack, { key, hash: '#/settings' });
    await page.getByText('which takes precedence over what is saved here').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    const { responses } = await client.say('hello', 'Who are you?', { wait_ms: 20_000 });
    expect(responses?.[0]?.context['content']).toBe('From the environment.');
    await page.close();
  });
});
