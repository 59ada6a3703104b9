import { readdirSync, readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from '@a2a-js/sdk/client';
import { Crumbtrail } from '@crumbtrail/client';
import { singletonId } from '@crumbtrail/contracts';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { type Binding, connectByA2a, sendText, stateOf, textOf } from './support/a2a-client';
import { approvalScript } from './support/approval-script';
import { lastLine } from './support/conversations';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';
import { PushReceiver, readPushed } from './support/push-receiver';
import { listPushes, sendWith } from './support/push-requests';
import { startSecondGateway } from './support/second-gateway';
import { createTestWorkspace } from './support/test-workspace';

const ATTEMPTS = 8;
const TOKEN = 'a-token-of-the-client';
const CREDENTIALS = 'credentials-of-the-client';
const env = { WEBHOOK_PRIVATE_WORKSPACES: 'default', WEBHOOK_RETRY_MS: '40', WEBHOOK_ATTEMPTS: `${ATTEMPTS}` };
const LONG = { withinMs: 20_000 };

const script = (call: ModelCall): Script => (lastLine(call) === 'take long' ? { stall: true } : approvalScript(call));
const stack = useStack({ services: WITHOUT_MEMORY, apart: ['gateway'], env });

const children: ChildProcess[] = [];
afterAll(() => children.forEach((child) => child.kill('SIGKILL')));
const receivers: PushReceiver[] = [];
afterEach(() => receivers.splice(0).forEach((one) => one.stop()));
beforeEach(() => stack.model.otherwise(script));

async function startReceiver(): Promise<PushReceiver> {
  const receiver = await new PushReceiver().start();
  receivers.push(receiver);
  return receiver;
}

const scene = useFixture(async () => {
  const approvals = [{ tools: ['calculator'], approval: 'always' as const, deciders: ['author'] }];
  await publishAgent(stack, { agent: 'scribe', tools: ['calculator'], approvals, publish: { a2a: {} } });
  const keys = { uma: await createKey(stack, 'user:uma'), carl: await createKey(stack, 'user:carl') };
  return { ...keys, reader: await createKey(stack, 'user:rex', 'reader') };
});

const connect = (binding: Binding = 'JSONRPC', key = scene.uma): Promise<Client> =>
  connectByA2a({ url: stack.api.url, key, agent: 'scribe', binding });

const ENDED = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED'];
const hasEnded = (receiver: PushReceiver, path: string): boolean => ENDED.includes(receiver.story(path).at(-1) ?? '');

test('the agent card says that pushes are sent', async () => {
  const card = await stack.api.get('/v1/a2a/scribe/.well-known/agent-card.json', { key: scene.uma });
  expect(card).toMatchObject({ capabilities: { pushNotifications: true } });
});

describe.each<Binding>(['JSONRPC', 'HTTP+JSON'])('push notifications by %s', (binding) => {
  test('each change of a task comes to the receiver of the message in order, authenticated, and then its configuration is gone', async () => {
    const receiver = await startReceiver();
    const client = await connect(binding);
    const authentication = { scheme: 'Bearer', credentials: CREDENTIALS };
    const task = await sendWith(client, 'sum it', receiver.config('all', { token: TOKEN, authentication }));
    expect(stateOf(task)).toBe('TASK_STATE_INPUT_REQUIRED');
    await eventually(() => receiver.story('all').includes('TASK_STATE_INPUT_REQUIRED'), LONG);
    await sendText(client, 'approve', { taskId: task.id });
    await eventually(() => hasEnded(receiver, 'all'), LONG);
    const told = receiver.story('all');
    const from = told.indexOf('TASK_STATE_INPUT_REQUIRED');
    expect(told.slice(0, from)).toEqual(from === 0 ? [] : ['TASK_STATE_WORKING']);
    expect(told.slice(from)).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_WORKING',
      'artifact: it gave 42',
      'TASK_STATE_COMPLETED',
    ]);
    const messages = receiver.at('all');
    for (const { headers, text } of messages) {
      expect(headers).toMatchObject({
        'content-type': 'application/a2a+json',
        'x-a2a-notification-token': TOKEN,
        authorization: `Bearer ${CREDENTIALS}`,
      });
      expect(readPushed(text).value).toMatchObject({ taskId: task.id, contextId: task.contextId });
    }
    await eventually(async () => (await listPushes(client, task.id)).length === 0, LONG);
  });

  test('the message of a task that requires input says what is asked', async () => {
    const receiver = await startReceiver();
    const client = await connect(binding);
    const task = await sendWith(client, 'sum it', receiver.config('asks'));
    await eventually(() => receiver.story('asks').includes('TASK_STATE_INPUT_REQUIRED'), LONG);
    const last = readPushed(receiver.at('asks').at(-1)?.text ?? '');
    const { status } = last.$case === 'statusUpdate' ? last.value : { status: undefined };
    expect(textOf(status?.message?.parts)).toContain('scribe wants to call calculator with {"expression":"6*7"}');
    await client.cancelTask({ tenant: '', id: task.id, metadata: undefined });
    await eventually(() => receiver.story('asks').at(-1) === 'TASK_STATE_CANCELED', LONG);
  });

  test('configurations of a running task are made, read, listed, replaced and deleted; secrets are not shown', async () => {
    const receiver = await startReceiver();
    const client = await connect(binding);
    const task = await sendText(client, 'take long', {}, true);
    const authentication = { scheme: 'Basic', credentials: CREDENTIALS };
    const secrets = { token: TOKEN, authentication };
    const taskId = task.id;
    const made = await client.createTaskPushNotificationConfig(
      receiver.config('one', { id: 'one', taskId, ...secrets }),
    );
    const unnamed = await client.createTaskPushNotificationConfig(receiver.config('two', { taskId }));
    expect(made).toMatchObject({ id: 'one', taskId, authentication: { scheme: 'Basic', credentials: '' }, token: '' });
    expect(unnamed.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'one' })).toEqual(made);
    expect(await listPushes(client, taskId)).toEqual([made, unnamed]);
    await client.createTaskPushNotificationConfig(receiver.config('new', { id: 'one', taskId }));
    expect((await listPushes(client, taskId)).map(({ url }) => new URL(url).pathname).sort()).toEqual(['/new', '/two']);
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: unnamed.id });
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: unnamed.id });
    expect((await listPushes(client, taskId)).map(({ id }) => id)).toEqual(['one']);
    await client.cancelTask({ tenant: '', id: taskId, metadata: undefined });
    await eventually(() => hasEnded(receiver, 'new'), LONG);
    expect(receiver.story('two').includes('TASK_STATE_CANCELED')).toBe(false);
    // The first says how the task stood when the configuration was made.
    expect(receiver.story('new')).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_CANCELED']);
    expect(JSON.stringify([made, await listPushes(client, taskId)])).not.toContain(TOKEN);
  });

  test('neither another participant nor another workspace can read, list or delete a configuration', async () => {
    const receiver = await startReceiver();
    const client = await connect(binding);
    const task = await sendText(client, 'take long', {}, true);
    const taskId = task.id;
    await client.createTaskPushNotificationConfig(receiver.config('mine', { id: 'mine', taskId }));
    const carl = await connect(binding, scene.carl);
    const operator = await connect(binding, stack.key);
    for (const other of [carl, operator]) {
      await expect(other.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'mine' })).rejects.toThrow();
      const found = await listPushes(other, taskId).catch(() => []);
      expect(found).toEqual([]);
      await other.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: 'mine' }).catch(() => undefined);
    }
    const foreign = await createTestWorkspace(stack);
    const path = `/v1/a2a/scribe/tasks/${taskId}/pushNotificationConfigs`;
    const headers = { 'a2a-version': '1.0' };
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/mine`],
      ['DELETE', `${path}/mine`],
    ] as const)
      expect((await stack.api.request(method, at, undefined, { key: foreign.key, headers })).status).toBe(404);
    const reader = await stack.api.request('DELETE', `${path}/mine`, undefined, { key: scene.reader, headers });
    expect(reader.status).toBe(403);
    expect((await listPushes(client, taskId)).map(({ id }) => id)).toEqual(['mine']);
    await client.cancelTask({ tenant: '', id: taskId, metadata: undefined });
  });

  test('a task has at most ten configurations of one participant', async () => {
    const receiver = await startReceiver();
    const client = await connect(binding);
    const { id: taskId } = await sendText(client, 'take long', {}, true);
    for (let at = 0; at < 10; at += 1)
      await client.createTaskPushNotificationConfig(receiver.config('many', { id: `n${at}`, taskId }));
    const eleventh = client.createTaskPushNotificationConfig(receiver.config('many', { id: 'n10', taskId }));
    await expect(eleventh).rejects.toThrow('at most 10');
    await client.cancelTask({ tenant: '', id: taskId, metadata: undefined });
  });
});

test('a receiver that was down gets every change in order, although the delivering gateway is killed and another one goes on', async () => {
  const key = { SETTINGS_KEY_FILE: join(stack.home, 'secrets', 'settings-key') };
  const { child } = await startSecondGateway(stack, { ...env, ...key });
  children.push(child);
  const receiver = await startReceiver();
  receiver.isDown = true;
  const client = await connect();
  const task = await sendWith(client, 'sum it', receiver.config('down', { token: TOKEN }));
  await sendText(client, 'approve', { taskId: task.id });
  await eventually(() => receiver.refused > 1, LONG);
  await stack.kill('gateway');
  receiver.isDown = false;
  await eventually(() => hasEnded(receiver, 'down'), { withinMs: 60_000 });
  expect(receiver.story('down').slice(-4)).toEqual([
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_WORKING',
    'artifact: it gave 42',
    'TASK_STATE_COMPLETED',
  ]);
  expect(receiver.at('down').map(({ headers }) => headers['x-a2a-notification-token'])).not.toContain(undefined);
  await stack.start('gateway');
  await stack.whenReady();
}, 120_000);

test('a receiver that never answers loses its configuration after the last attempt; the task is not held up', async () => {
  const receiver = await startReceiver();
  receiver.isDown = true;
  const client = await connect();
  const { id: taskId } = await sendWith(client, 'sum it', receiver.config('never', { id: 'never' }));
  await eventually(async () => (await listPushes(client, taskId)).length === 0, { withinMs: 60_000 });
  expect(receiver.refused).toBeGreaterThanOrEqual(ATTEMPTS);
  const done = await sendText(client, 'approve', { taskId });
  expect(stateOf(done)).toBe('TASK_STATE_COMPLETED');
});

test('nothing more is sent once the key of the participant is revoked', async () => {
  const { secret, id } = await stack.api.post<{ secret: string; id: string }>('/v1/keys', {
    participant: { kind: 'user', id: 'gone' },
    role: 'writer',
  });
  const receiver = await startReceiver();
  const client = await connect('JSONRPC', secret);
  const task = await sendWith(client, 'take long', receiver.config('gone'), false);
  await eventually(() => receiver.story('gone').includes('TASK_STATE_WORKING'), LONG);
  await stack.api.request('DELETE', `/v1/keys/${id}`);
  const operator = await connect('JSONRPC', stack.key);
  await operator.cancelTask({ tenant: '', id: task.id, metadata: undefined });
  const after = await sendWith(await connect(), 'hello there', receiver.config('after'));
  expect(stateOf(after)).toBe('TASK_STATE_COMPLETED');
  await eventually(() => hasEnded(receiver, 'after'), LONG);
  expect(receiver.story('gone')).toEqual(['TASK_STATE_WORKING']);
});

test('nothing more is sent once the agent is published no more', async () => {
  await publishAgent(stack, { agent: 'brief', publish: { a2a: {} } });
  const receiver = await startReceiver();
  const client = await connectByA2a({ url: stack.api.url, key: scene.uma, agent: 'brief' });
  const task = await sendWith(client, 'take long', receiver.config('brief'), false);
  await eventually(() => receiver.story('brief').includes('TASK_STATE_WORKING'), LONG);
  const operator = new Crumbtrail({ url: stack.api.url, key: stack.key });
  const { id, version, context } = await operator.get(singletonId('default', 'agent', 'brief'));
  const { publish: _, ...unpublished } = context as Record<string, unknown>;
  await operator.change(id, version, { context: unpublished });
  await operator.stopTurn(task.id);
  await sendWith(await connect(), 'hello there', receiver.config('later'));
  await eventually(() => hasEnded(receiver, 'later'), LONG);
  expect(receiver.story('brief')).toEqual(['TASK_STATE_WORKING']);
});

test('neither the store nor a log holds the token or the credentials of a configuration', async () => {
  const receiver = await startReceiver();
  const client = await connect();
  const authentication = { scheme: 'Bearer', credentials: CREDENTIALS };
  const { id: taskId } = await sendText(client, 'take long', {}, true);
  await client.createTaskPushNotificationConfig(receiver.config('sealed', { taskId, token: TOKEN, authentication }));
  await eventually(() => receiver.at('sealed').length > 0, LONG);
  const files = readdirSync(stack.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(5);
  const holding = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return bytes.includes(TOKEN) || bytes.includes(CREDENTIALS);
  });
  expect(holding.map(({ name }) => name)).toEqual([]);
  await client.cancelTask({ tenant: '', id: taskId, metadata: undefined });
});
