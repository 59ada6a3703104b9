import { type BaseEvent, EventType } from '@ag-ui/client';
import { randomUUID } from 'node:crypto';
import type { ModelCall, Script } from '@crumbtrail/testing';
import { type AgUiRun, defineReadableAgent, defineScribe, UserInterface, weatherTool } from './support/agui-client';
import { approvalScript } from './support/approval-script';
import { Conversations, lastLine } from './support/conversations';
import { useFixture, useSharedStack } from './support/fixture';
import { createKey } from './support/published-agents';

/** Calls the client's tool for a message that says so. */
function script(call: ModelCall): Script {
  if (lastLine(call) === 'how is the weather?')
    return { say: 'Let me look.', calls: [{ name: 'get_weather', arguments: { place: 'Bern' } }] };
  return lastLine(call) === 'take long' ? { stall: true } : approvalScript(call);
}

const stack = useSharedStack();
const conversations = useFixture(() => new Conversations(stack));

const keys = useFixture(async () => {
  await defineScribe(stack);
  await defineReadableAgent(stack, { agent: 'butler', accept_tools: true, accept_system: 'persona' });
  await defineReadableAgent(stack, { agent: 'sums', tools: ['calculator'] });
  const approvals = [{ tools: ['calculator'], approval: 'always' as const }];
  await defineReadableAgent(stack, { agent: 'banker', tools: ['calculator'], approvals });
  return { uma: await createKey(stack, 'user:uma') };
});
beforeEach(() => stack.model.otherwise(script));

const open = (agent: string, key: string, threadId?: string): UserInterface =>
  new UserInterface({ url: stack.api.url, agent, key, ...(threadId !== undefined && { threadId }) });

const typesOf = ({ events }: AgUiRun): string[] =>
  events.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);

const outcomeOf = ({ events }: AgUiRun): unknown => (events.at(-1) as BaseEvent & { outcome?: unknown }).outcome;

const { RUN_STARTED, RUN_FINISHED, RUN_ERROR, TEXT_MESSAGE_START, TEXT_MESSAGE_CONTENT, TEXT_MESSAGE_END } = EventType;
const { TOOL_CALL_START, TOOL_CALL_ARGS, TOOL_CALL_END, TOOL_CALL_RESULT } = EventType;
const TEXT = [TEXT_MESSAGE_START, TEXT_MESSAGE_CONTENT, TEXT_MESSAGE_END];
const CALL = [TOOL_CALL_START, TOOL_CALL_ARGS, TOOL_CALL_END];

