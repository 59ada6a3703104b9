import type { CrumbEvent } from '@crumbtrail/contracts';
import type { MemoryKeeper } from './memory-keeper';
import { OnMessageLeft } from './on-message-left';

const event: CrumbEvent = {
  position: 1,
  kind: 'created',
  workspace: 'default',
  id: 'm',
  version: 1,
  schema_name: 'user.message.v1',
  session: 'kitchen',
  trail_id: 'm',
  hop: 0,
  author: { kind: 'user', id: 'ann' },
  imported: false,
  content_hash: '',
};

test('the keeper of memories asks what a message leaves only where its event does not say that it leaves nothing', async () => {
  const asked: unknown[] = [];
  const keeper = { forgetLeft: (one: CrumbEvent) => Promise.resolve(void asked.push(one.leaves)) };
  const handler = new OnMessageLeft(keeper as unknown as MemoryKeeper);
  for (const more of [{ leaves: false }, { leaves: true }, {}]) await handler.handle({ ...event, ...more });
  expect(asked).toEqual([true, undefined]);
});
