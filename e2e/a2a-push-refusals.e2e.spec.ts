import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { connectByA2a, toMessage } from './support/a2a-client';
import { echo, lastLine } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';
import { listPushes, pushTo, requestWith, sendWith } from './support/push-requests';
import { createTestWorkspace } from './support/test-workspace';

const script = (call: ModelCall): Script => (lastLine(call) === 'take long' ? { stall: true } : echo(call));
const env = { WEBHOOK_RETRY_MS: '40', WEBHOOK_ATTEMPTS: '4' };
const stack = useStack({ services: WITHOUT_TOOLS, env });
useScript(stack, script);

const scene = useFixture(async () => {
  await publishAgent(stack, { agent: 'scribe', publish: { a2a: {} } });
  return { key: await createKey(stack, 'user:uma') };
});

describe('configurations that are refused', () => {
  test.each([
    ['an address that is none', { url: 'nowhere' }, 'url is an address'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'url begins with https://'],
    ['a password in the address', { url: 'https://a:b@example.org/' }, 'url has a password'],
    ['a long address', { url: `https://example.org/${'x'.repeat(600)}` }, 'url is an address of at most'],
    ['an id with a slash', { id: '../one' }, 'id is 1 to 128'],
    ['a token with another header', { token: 'a\r\nx-other: b' }, 'token is 1 to 4096'],
    [
      'credentials with another header',
      { authentication: { scheme: 'Bearer', credentials: 'a\nb' } },
      'credentials is',
    ],
    ['a scheme that is none', { authentication: { scheme: 'Bearer: x', credentials: 'a' } }, 'scheme is a scheme'],
    ['credentials without a scheme', { authentication: { scheme: '', credentials: 'a' } }, 'scheme is missing'],
  ])('%s', async (_, more, why) => {
    const message = toMessage('hello there', { messageId: `refused-${why.replace(/[^a-z]/g, '')}` });
    const request = requestWith('', pushTo('https://example.org/', more));
    const client = await connectByA2a({ url: stack.api.url, key: scene.key, agent: 'scribe' });
    await expect(client.sendMessage({ ...request, message })).rejects.toThrow(why);
  });

  describe('in a workspace that WEBHOOK_PRIVATE_WORKSPACES does not name', () => {
    const other = useFixture(async () => {
      const workspace = await createTestWorkspace(stack);
      await workspace.conversations.defineAgent({ agent: 'scribe', sessions: 'member', publish: { a2a: {} } });
      return { client: await connectByA2a({ url: stack.api.url, key: workspace.key, agent: 'scribe' }), workspace };
    });

    test.each([
      ['without encryption', 'http://example.org/events', 'is not encrypted'],
      ['to loopback', 'https://127.0.0.1/', '127.0.0.1 is not a public address'],
      ['to loopback, in IPv6 that carries IPv4', 'https://[::ffff:127.0.0.1]/', 'is not a public address'],
      ['to a private network', 'https://10.0.0.1/', '10.0.0.1 is not a public address'],
      ['to the metadata of a cloud', 'https://169.254.169.254/latest', '169.254.169.254 is not a public address'],
    ])('%s, and the message is not written', async (_, url, why) => {
      const request = requestWith('hello there', pushTo(url));
      await expect(other.client.sendMessage(request)).rejects.toThrow(why);
      const messages = await other.workspace.conversations.listCrumbs('user.message.v1');
      expect(messages).toEqual([]);
    });

    test('to a name that leads to loopback: nothing is sent, and the configuration goes with its last attempt', async () => {
      const push = pushTo('https://localhost:9443/events', { id: 'name' });
      const task = await sendWith(other.client, 'take long', push, false);
      await eventually(async () => (await listPushes(other.client, task.id)).length === 0, { withinMs: 30_000 });
      await other.client.cancelTask({ tenant: '', id: task.id, metadata: undefined });
    });
  });
});
