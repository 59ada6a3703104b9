import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { inChromium, LONG, openConsole } from './support/console';
import { useScript, useStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const HOME = 'Ann lives in Bonn.';
const DOG = 'Ann has a dog.';
const BOB = 'Bob snores.';

const stack = useStack();
useScript(stack, { say: 'noted' });

/** A workspace whose agent remembers two facts about Ann and one about Bob, all from one message. */
async function rememberingWorkspace(): Promise<TestWorkspace & { readonly memory: string; readonly annKey: string }> {
  const workspace = await createTestWorkspace(stack);
  const { client } = workspace;
  const { message } = await client.say('talk', 'I moved to Bonn with my dog, and Bob snores');
  const sources = [{ id: message.id, version: message.version }];
  const { id: memory } = await client.append({
    schema_name: 'memory.long.v1',
    audience: 'all',
    context: {
      agent: 'assistant',
      section: 'people',
      readers: 'all',
      facts: [
        { id: 'annhome1', text: HOME, about: 'user:ann', sources },
        { id: 'anndog01', text: DOG, about: 'user:ann', sources },
        { id: 'bobsnore', text: BOB, about: 'user:bob', sources },
      ],
    },
  });
  const { secret: annKey } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role: 'writer' });
  return { ...workspace, memory, annKey };
}

describe('the memory in Chromium', () => {
  const chromium = inChromium();

  const textsOf = async ({ client }: { readonly client: Crumbtrail }): Promise<string[]> =>
    (await client.request('GET /v1/memory', {})).memories.flatMap(({ facts }) => facts.map(({ text }) => text)).sort();

  test('is listed by agent and by person; a fact has a timeline, its sources and the answers that used it', async () => {
    const { key, memory } = await rememberingWorkspace();
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/memory' });
    await page.waitForSelector(`text=${BOB}`, LONG);
    expect(await page.locator('main h2').allTextContents()).toEqual(['assistant']);
    await page.getByRole('button', { name: 'By person' }).click();
    await page.waitForSelector('h2 >> text=user:bob');
    await page.getByRole('link', { name: HOME }).click();
    const card = page.locator('[data-fact=annhome1]');
    await card.locator('text=remembered by').waitFor(LONG);
    expect(await card.getByRole('link', { name: /^I moved to Bonn/ }).getAttribute('href')).toMatch(/^#\/trails\//);
    expect(page.url()).toContain(`#/memory/${memory}?fact=annhome1`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('shows a person only what is known of that person, who corrects, pins and erases it, and nobody else’s', async () => {
    const { annKey, memory, client } = await rememberingWorkspace();
    const ann = new Crumbtrail({ url: stack.api.url, key: annKey });
    const { page, complaints } = await openConsole(chromium.browser, stack, {
      key: annKey,
      hash: `#/memory/${memory}`,
    });
    const card = page.locator('[data-fact=annhome1]');
    await card.waitFor(LONG);
    expect(await page.locator('main').textContent()).not.toContain('snores.');
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByLabel('Words of the fact').fill('Ann lives in Cologne.');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.locator('text=edited by user:ann').waitFor(LONG);
    await card.getByRole('button', { name: 'Pin' }).click();
    await card.getByRole('button', { name: 'Unpin' }).waitFor(LONG);
    const params = { id: memory, fact: 'bobsnore' };
    await expect(ann.request('DELETE /v1/memory/:id/facts/:fact', { params })).rejects.toMatchObject({ status: 403 });
    await page.locator('[data-fact=anndog01]').getByRole('button', { name: 'Forget…' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await textsOf({ client })).toContain(DOG);
    await page.locator('[data-fact=anndog01]').getByRole('button', { name: 'Forget…' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await eventually(async () => expect(await textsOf({ client })).toEqual(['Ann lives in Cologne.', BOB]));
    expect(await textsOf({ client: ann })).toEqual(['Ann lives in Cologne.']);
    await eventually(async () => expect(page.url()).not.toContain(memory));
    await page.waitForSelector('text=Ann lives in Cologne.', LONG);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
