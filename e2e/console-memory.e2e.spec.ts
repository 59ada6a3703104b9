import { Crumbtrail } from '@crumbtrail/client';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import type { Locator } from 'playwright-core';
import { inChromium, LONG, openConsole } from './support/console';
import { useScript, useStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const HOME = 'Ann lives in Bonn.';
const DOG = 'Ann has a dog.';
const BOB = 'Bob snores.';

const ABOUT = { [HOME]: 'ann', [DOG]: 'ann', [BOB]: 'bob' };

const stack = useStack();

/** The agent remembers three facts, and then answers. */
function script({ body }: ModelCall): Script {
  if ((body.messages ?? []).some(({ role }) => role === 'tool')) return { say: 'noted' };
  const calls = Object.entries(ABOUT).map(([text, about]) => ({ name: 'remember', arguments: { text, about } }));
  return { calls };
}
useScript(stack, script);

interface Remembering extends TestWorkspace {
  readonly memory: string;
  readonly annKey: string;
  /** The ids of the facts by their texts. */
  readonly facts: ReadonlyMap<string, string>;
}

/** What a fact says, without who said it of somebody else. */
const wordsOf = (text: string): string => text.replace(/^\S+ says: /, '');

/** A workspace whose agent remembers two facts about Ann and one about Bob, all from one message. */
async function rememberingWorkspace(): Promise<Remembering> {
  const workspace = await createTestWorkspace(stack);
  const { client, conversations } = workspace;
  await conversations.defineAgent({
    agent: 'guide',
    memory: { extract_only: true },
    tools: ['remember'],
    tool_mode: 'native',
  });
  const members = [{ kind: 'agent', id: 'guide' }];
  await client.append({ schema_name: 'session.v1', context: { name: 'talk', members } });
  await client.say('talk', 'I moved to Bonn with my dog, and Bob snores', { wait_ms: 60_000 });
  const { memories } = await client.request('GET /v1/memory', {});
  const facts = new Map(memories.flatMap((one) => one.facts.map(({ text, id }) => [wordsOf(text), id] as const)));
  const { secret: annKey } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role: 'writer' });
  return { ...workspace, memory: memories[0]?.id ?? '', annKey, facts };
}

describe('the memory in Chromium', () => {
  const chromium = inChromium();

  const textsOf = async ({ client }: { readonly client: Crumbtrail }): Promise<string[]> =>
    (await client.request('GET /v1/memory', {})).memories
      .flatMap(({ facts }) => facts.map(({ text }) => wordsOf(text)))
      .sort();

  test('is listed by agent and by person; a fact has a timeline, its sources and the answers that used it', async () => {
    const { key, memory, facts } = await rememberingWorkspace();
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/memory' });
    await page.waitForSelector(`text=${BOB}`, LONG);
    expect(await page.locator('main h2').allTextContents()).toEqual(['guide']);
    await page.getByRole('button', { name: 'By person' }).click();
    await page.waitForSelector('h2 >> text=user:bob');
    await page.getByRole('link', { name: HOME }).click();
    const card = page.locator(`[data-fact="${facts.get(HOME)}"]`);
    await card.locator('text=remembered by').waitFor(LONG);
    expect(await card.getByRole('link', { name: /^I moved to Bonn/ }).getAttribute('href')).toMatch(/^#\/trails\//);
    expect(page.url()).toContain(`#/memory/${memory}?fact=${facts.get(HOME)}`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('shows a person only what is known of that person, who corrects, pins and erases it, and nobody else’s', async () => {
    const { annKey, memory, client, facts } = await rememberingWorkspace();
    const ann = new Crumbtrail({ url: stack.api.url, key: annKey });
    const { page, complaints } = await openConsole(chromium.browser, stack, {
      key: annKey,
      hash: `#/memory/${memory}`,
    });
    const card = page.locator(`[data-fact="${facts.get(HOME)}"]`);
    await card.waitFor(LONG);
    expect(await page.locator('main').textContent()).not.toContain('snores.');
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByLabel('Words of the fact').fill('Ann lives in Cologne.');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.locator('text=edited by user:ann').waitFor(LONG);
    await card.getByRole('button', { name: 'Pin' }).click();
    await card.getByRole('button', { name: 'Unpin' }).waitFor(LONG);
    const params = { id: memory, fact: facts.get(BOB) ?? '' };
    await expect(ann.request('DELETE /v1/memory/:id/facts/:fact', { params })).rejects.toMatchObject({ status: 403 });
    await page
      .locator(`[data-fact="${facts.get(DOG)}"]`)
      .getByRole('button', { name: 'Forget…' })
      .click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await textsOf({ client })).toContain(DOG);
    await page
      .locator(`[data-fact="${facts.get(DOG)}"]`)
      .getByRole('button', { name: 'Forget…' })
      .click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await eventually(async () => !(await textsOf({ client })).includes(DOG));
    expect(await textsOf({ client })).toEqual(['Ann lives in Cologne.', BOB]);
    expect(await textsOf({ client: ann })).toEqual(['Ann lives in Cologne.']);
    await eventually(() => !page.url().includes(memory));
    await page.waitForSelector('text=Ann lives in Cologne.', LONG);
    await page.getByText('Timeline').first().click();
    await page.getByText('rebuilt by').waitFor(LONG);
    await page.getByText('edited by user:ann').waitFor(LONG);
    expect(await page.locator('.timeline').textContent()).not.toContain('remembered by');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('an agent that is given a memory in its form remembers; the open page shows its first fact by itself', async () => {
    const { key, client, conversations } = await createTestWorkspace(stack);
    await conversations.defineAgent({ agent: 'guide', tools: ['remember'], tool_mode: 'native' });
    const { page, complaints, at } = await openConsole(chromium.browser, stack, { key, hash: '#/memory' });
    await page.getByText('No memories you can see').waitFor(LONG);
    expect(await page.getByRole('link', { name: 'an agent’s settings' }).getAttribute('href')).toBe('#/agents');
    await at('#/agents/guide');
    const field = (label: string): Locator => page.getByLabel(label, { exact: true });
    await field('Memory').selectOption('on', LONG);
    await field('Memories in contexts').selectOption('session');
    await field('Window (messages)').fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForSelector('text=Not saved: fix 1 invalid field', LONG);
    await field('Window (messages)').fill('');
    await field('Without a model').selectOption('true');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForSelector('[role=status] >> text=/^Saved/', LONG);
    const guide = (await client.agents()).find(({ agent }) => agent === 'guide');
    expect(guide?.memory).toEqual({ scope: 'session', extract_only: true });
    await at('#/memory');
    await page.getByText('No memories you can see').waitFor(LONG);
    await client.append({
      schema_name: 'session.v1',
      context: { name: 'talk', members: [{ kind: 'agent', id: 'guide' }] },
    });
    await client.say('talk', 'I moved to Bonn with my dog, and Bob snores', { wait_ms: 60_000 });
    await page.waitForSelector(`text=${BOB}`, LONG);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
