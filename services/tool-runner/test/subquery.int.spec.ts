import { AnswerSubquery, refuse, type SubqueryReply, type SubqueryRequest } from '@crumbtrail/contracts';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;
const asked: SubqueryRequest[] = [];
/** What the executor answers, in order. */
const replies: (SubqueryReply | Error)[] = [];

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  await world.agent('abe', ['subquery', 'visit_chat', 'workflow']);
  const executor = await world.bus('agent-executor');
  await executor.respond(AnswerSubquery, async (request) => {
    asked.push(request);
    const reply = replies.shift();
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error('No reply is left.');
    return reply;
  });
}, 90_000);
afterAll(() => world?.stop());
beforeEach(() => {
  asked.splice(0);
  replies.splice(0);
});

const USAGE = { usage: { prompt_tokens: 90, completion_tokens: 3 }, model: 'm', attempts: 1 };

describe('subquery', () => {
  it('asks the executor for the call of the turn, and records its model calls beside the answer', async () => {
    replies.push({ answer: 'Red.', model_calls: [USAGE] });
    const turn = await world.turn('abe');
    const { context } = await world.run('subquery', { request: 'Which colour?', content: 'It is red.' }, { turn });
    expect(asked).toMatchObject([
      {
        turn: turn.id,
        step: 1,
        ordinal: 0,
        kind: 'fork',
        type: 'question',
        request: 'Which colour?',
        content: { parts: [{ text: 'It is red.' }] },
      },
    ]);
    expect(context).toMatchObject({ status: 'ok', output: { answer: 'Red.' }, model_calls: [USAGE] });
  });

  it('asks another executor when one goes away, and answers once', async () => {
    replies.push(refuse('unavailable', 'This process is shutting down.'), { answer: 'Red.', model_calls: [USAGE] });
    const { context } = await world.run('subquery', { request: 'Which colour?' });
    expect(asked).toHaveLength(2);
    expect(context).toMatchObject({ output: { answer: 'Red.' }, model_calls: [USAGE] });
  });

  it('without an answer is an error of the tool, which records the model calls too', async () => {
    const error = { code: 'no_tools', message: 'Ask for what the content says.' };
    replies.push({ error, model_calls: [USAGE] });
    const { context } = await world.run('subquery', { request: 'Which colour?' });
    expect(context).toMatchObject({ status: 'error', error, text: error.message, model_calls: [USAGE] });
  });

  it('that breaks in the executor is an error, and is not repeated', async () => {
    replies.push(new Error('It broke.'));
    const { context } = await world.run('subquery', { request: 'Which colour?' });
    expect(context).toMatchObject({ status: 'error', error: { code: 'failed' } });
    expect(asked).toHaveLength(1);
  });

  it('is refused as a step of a workflow', async () => {
    const steps = [{ id: 'ask', tool: 'subquery', input: { request: 'Which colour?' } }];
    const { context } = await world.run('workflow', { steps });
    expect(JSON.stringify(context)).toContain('not_a_part');
    expect(asked).toEqual([]);
  });
});
