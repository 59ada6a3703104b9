import { randomUUID } from 'node:crypto';
import { Crumbtrail } from '@crumbtrail/client';
import { Api, type TestStack } from '@crumbtrail/testing';
import { Talk } from './talk';

/** A workspace that belongs to one test. */
export interface TestWorkspace {
  readonly name: string;
  /** Its operator's key. */
  readonly key: string;
  readonly client: Crumbtrail;
  readonly talk: Talk;
}

/** Creates a workspace with an agent called `assistant`, which answers every message. */
export async function createTestWorkspace(stack: TestStack): Promise<TestWorkspace> {
  const name = `test-${randomUUID().slice(0, 13)}`;
  const home = new Crumbtrail({ url: stack.api.url, key: stack.key });
  const { secret: key } = await home.createWorkspace(name);
  const talk = new Talk({ api: new Api(stack.api.url, () => key) });
  await talk.agent({ agent: 'assistant' });
  return { name, key, talk, client: new Crumbtrail({ url: stack.api.url, key }) };
}
