import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack();

const inSession = async (client: Crumbtrail, session: string) => (await client.list({ session })).breadcrumbs;

const said = (id: string, parent: string | null, role: string, text: string) => ({
  id,
  parent,
  children: [],
  message: { id, author: { role }, create_time: 1_700_000_000, content: { content_type: 'text', parts: [text] } },
});
const talk = (id: string, title: string, lines: readonly string[]) => ({
  conversation_id: id,
  title,
  current_node: `${id}-${lines.length - 1}`,
  mapping: Object.fromEntries(
    lines.map((text, at) => [
      `${id}-${at}`,
      said(`${id}-${at}`, at === 0 ? null : `${id}-${at - 1}`, ['system', 'user', 'assistant'][at] ?? 'user', text),
    ]),
  ),
});
const file = (...talks: readonly unknown[]) => ({
  name: 'conversations.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(talks)),
});
const porto = talk('porto', 'Porto', ['Be brief.', 'Who was our guide in Porto?', 'Your guide in Porto was Inês.']);
const tea = talk('tea', 'Tea', ['Be brief.', 'Which tea?', 'Darjeeling.']);

describe('the import of chats in Chromium', () => {
  const chromium = inChromium();

  test('shows what a file holds and leaves out, imports it, answers from it after one click, and is undone', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/import' });
    await page.setInputFiles('input[type=file]', file(porto, tea));
    await page.getByText('2 conversations with 6 messages, of which 4 are read and 2 left out.').waitFor(LONG);
    await page.getByText('2 × system message').waitFor(LONG);
    expect(await page.getByRole('radio').first().isChecked()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    expect(await inSession(client, 'chatgpt-porto')).toEqual([]);
    await page.getByRole('button', { name: 'Import 4 breadcrumbs' }).click();
    await page.getByRole('link', { name: 'Open the first conversation' }).waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);

    const imported = (await inSession(client, 'chatgpt-porto')).filter((one) => one.schema_name === 'user.message.v1');
    const { participant } = await client.whoAmI();
    expect(imported.map(({ author }) => author)).toEqual([expect.objectContaining(participant)]);

    const chat = await openConsole(chromium.browser, stack, { key, hash: '#/chat/chatgpt-porto' });
    await chat.page.getByRole('log', { name: 'Messages' }).getByText('Your guide in Porto was Inês.').waitFor(LONG);
    const notice = chat.page.locator('.history-notice');
    await notice.getByText('The answer is visible to everyone in the workspace').waitFor(LONG);
    expect(await findViolations(chat.page)).toEqual([]);
    await notice.getByRole('button').click();
    await notice.waitFor({ state: 'detached' });
    await chat.page.fill('#message-text', 'Who was our guide in Porto?');
    const calls = stack.model.calls.length;
    await chat.page.keyboard.press('Enter');
    const asked = await eventually(() => stack.model.calls[calls]);
    expect(JSON.stringify(asked.body)).toContain('Your guide in Porto was Inês.');
    expect([...chat.complaints, ...complaints]).toEqual([]);
    await chat.page.close();

    await page.getByRole('button', { name: 'Undo this import…' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Erased 6 breadcrumbs of this import.').waitFor(LONG);
    expect(await inSession(client, 'chatgpt-tea')).toEqual([]);
    await page.close();
  });

  test('says why a file is not imported, and that a file holds nothing new', async () => {
    const { key } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, viewport: WIDTHS.phone, hash: '#/import' });
    await page.setInputFiles('input[type=file]', { ...file(), name: 'export.zip', buffer: Buffer.from('PK\x03\x04') });
    await page.getByText('export.zip is a ZIP archive that cannot be read').waitFor(LONG);
    await page.setInputFiles('input[type=file]', { ...file(), buffer: Buffer.from('{"a": 1}') });
    await page.getByText('is not recognised: its first object has the fields a.').waitFor(LONG);
    await page.setInputFiles('input[type=file]', file(tea));
    await page.getByRole('button', { name: 'Import 2 breadcrumbs' }).click();
    await page.getByRole('link', { name: 'Open the first conversation' }).waitFor(LONG);
    await page.setInputFiles('input[type=file]', file(tea));
    await page.getByText('Nothing in it is new.').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('is for operators: others have no link, are told why, and are refused by the API', async () => {
    const { client } = await createTestWorkspace(stack);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role: 'writer' });
    const { page } = await openConsole(chromium.browser, stack, { key: secret, hash: '#/import' });
    await page.getByText('Only operators import chats.').waitFor(LONG);
    expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    const ann = new Crumbtrail({ url: stack.api.url, key: secret });
    const draft = { schema_name: 'user.message.v1', session: 'chatgpt-x', context: { content: 'x' } };
    await expect(ann.appendBatch([draft], { imported: true })).rejects.toMatchObject({ status: 403 });
    await page.close();
  });
});
