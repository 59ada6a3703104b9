import { Crumbtrail } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack();

describe('the keys of a workspace in Chromium', () => {
  const chromium = inChromium();

  test('an operator creates a key whose secret is shown once, and revokes it once that is confirmed', async () => {
    const { key, client } = await createTestWorkspace(stack);
    const { page, complaints } = await openConsole(chromium.browser, stack, { key, hash: '#/keys' });
    await page.waitForSelector('main tbody tr', LONG);
    await page.getByLabel('ID', { exact: true }).fill('bea');
    await page.getByLabel('Role').selectOption('reader');
    await page.getByLabel('Expires').selectOption('30');
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('status', { name: 'The new key' });
    await shown.waitFor(LONG);
    expect(await shown.locator('code').textContent()).toMatch(/^crumb_•+$/);
    await shown.getByRole('button', { name: 'Show' }).click();
    const secret = (await shown.locator('code').textContent()) ?? '';
    const bea = new Crumbtrail({ url: stack.api.url, key: secret });
    expect(await bea.whoAmI()).toMatchObject({ participant: { kind: 'user', id: 'bea' }, role: 'reader' });
    const created = (await client.keys()).find(({ participant }) => participant.id === 'bea');
    const days = (Date.parse(created?.expires_at ?? '') - Date.parse(created?.created_at ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.locator('body').textContent()).not.toContain(secret);

    const revoke = page.getByRole('button', { name: 'Revoke the reader key of user:bea' });
    await revoke.click();
    const dialog = page.getByRole('dialog', { name: 'Revoke this key' });
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await bea.whoAmI()).role).toBe('reader');
    await revoke.click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('revoked', { exact: true }).waitFor(LONG);
    await eventually(async () =>
      bea.whoAmI().then(
        () => false,
        ({ status }: { status: number }) => status === 401,
      ),
    );
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the last key of an operator stays, and the page says why', async () => {
    const { key } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, hash: '#/keys' });
    await page.getByText('signed in', { exact: true }).waitFor(LONG);
    await page
      .getByRole('button', { name: /^Revoke the operator key/ })
      .first()
      .click();
    await page.getByText('You are signed in with it.').waitFor(LONG);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.locator('main [role=alert]').waitFor(LONG);
    await page.reload();
    await page.getByText('signed in', { exact: true }).waitFor(LONG);
    await page.close();
  });

  test('others have no link to it, and are told why it is empty', async () => {
    const { client } = await createTestWorkspace(stack);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ann' }, role: 'writer' });
    const { page } = await openConsole(chromium.browser, stack, { key: secret, hash: '#/keys' });
    await page.getByText('Only operators see and create keys.').waitFor(LONG);
    expect(await page.getByRole('link', { name: 'Keys', exact: true }).count()).toBe(0);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('meets WCAG 2.2 AA and fits a phone, %s', async (colorScheme) => {
    const { key } = await createTestWorkspace(stack);
    const { page } = await openConsole(chromium.browser, stack, { key, viewport: WIDTHS.phone, hash: '#/keys' });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector('main tbody tr', LONG);
    await page.getByLabel('ID', { exact: true }).fill('bea');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('status', { name: 'The new key' }).waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    await page.close();
  });
});
