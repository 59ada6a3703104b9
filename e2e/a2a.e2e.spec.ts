import { type Part, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import {
  answerOf,
  type Binding,
  connectByA2a,
  followStream,
  sendText,
  stateOf,
  textOf,
  textPart,
  toRequest,
} from './support/a2a-client';
import { approvalScript } from './support/approval-script';
import { Conversations, lastLine } from './support/conversations';
import { useFixture, useSharedStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';

const script = (call: ModelCall): Script => (lastLine(call) === 'take long' ? { stall: true } : approvalScript(call));

const stack = useSharedStack();
const conversations = useFixture(() => new Conversations(stack));

/** Keys of a stack with agents that are published in different ways. */
const keys = useFixture(async () => {
  const tools = ['ask_person', 'calculator'];
  const approvals = [{ tools, approval: 'always' as const, deciders: ['author'] }];
  const a2a = { description: 'Writes down what it is told.', tags: ['writing'] };
  await publishAgent(stack, { agent: 'scribe', name: 'The Scribe', tools, approvals, publish: { a2a } });
  await publishAgent(stack, { agent: 'clerk', publish: { a2a: { callers: ['user:carl'] } } });
  await publishAgent(stack, {
    agent: 'banker',
    tools: ['calculator'],
    approvals: [{ tools: ['calculator'], approval: 'always' }],
    publish: { a2a: {} },
  });
  const output_schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
  await publishAgent(stack, { agent: 'counter', output_schema, publish: { a2a: {} } });
  await publishAgent(stack, { agent: 'hermit', publish: {} });
  return { uma: await createKey(stack, 'user:uma'), carl: await createKey(stack, 'user:carl') };
});
beforeEach(() => stack.model.otherwise(script));

const connect = (binding: Binding, agent = 'scribe', key = keys.uma): Promise<Client> =>
  connectByA2a({ url: stack.api.url, key, agent, binding });

const dataOf = (parts: readonly Part[] = []): unknown[] =>
  parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value as unknown] : []));

describe('agent cards', () => {
  test('say what an agent is for, where both bindings are and which key they need', async () => {
    const card = await stack.api.get('/v1/a2a/scribe/.well-known/agent-card.json', { key: keys.uma });
    const url = `${stack.api.url}/v1/a2a/scribe`;
    expect(card).toMatchObject({
      name: 'The Scribe',
      description: 'Writes down what it is told.',
      supportedInterfaces: [
        { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
      securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { key: { list: ['writer'] } } }],
      defaultOutputModes: ['text/plain'],
      skills: [{ id: 'scribe', tags: ['writing'] }],
    });
    expect(card).not.toHaveProperty('signatures');
  });

  test('are listed for those whom the definition names', async () => {
    const list = async (key: string): Promise<string[]> => {
      const { cards } = await stack.api.get<{ cards: { skills: { id: string }[] }[] }>('/v1/a2a', { key });
      return cards.map(({ skills }) => skills[0]?.id ?? '').sort();
    };
    expect(await list(keys.uma)).toEqual(['banker', 'counter', 'scribe']);
    expect(await list(keys.carl)).toEqual(['banker', 'clerk', 'counter', 'scribe']);
  });
});

