import { deflateSync } from 'node:zlib';
import { Crumbtrail } from '@crumbtrail/client';
import { Session } from '@crumbtrail/contracts';
import { writePngChunks } from '@crumbtrail/lore';
import type { AgentHost } from './support/agent-host';
import { Conversations, echo } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { connectAsGuest, reachableByAgents } from './support/published-agents';
import { DESK, RoofSeller } from './support/roof-seller';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack(async () => ({ services: WITHOUT_TOOLS, ...(await reachableByAgents()) }));
useScript(stack, echo);
const guest = useFixture(
  () => connectAsGuest(stack),
  (one) => one.close(),
);
const seller = new RoofSeller();
const host = useFixture(
  async () => ({ agent: await seller.start(guest.connection) }),
  ({ agent }: { agent: AgentHost }) => agent.stop(),
);
const desk = { agent: 'desk', prompt: 'Mend roofs.', runner: 'nats' as const, sessions: 'member' as const };

/** A PNG; nobody decodes its pixels. */
function png(): string {
  const header = Buffer.from('00000280000001e00806000000', 'hex');
  const chunks = { IHDR: header, IDAT: deflateSync(''), IEND: Buffer.alloc(0) };
  return writePngChunks(Object.entries(chunks).map(([type, data]) => ({ type, data }))).toString('base64');
}

const meet = (client: Crumbtrail, name: string): Promise<unknown> => {
  const members = [{ kind: 'agent' as const, id: 'desk' }];
  return client.append({ schema_name: Session.name, context: { name, strategy: 'list', members } });
};

test('a picture of a message goes to an agent of another program as an attachment, byte for byte, if its definition sees', async () => {
  const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
  const conversations = new Conversations(stack);
  await conversations.defineAgent({ ...desk, remote: { nats: DESK }, model: { vision: true } });
  await meet(client, 'pictures');
  const { hash } = await client.request('POST /v1/attachments', {
    body: { name: 'roof.png', data: png(), type: 'image/png' },
  });
  const files = [{ hash, name: 'roof.png' }];
  const { responses } = await client.say('pictures', 'Look at the picture.', { wait_ms: 60_000, files });
  expect(responses).toHaveLength(1);
  const seen = host.agent.received.find(({ prompt }) => prompt.includes('Look at the picture.'));
  expect(seen?.attachments).toEqual([{ filename: 'roof.png', content: png() }]);
});

test('the agents of a workspace that the installation does not name prompt nobody on NATS, and the answer says who can change that', async () => {
  const other = await createTestWorkspace(stack);
  await other.conversations.defineAgent({ ...desk, remote: { nats: DESK } });
  const before = host.agent.received.length;
  await meet(other.client, 'foreign');
  const { responses } = await other.client.say('foreign', 'My roof leaks.', { wait_ms: 60_000 });
  const message = expect.stringContaining('MODEL_PRIVATE_WORKSPACES of the agent-executor') as string;
  expect(responses?.map(({ context }) => context)).toMatchObject([
    { action: 'error', error: { code: 'refused', message } },
  ]);
  expect(host.agent.received).toHaveLength(before);
});

test('an agent of Crumbtrail that is named with the own workspace as its owner is not prompted over NATS', async () => {
  const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
  const own = { agent: 'crumbtrail', owner: 'default', name: 'assistant' };
  await new Conversations(stack).defineAgent({ ...desk, agent: 'mirror', remote: { nats: own } });
  const members = [{ kind: 'agent' as const, id: 'mirror' }];
  await client.append({ schema_name: Session.name, context: { name: 'mirrored', strategy: 'list', members } });
  const { responses } = await client.say('mirrored', 'hello', { wait_ms: 60_000 });
  const message = expect.stringContaining('an agent of its own workspace') as string;
  expect(responses?.map(({ context }) => context)).toMatchObject([
    { action: 'error', error: { code: 'refused', message } },
  ]);
});