describe('an agent over AG-UI', () => {
  test('streams its answer in pieces, and the thread is the session of what was said', async () => {
    const say = 'one two three four five';
    stack.model.next({ say, between_ms: 50 });
    const person = open('scribe', keys.uma).say('count');
    const run = await person.run();
    expect(typesOf(run)).toEqual([RUN_STARTED, ...TEXT, RUN_FINISHED]);
    expect(run.newMessages).toMatchObject([{ role: 'assistant', content: say }]);
    expect([outcomeOf(run), run.events.at(-1)]).toMatchObject([
      { type: 'success' },
      { usage: [{ totalTokens: expect.any(Number) as number }] },
    ]);
    const [message] = await conversations.listCrumbs('user.message.v1', person.agent.threadId);
    expect(message).toMatchObject({ context: { content: 'count' }, author: { id: 'uma' } });
    const { trail_id } = message as { trail_id: string };
    expect(run.events[0]).toMatchObject({ metadata: { crumbtrail: { session: person.agent.threadId, trail_id } } });
    await person.say('and on').run();
    expect((await conversations.listCrumbs('user.message.v1', person.agent.threadId)).length).toBe(2);
  });

  test('shows the calls of its own tools with their results, to those who may read them', async () => {
    stack.model.next(
      { say: 'Let me see.', calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { say: 'It is 42.' },
    );
    const run = await open('sums', stack.key).say('what is it?').run();
    expect(typesOf(run)).toEqual([RUN_STARTED, ...TEXT, ...CALL, TOOL_CALL_RESULT, ...TEXT, RUN_FINISHED]);
    expect(run.newMessages).toMatchObject([
      { role: 'assistant', content: 'Let me see.' },
      { role: 'assistant', toolCalls: [{ function: { name: 'calculator', arguments: '{"expression":"6*7"}' } }] },
      { role: 'tool', content: expect.stringContaining('42') as string },
      { role: 'assistant', content: 'It is 42.' },
    ]);
    stack.model.next({ calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, { say: 'It is 42.' });
    const hidden = await open('sums', keys.uma).say('what is it?').run();
    expect(typesOf(hidden)).toEqual([RUN_STARTED, ...TEXT, RUN_FINISHED]);
  });

  test('calls tools of its client, and the next run goes on with their results', async () => {
    const person = open('butler', keys.uma).say('how is the weather?');
    const asked = await person.run({ tools: [weatherTool] });
    const call = asked.newMessages.flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []) : []))[0];
    expect(call?.function).toEqual({ name: 'get_weather', arguments: '{"place":"Bern"}' });
    expect(outcomeOf(asked)).toEqual({ type: 'success', pendingToolCallIds: [call?.id] });
    person.agent.addMessage({ id: randomUUID(), role: 'tool', toolCallId: call?.id ?? '', content: 'It rains.' });
    const told = await person.run({ tools: [weatherTool] });
    expect([typesOf(told), told.newMessages]).toMatchObject([
      [RUN_STARTED, ...TEXT, RUN_FINISHED],
      [{ role: 'assistant', content: 'it gave It rains.' }],
    ]);
    expect(await conversations.endedTurns(person.agent.threadId)).toHaveLength(1);
  });

  test('an approval interrupts the run; the next one resumes it with changed arguments, and shows only what is new', async () => {
    const person = open('scribe', keys.uma).say('sum it');
    const asked = await person.run();
    expect(outcomeOf(asked)).toMatchObject({
      type: 'interrupt',
      interrupts: [
        {
          reason: 'approval',
          message: 'scribe wants to call calculator with {"expression":"6*7"}. Reply approve, or deny and why.',
          responseSchema: { required: ['approved'], properties: { arguments: { type: 'object' } } },
          metadata: { tool: 'calculator', arguments: { expression: '6*7' } },
        },
      ],
    });
    const { id: interruptId } = person.interrupt;
    const payload = { approved: true, arguments: { expression: '2+3' } };
    const done = await person.run({ resume: [{ interruptId, status: 'resolved', payload }] });
    expect([outcomeOf(done), done.newMessages.at(-1)]).toMatchObject([
      { type: 'success' },
      { role: 'assistant', content: expect.stringContaining('5') as string },
    ]);
    expect(person.agent.pendingInterrupts).toEqual([]);
  });

  test('a question is answered, and a cancelled interrupt is a denial', async () => {
    const person = open('scribe', keys.uma).say('ask me');
    expect(outcomeOf(await person.run())).toMatchObject({
      interrupts: [{ reason: 'question', message: 'Which one? (red, blue)' }],
    });
    const answer = { interruptId: person.interrupt.id, status: 'resolved' as const, payload: { answer: 'red' } };
    expect((await person.run({ resume: [answer] })).newMessages.at(-1)).toMatchObject({
      content: expect.stringContaining('red') as string,
    });
    await person.say('sum it').run();
    const cancelled = { interruptId: person.interrupt.id, status: 'cancelled' as const };
    const run = await person.run({ resume: [cancelled] });
    expect(run.newMessages.at(-1)).toMatchObject({ content: expect.stringContaining('cancelled') as string });
  });

  test('what somebody else has to decide is said in the text, and does not keep the person from going on', async () => {
    const person = open('banker', keys.uma).say('sum it');
    const run = await person.run();
    expect(outcomeOf(run)).toEqual({ type: 'success' });
    expect(run.newMessages.at(-1)).toMatchObject({
      content: expect.stringContaining('[Waiting for a person]') as string,
    });
    expect(person.agent.pendingInterrupts).toEqual([]);
  });

  test('a run that is sent again joins the first, and another one under its id is refused', async () => {
    stack.model.next({ say: 'only once', delay_ms: 300 });
    const threadId = randomUUID();
    const runId = randomUUID();
    const runs = await Promise.all(
      [1, 2].map(() => {
        const person = open('scribe', keys.uma, threadId);
        person.agent.setMessages([{ id: 'one', role: 'user', content: 'join' }]);
        return person.run({ runId });
      }),
    );
    expect(runs.map(({ newMessages }) => newMessages)).toMatchObject([
      [{ content: 'only once' }],
      [{ content: 'only once' }],
    ]);
    expect(await conversations.listCrumbs('user.message.v1', threadId)).toHaveLength(1);
    await expect(open('scribe', keys.uma, threadId).say('other').run({ runId })).rejects.toThrow('409');
  });

  test('a turn that fails is an error of the run', async () => {
    stack.model.next({ status: 400, message: 'no such model' });
    const events: BaseEvent[] = [];
    const { agent } = open('scribe', keys.uma).say('fail');
    await agent.runAgent({}, { onEvent: ({ event }) => void events.push(event) }).catch(() => undefined);
    expect(events.map(({ type }) => type)).toEqual([RUN_STARTED, RUN_ERROR]);
    expect(events[1]).toMatchObject({ message: expect.any(String) as string, code: expect.any(String) as string });
  });

  test('a client that goes away stops the turn', async () => {
    const person = open('scribe', keys.uma).say('take long');
    const begun = new Promise<void>((resolve) => person.agent.subscribe({ onRunStartedEvent: () => resolve() }));
    const running = person.run().catch(() => undefined);
    await begun;
    person.agent.abortRun();
    await running;
    const [said] = await conversations.listCrumbs('user.message.v1', person.agent.threadId);
    const message = { id: said?.id ?? '', session: person.agent.threadId, content: 'take long' };
    const [ended] = await conversations.waitForTurns([message]);
    expect(ended?.response.context.action).toBe('stopped');
  });

  test('takes files, context and system messages, and shows nothing to the agent of what is only for people', async () => {
    const person = open('butler', keys.uma);
    const source = {
      type: 'data' as const,
      value: Buffer.from('The key is under the mat.').toString('base64'),
      mimeType: 'text/plain',
    };
    person.agent.setMessages([
      { id: 'a', role: 'system', content: 'You are polite.' },
      { id: 'b', role: 'reasoning', content: 'hidden' },
      {
        id: 'c',
        role: 'user',
        content: [
          { type: 'text', text: 'read it' },
          { type: 'document', source },
        ],
      },
    ]);
    await person.run({ context: [{ description: 'Page', value: 'checkout' }] });
    const [message] = await conversations.listCrumbs('user.message.v1', person.agent.threadId);
    expect(message?.context).toMatchObject({ content: 'read it', files: [{ type: 'text/plain' }] });
  });
});
