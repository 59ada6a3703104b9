import type { CrumbStore } from '@crumbtrail/bus';
import { createSecretLookup } from './secret-lookup';

/** What the tools of a workspace get of a secret that the environment gives this value. */
async function lookUp(value: string): Promise<string> {
  const secret = { value, hosts: ['*'], tools: ['*'], workspaces: ['default'] };
  const secretOf = createSecretLookup({ ofEnvironment: new Map([['KEY', secret]]) }, {} as CrumbStore);
  return (await secretOf('default', 'KEY')).value;
}

test('a secret of the environment is given without the line end of its file', async () => {
  expect(await lookUp('s3cret\n')).toBe('s3cret');
  expect(await lookUp('dé s3cret')).toBe('dé s3cret');
});

test.each(['s3cret\nmore', 's3cret\u0000', 's3cret€'])(
  'one that no header can carry is refused, and the reason does not show it: %j',
  async (value) => {
    const told = await lookUp(value).catch(({ message }: Error) => message);
    expect(told).toMatch(/^refused: the secret KEY has several lines/);
    expect(told).not.toContain('s3cret');
  },
);
