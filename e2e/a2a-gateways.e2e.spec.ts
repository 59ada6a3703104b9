import type { ChildProcess } from 'node:child_process';
import { answerOf, connectByA2a, followStream, sendText, stateOf, toRequest } from './support/a2a-client';
import { Conversations } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';
import { startSecondGateway } from './support/second-gateway';

const stack = useStack({ services: WITHOUT_TOOLS, apart: ['gateway'] });

const gateways: ChildProcess[] = [];
afterAll(() => gateways.forEach((gateway) => gateway.kill('SIGKILL')));

test('a task is known at every gateway, and after the death of the one that it was sent to: it is followed, canceled, read and joined there', async () => {
  await publishAgent(stack, { agent: 'scribe', publish: { a2a: {} } });
  const key = await createKey(stack, 'user:uma');
  const { url: other, child } = await startSecondGateway(stack);
  gateways.push(child);
  const [here, there] = await Promise.all(
    [stack.api.url, other].map((url) => connectByA2a({ url, key, agent: 'scribe' })),
  );
  if (!here || !there) throw new Error('A gateway has no card');
  stack.model.next({ say: 'one two three', delay_ms: 500, between_ms: 100 });
  const messageId = 'the-one';
  const begun = await sendText(there, 'count', { messageId }, true);
  const followed = await followStream(here.resubscribeTask({ tenant: '', id: begun.id }));
  expect([followed.text, followed.states.at(-1)]).toEqual(['one two three', 'TASK_STATE_COMPLETED']);
  stack.model.next({ stall: true });
  const long = await sendText(there, 'take long', {}, true);
  const stream = followStream(there.sendMessageStream(toRequest('take long', { messageId: 'another' }))).catch(
    () => 'cut',
  );
  child.kill('SIGKILL');
  expect(await stream).toBe('cut');
  const canceled = await here.cancelTask({ tenant: '', id: long.id, metadata: undefined });
  expect(stateOf(canceled)).toBe('TASK_STATE_CANCELED');
  await stack.halt('gateway');
  await stack.start('gateway');
  await stack.whenReady();
  const read = await here.getTask({ tenant: '', id: begun.id });
  expect([answerOf(read), stateOf(read)]).toEqual(['one two three', 'TASK_STATE_COMPLETED']);
  const again = await sendText(here, 'count', { messageId });
  expect([again.id, answerOf(again)]).toEqual([begun.id, 'one two three']);
  const { length } = await new Conversations(stack).listCrumbs('user.message.v1', begun.contextId);
  expect(length).toBe(1);
});
