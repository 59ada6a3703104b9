import { eventually } from '@crumbtrail/testing';
import { Crumbtrail } from '@crumbtrail/client';
import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack({ offline: true });

describe('the embedder in Chromium', () => {
  const chromium = inChromium();

  test('is shown, another one is tested, chosen, embeds all texts while the first serves, and takes over', async () => {
    const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    await client.append({
      schema_name: 'user.message.v1',
      session: 'harbour',
      context: { content: 'The boat departs at nine.' },
    });
    const { page, complaints } = await openConsole(chromium.browser, stack, { key: stack.key, hash: '#/settings' });
    const section = page.getByRole('region', { name: 'Embedder' });
    await section.getByText(/^words\/\d+ embeds texts/).waitFor(LONG);
    await section.getByText(/no text waits for it/).waitFor(LONG);
    await section.getByLabel('Embedder', { exact: true }).selectOption('openai');
    await section.getByText(/set EMBEDDINGS_BASE_URL/).waitFor(LONG);
    await section.getByLabel('Embedder', { exact: true }).selectOption('lexical');
    await section.getByLabel('A sentence', { exact: true }).fill('the boat departs at nine');
    await section.getByLabel('A sentence like it').fill('the boat departs at nine');
    await section.getByRole('button', { name: 'Test the embedder' }).click();
    await section.getByText(/^lexical\/\d+: likeness 1\.00/).waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    await section.getByRole('button', { name: 'Use it…' }).click();
    await page.getByRole('button', { name: 'Use it', exact: true }).click();
    await section.getByText(/^lexical\/\d+ embeds texts/).waitFor(LONG);
    await eventually(async () => (await client.embeddings()).serving.startsWith('lexical/'));
    await section.getByText(/and another one was chosen here/).waitFor(LONG);
    await client.useEmbedder('words');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('is changed by operators of the workspace default alone; others see which one serves', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, viewport: WIDTHS.phone, hash: '#/settings' });
    const section = page.getByRole('region', { name: 'Embedder' });
    await section.getByText(/only operators of the workspace default/).waitFor(LONG);
    expect(await section.getByRole('button').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    const refused = client.testEmbedder({ use: 'words', text: 'a', other: 'b' });
    await expect(refused).rejects.toMatchObject({ status: 403 });
    await page.close();
  });
});
