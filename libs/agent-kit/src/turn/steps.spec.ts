import { AgentResponse, AgentStep, ToolRequest, validateContext } from '@crumbtrail/contracts';
import { aTurn, CONTEXT, TURN } from '@crumbtrail/prompting/test';
import { evolve } from '@crumbtrail/prompting';
import { after, call, endOf, stepOf, take } from '../../test/taken-replies';

describe('the result of a model call', () => {
  it('is a step with its requests, valid against their contracts', () => {
    const turn = aTurn({ tools: ['echo'], reply_to: 'weather' });
    const { step, requests } = stepOf(
      take(turn, { content: 'So:', calls: [call('echo', { text: 'a' })], finish_reason: 'tool_calls' }),
    );
    expect(validateContext(AgentStep.name, step)).toEqual([]);
    expect(requests.flatMap((request) => validateContext(ToolRequest.name, request))).toEqual([]);
    expect(step).toMatchObject({ step: 1, mode: 'native', kind: 'model', content: 'So:', finish_reason: 'tool_calls' });
    expect(requests[0]).toMatchObject({
      turn: { id: TURN },
      agent: 'assistant',
      step: 1,
      ordinal: 0,
      tool: 'echo',
      input: { text: 'a' },
      runner: 'tool-runner',
      reply_to: 'weather',
      tool_def: { version: 1 },
      definition: { version: 1 },
    });
  });

  it('is a response with the usage of all calls of the turn', () => {
    const turn = after(2);
    const { response } = endOf(
      take(turn, { content: 'Done.', usage: { prompt_tokens: 7, completion_tokens: 3 }, attempts: 2 }),
    );
    expect(response).toEqual({
      turn: { id: TURN },
      context_id: CONTEXT,
      action: 'speak',
      content: 'Done.',
      model: 'm',
      usage: { counted_prompt_tokens: 15, prompt_tokens: 7, completion_tokens: 3, cost_usd: 0.003 },
      latency_ms: 60,
      attempts: 4,
      steps: 2,
      tool_calls: 2,
    });
    expect(validateContext(AgentResponse.name, response)).toEqual([]);
  });

  it('names the late messages that the model was shown, once', () => {
    const late = [{ id: '0197a6d0-0000-7000-8000-00000000000a', version: 1, speaker: 'Bob', text: 'wait' }];
    const turn = aTurn({ tools: ['echo'], late });
    const { step } = stepOf(take(turn, { calls: [call('echo', { text: 'a' })] }));
    expect(step.injected).toEqual([{ id: late[0]?.id, version: 1 }]);
    const next = stepOf(take(evolve(turn, { kind: 'step', step }), { calls: [call('echo', { text: 'b' })] }));
    expect(next.step).not.toHaveProperty('injected');
  });

  it('is silence with a note when the agent was muted meanwhile', () => {
    const { response } = endOf(take(aTurn({ may_speak: false }), { content: 'Hello!' }));
    expect(response).toMatchObject({ action: 'wait', error: { code: 'may_not_speak' } });
    expect(response).not.toHaveProperty('content');
  });
});