describe.each<Binding>(['JSONRPC', 'HTTP+JSON'])('A2A by %s', (binding) => {
  test('SendMessage: the message is in its session, and its task has the answer of its turn as an artifact', async () => {
    const client = await connect(binding);
    const task = await sendText(client, 'hello there');
    expect([stateOf(task), answerOf(task)]).toEqual(['TASK_STATE_COMPLETED', 'answer to hello there']);
    expect(task.history.map(({ parts }) => textOf(parts))).toEqual(['hello there']);
    const messages = await conversations.listCrumbs('user.message.v1', task.contextId);
    expect(messages).toMatchObject([{ context: { content: 'hello there' }, author: { id: 'uma' } }]);
    expect(task.metadata?.['trail_id']).toBe(messages[0]?.trail_id);
    const [ended] = await conversations.endedTurns(task.contextId);
    expect(ended?.turn.id).toBe(task.id);
    const next = await sendText(client, 'and on', { contextId: task.contextId });
    expect([next.contextId, next.id === task.id]).toEqual([task.contextId, false]);
  });

  test('SendStreamingMessage: the task comes first, then the answer in pieces, then its end', async () => {
    const say = 'one two three four five six seven eight nine ten';
    stack.model.next({ say, between_ms: 100 });
    const client = await connect(binding);
    const followed = await followStream(client.sendMessageStream(toRequest('count')));
    expect([followed.text, followed.isComplete, followed.pieces > 1]).toEqual([say, true, true]);
    expect(followed.states.at(-1)).toBe('TASK_STATE_COMPLETED');
    const { artifacts } = await client.getTask({ tenant: '', id: followed.task.id });
    expect(textOf(artifacts[0]?.parts)).toBe(say);
  });

  test('a text that the model begins anew replaces the artifact', async () => {
    stack.model.next(
      { say: 'Let me see.', calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { say: 'It is two.' },
    );
    const client = await connect(binding);
    const stream = await followStream(client.sendMessageStream(toRequest('with a tool')));
    expect(stream.states.at(-1)).toBe('TASK_STATE_INPUT_REQUIRED');
    const taskId = stream.task.id;
    const rest = await followStream(client.sendMessageStream(toRequest('approve', { taskId })));
    expect([rest.text, rest.states.at(-1)]).toEqual(['It is two.', 'TASK_STATE_COMPLETED']);
  });

  test('a message that is sent again with its id joins the task of the first', async () => {
    const client = await connect(binding);
    stack.model.next({ say: 'only once', delay_ms: 300 });
    const messageId = `again-${binding.length}`;
    const tasks = await Promise.all([1, 2].map(() => sendText(client, 'join', { messageId })));
    expect(tasks.map(({ id }) => id)).toEqual([tasks[0]?.id, tasks[0]?.id]);
    expect(tasks.map(answerOf)).toEqual(['only once', 'only once']);
    await expect(sendText(client, 'something else', { messageId })).rejects.toThrow();
  });

  test('an approval is a task that requires input; the next message to it decides, with changed arguments as data', async () => {
    const client = await connect(binding);
    const asked = await sendText(client, 'sum it');
    const { message } = asked.status ?? {};
    expect(stateOf(asked)).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(textOf(message?.parts)).toBe(
      'scribe wants to call calculator with {"expression":"6*7"}. Reply approve, or deny and why.',
    );
    expect(dataOf(message?.parts)).toMatchObject([{ kind: 'call', tool: 'calculator', may_decide: true }]);
    await expect(sendText(client, 'perhaps', { taskId: asked.id })).rejects.toThrow('neither approve nor deny');
    const changed = {
      ...textPart(''),
      content: { $case: 'data' as const, value: { arguments: { expression: '2+3' } } },
    };
    const done = await sendText(client, '', { taskId: asked.id, parts: [textPart('approve'), changed] });
    expect([done.id, stateOf(done)]).toEqual([asked.id, 'TASK_STATE_COMPLETED']);
    expect(answerOf(done)).toContain('5');
  });

  test('a question is answered by its text, and a denial says why', async () => {
    const client = await connect(binding);
    const question = await sendText(client, 'ask me');
    expect(textOf(question.status?.message?.parts)).toBe('Which one? (red, blue)');
    expect(answerOf(await sendText(client, 'red', { taskId: question.id }))).toContain('red');
    const call = await sendText(client, 'sum it');
    expect(answerOf(await sendText(client, 'deny, because it is late', { taskId: call.id }))).toContain(
      'because it is late',
    );
  });

  test('what others decide is shown as required, and refused from this key', async () => {
    const client = await connect(binding, 'banker');
    const asked = await sendText(client, 'sum it');
    expect(stateOf(asked)).toBe('TASK_STATE_INPUT_REQUIRED');
    await expect(sendText(client, 'approve', { taskId: asked.id })).rejects.toThrow('waits for somebody else');
  });

  test('CancelTask stops the turn; an ended one cannot be canceled', async () => {
    const client = await connect(binding);
    const begun = await sendText(client, 'take long', {}, true);
    expect(stateOf(begun)).toMatch(/SUBMITTED|WORKING/);
    const canceled = await client.cancelTask({ tenant: '', id: begun.id, metadata: undefined });
    expect([canceled.id, stateOf(canceled)]).toEqual([begun.id, 'TASK_STATE_CANCELED']);
    const again = client.cancelTask({ tenant: '', id: begun.id, metadata: undefined });
    await expect(again).rejects.toMatchObject({ name: 'TaskNotCancelableError' });
  });

  test('SubscribeToTask follows a task from its text so far; an ended one is refused', async () => {
    stack.model.next({ say: 'a b c d e f', delay_ms: 300, between_ms: 100 });
    const client = await connect(binding);
    const begun = await sendText(client, 'slowly', {}, true);
    const followed = await followStream(client.resubscribeTask({ tenant: '', id: begun.id }));
    expect([followed.text, followed.states.at(-1)]).toEqual(['a b c d e f', 'TASK_STATE_COMPLETED']);
    const late = followStream(client.resubscribeTask({ tenant: '', id: begun.id }));
    await expect(late).rejects.toMatchObject({ name: 'UnsupportedOperationError' });
  });

  test('SubscribeToTask of one that waits for a person follows it past the decision', async () => {
    const client = await connect(binding);
    const asked = await sendText(client, 'sum it');
    const following = followStream(client.resubscribeTask({ tenant: '', id: asked.id }));
    await sendText(client, 'approve', { taskId: asked.id });
    const followed = await following;
    expect([followed.states, followed.text]).toEqual([
      ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_COMPLETED'],
      'it gave 42',
    ]);
  });

  test('ListTasks pages through the tasks of a context, the latest first, by state and with how many there are', async () => {
    const client = await connect(binding);
    const contextId = `list-${binding.length}`;
    const sent: string[] = [];
    for (const text of ['one', 'two', 'three']) sent.push((await sendText(client, text, { contextId })).id);
    const all = {
      tenant: '',
      contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
    };
    const first = await client.listTasks({ ...all, pageSize: 2, includeArtifacts: true });
    expect([first.tasks.map(({ id }) => id), first.totalSize, first.pageSize]).toEqual([
      sent.toReversed().slice(0, 2),
      3,
      2,
    ]);
    expect(first.tasks.map(answerOf)).toEqual(['answer to three', 'answer to two']);
    const second = await client.listTasks({ ...all, pageSize: 2, pageToken: first.nextPageToken });
    expect([second.tasks.map(({ id }) => id), second.nextPageToken]).toEqual([[sent[0]], '']);
    expect(second.tasks[0]?.artifacts).toEqual([]);
    const count = async (more: object): Promise<number> => (await client.listTasks({ ...all, ...more })).totalSize;
    expect(await count({ status: TaskState.TASK_STATE_COMPLETED })).toBe(3);
    expect(await count({ status: TaskState.TASK_STATE_FAILED })).toBe(0);
    expect(await count({ status: TaskState.TASK_STATE_REJECTED })).toBe(0);
    expect(await count({ statusTimestampAfter: '2100-01-01T00:00:00Z' })).toBe(0);
  });

  test('files of a message are files of its breadcrumb, and JSON is said as text', async () => {
    const client = await connect(binding);
    const file = {
      ...textPart(''),
      content: { $case: 'raw' as const, value: Buffer.from('The key is under the mat.') },
    };
    const data = { ...textPart(''), content: { $case: 'data' as const, value: { colour: 'red' } } };
    const parts = [textPart('read it'), { ...file, filename: '../notes.txt', mediaType: 'text/plain' }, data];
    const task = await sendText(client, '', { parts });
    const [message] = await conversations.listCrumbs<{ content: string }>('user.message.v1', task.contextId);
    expect(message?.context).toMatchObject({
      content: 'read it\n{"colour":"red"}',
      files: [{ name: '.._notes.txt', type: 'text/plain' }],
    });
    const [, shown] = task.history[0]?.parts ?? [];
    const address = shown?.content?.$case === 'url' ? shown.content.value : '';
    const downloaded = await fetch(address, { headers: { authorization: `Bearer ${keys.uma}` } });
    expect(await downloaded.text()).toBe('The key is under the mat.');
  });

  test('an agent that answers in JSON has it as data', async () => {
    stack.model.next({ say: '{"sum": 42}' });
    const task = await sendText(await connect(binding, 'counter'), 'count');
    expect(dataOf(task.artifacts[0]?.parts)).toEqual([{ sum: 42 }]);
    stack.model.next({ say: '{"sum": 43}' });
    const stream = await followStream((await connect(binding, 'counter')).sendMessageStream(toRequest('count')));
    expect([stream.pieces, stream.isComplete]).toEqual([1, true]);
  });

  test('a turn that fails is a failed task that says why', async () => {
    stack.model.next({ status: 400, message: 'no such model' });
    const task = await sendText(await connect(binding), 'fail');
    expect([stateOf(task), task.artifacts]).toEqual(['TASK_STATE_FAILED', []]);
    expect(textOf(task.status?.message?.parts)).not.toBe('');
  });
});

test('an agent is gone at once when its definition publishes it no more', async () => {
  await publishAgent(stack, { agent: 'brief', publish: { a2a: {} } });
  const client = await connect('JSONRPC', 'brief');
  const task = await sendText(client, 'hello');
  const [definition] = (await conversations.listCrumbs<{ agent: string }>('agent.def.v1')).filter(
    ({ context }) => context.agent === 'brief',
  );
  const { publish: _, ...context } = definition?.context as Record<string, unknown>;
  const headers = { 'if-match': '"1"' };
  await stack.api.request('PATCH', `/v1/breadcrumbs/${definition?.id}`, { context }, { headers });
  await eventually(
    async () => (await client.getTask({ tenant: '', id: task.id }).catch(() => undefined)) === undefined,
  );
  await expect(sendText(client, 'still there?')).rejects.toThrow('404');
});
