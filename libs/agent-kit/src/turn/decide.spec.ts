import { aResult, aTurn } from '@crumbtrail/prompting/test';
import { evolve } from '@crumbtrail/prompting';
import { after, call, endOf, stepOf, take } from '../../test/taken-replies';
import { decideTurn } from './decide';

describe('decideTurn', () => {
  it('asks the model, with the tools of the turn, at the beginning', () => {
    const decision = decideTurn(
      aTurn({ tools: ['echo'], definition: { model: { name: 'big', temperature: 0.5 } } }),
      {},
    );
    expect(decision).toMatchObject({ do: 'ask', step: 1, request: { model: 'big', temperature: 0.5 } });
    expect(decision.do === 'ask' && decision.request.tools?.map(({ name }) => name)).toEqual(['echo']);
  });

  it('waits while one of several results is missing, and asks the model once all are there', () => {
    let turn = aTurn({ tools: ['echo'] });
    const calls = [call('echo', { text: 'a' }), call('echo', { text: 'b' }, 'c2')];
    const { step, requests } = stepOf(take(turn, { content: 'Let me look.', calls }));
    expect(requests).toHaveLength(2);
    turn = evolve(turn, { kind: 'step', step });
    expect(decideTurn(turn, {})).toEqual({ do: 'wait' });
    turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: 1, ordinal: 1 }, { text: 'B' }) });
    expect(decideTurn(turn, {})).toEqual({ do: 'wait' });
    turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: 1, ordinal: 0 }, { text: 'A' }) });
    const decision = decideTurn(turn, {});
    expect(decision.do === 'ask' && decision.request.messages.slice(-3)).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'c1', name: 'echo', arguments: '{"text":"a"}' },
          { id: 'c2', name: 'echo', arguments: '{"text":"b"}' },
        ],
      },
      { role: 'tool', call_id: 'c1', content: 'A' },
      { role: 'tool', call_id: 'c2', content: 'B' },
    ]);
  });

  it('offers no tools once all rounds are used, and notes the guard with the answer', () => {
    const turn = after(2, { definition: { limits: { tool_rounds: 2 } } });
    const decision = decideTurn(turn, {});
    expect(decision).toMatchObject({ do: 'ask', step: 3 });
    expect(decision.do === 'ask' && decision.request).not.toHaveProperty('tools');
    const { response, guard } = endOf(take(turn, { content: 'So it is.' }));
    expect(response).toMatchObject({ action: 'speak', content: 'So it is.', steps: 2, tool_calls: 2 });
    expect(guard).toMatchObject({ guard: 'tool_rounds', limit: 2, value: 2 });
  });

  it('ends the turn when the model calls tools that are not offered any more', () => {
    const { response, guard } = endOf(
      take(after(2, { definition: { limits: { tool_rounds: 2 } } }), { calls: [call('echo', {})] }),
    );
    expect(response).toMatchObject({ action: 'error', error: { code: 'tool_rounds' } });
    expect(response.error?.message).toContain('2 rounds');
    expect(guard).toMatchObject({ guard: 'tool_rounds' });
  });

  it('asks the model without tools when no round is allowed', () => {
    const decision = decideTurn(aTurn({ tools: ['echo'], definition: { limits: { tool_rounds: 0 } } }), {});
    expect(decision.do === 'ask' && decision.request.tools).toBeUndefined();
    expect(decision.do === 'ask' && decision.request.messages).toHaveLength(2);
  });
});
