import { randomUUID } from 'node:crypto';
import { Crumbtrail } from '@crumbtrail/client';
import { Api } from '@crumbtrail/testing';
import { Conversations } from './conversations';
import type { StackInUse } from './fixture';

/** A workspace that belongs to one test. */
export interface TestWorkspace {
  readonly name: string;
  /** Its operator's key. */
  readonly key: string;
  readonly client: Crumbtrail;
  readonly conversations: Conversations;
}

/** Creates a workspace with an agent called `assistant`, which answers every message. */
export async function createTestWorkspace(stack: StackInUse): Promise<TestWorkspace> {
  const name = `test-${randomUUID().slice(0, 13)}`;
  const home = new Crumbtrail({ url: stack.api.url, key: stack.installationKey });
  const { secret: key } = await home.createWorkspace(name);
  const conversations = new Conversations({ api: new Api(stack.api.url, () => key) });
  await conversations.defineAgent({ agent: 'assistant' });
  return { name, key, conversations, client: new Crumbtrail({ url: stack.api.url, key }) };
}
