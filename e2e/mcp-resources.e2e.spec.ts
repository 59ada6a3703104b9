import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { useFixture, useScript, useSharedStack } from './support/fixture';
import { createKey } from './support/published-agents';

const stack = useSharedStack();
useScript(stack, { say: 'we open at nine' });

const keys = useFixture(async () => {
  const name = `mcp-${randomUUID().slice(0, 8)}`;
  const other = await stack.api.post<{ secret: string }>('/v1/workspaces', { name }, { key: stack.installationKey });
  return { reader: await createKey(stack, 'user:rex', 'reader'), elsewhere: other.secret };
});

async function withClient<T>(key: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'e2e', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  const url = new URL('/mcp', stack.api.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const reading = (client: Client, uri: string): Promise<string> =>
  client.readResource({ uri }).then(
    ({ contents }) => contents.map((one) => ('text' in one ? one.text : '')).join('\n'),
    ({ message }: Error) => message.replaceAll(uri, 'URI'),
  );

describe('resources of the MCP server', () => {
  test('are the trail and the context of an answer, and nothing to a key of another workspace', async () => {
    const session = `mcp-${randomUUID().slice(0, 8)}`;
    await stack.api.post(`/v1/sessions/${session}/messages`, { content: 'when do you open?', wait_ms: 20_000 });
    const { resources } = await withClient(stack.key, (client) => client.listResources());
    const uris = resources.filter(({ description }) => description?.includes(session)).map(({ uri }) => uri);
    expect(uris).toEqual([
      expect.stringMatching(/^crumbtrail:\/\/trails\/\S{36}$/),
      expect.stringMatching(/^crumbtrail:\/\/contexts\/\S{36}$/),
    ]);
    const [trail = '', context = ''] = uris;
    await withClient(stack.key, async (client) => {
      expect(JSON.parse(await reading(client, trail))).toMatchObject({ left_out: 0, tree: [{}] });
      expect(await reading(client, context)).toMatch(/when do you open\?[^]*"agent":"assistant"/);
    });
    await withClient(keys.elsewhere, async (client) => {
      const listed = (await client.listResources()).resources.map(({ uri }) => uri);
      expect(listed).not.toEqual(expect.arrayContaining([trail]));
      for (const [kind, uri] of Object.entries({ trails: trail, contexts: context }))
        expect(await reading(client, uri)).toBe(await reading(client, `crumbtrail://${kind}/${randomUUID()}`));
    });
    // A context quotes what its agent may read: only that agent and operators may read it.
    await withClient(keys.reader, async (client) => {
      expect(await reading(client, context)).toBe(await reading(client, `crumbtrail://contexts/${randomUUID()}`));
      expect(await reading(client, trail)).toContain('when do you open?');
    });
  });

  test('are neither listed for nor read by a person to whom the conversation is not addressed', async () => {
    const session = `mcp-${randomUUID().slice(0, 8)}`;
    const body = { content: 'the key is under the stone', audience: ['agent:assistant'], wait_ms: 20_000 };
    await stack.api.post(`/v1/sessions/${session}/messages`, body);
    const uris = async (client: Client): Promise<string[]> => {
      const { resources } = await client.listResources();
      return resources.filter(({ description }) => description?.includes(session)).map(({ uri }) => uri);
    };
    const listed = await withClient(stack.key, uris);
    expect(listed).toHaveLength(2);
    await withClient(keys.reader, async (client) => {
      expect(await uris(client)).toEqual([]);
      for (const uri of listed)
        expect(await reading(client, uri)).toBe(await reading(client, uri.replace(/\S{36}$/, randomUUID())));
    });
  });
});
