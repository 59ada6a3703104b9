import { GuardFired, sha256, validateContext } from '@crumbtrail/contracts';
import { aStep, aTurn } from '@crumbtrail/prompting/test';
import { after, call, endOf, take } from '../../test/taken-replies';
import { decideTurn } from './decide';

describe('a guard of a turn', () => {
  it('turn_tokens: ends the turn with a sentence at its limit, and limits each call to what is left', () => {
    const limits = { turn_output_tokens: 100 };
    const first = decideTurn(aTurn({ definition: { limits, model: { max_output_tokens: 500 } } }), {});
    expect(first).toMatchObject({ request: { max_output_tokens: 100 } });
    const written = (tokens: number) =>
      aTurn({
        tools: ['echo'],
        definition: { limits },
        steps: [aStep(1, { usage: { completion_tokens: tokens } })],
      });
    expect(decideTurn(written(60), {})).toMatchObject({ request: { max_output_tokens: 40 } });
    expect(endOf(decideTurn(written(100), {}))).toMatchObject({
      response: { action: 'error', error: { code: 'turn_tokens' } },
      guard: { guard: 'turn_tokens', limit: 100, value: 100 },
    });
    const cut = { code: 'cut_off' as const, message: 'Cut.' };
    const usage = { prompt_tokens: 1, completion_tokens: 40 };
    expect(endOf(take(written(60), { content: 'And so', failure: cut, usage }))).toMatchObject({
      response: { action: 'error', content: 'And so', partial: true, error: { code: 'turn_tokens' } },
    });
  });

  it('turn_tokens: counts the text of a reply whose provider bills nothing', () => {
    const steps = [aStep(1, { content: 'one two three four five six seven eight' })];
    const turn = aTurn({ tools: ['echo'], steps, definition: { limits: { turn_output_tokens: 8 } } });
    expect(endOf(decideTurn(turn, {})).guard).toMatchObject({ guard: 'turn_tokens', limit: 8 });
  });

  it('trail_tokens, trail_cost: ends the turn when the trail has used its tokens or dollars', () => {
    const spent = { prompt_tokens: 900, completion_tokens: 50, cost_usd: 0.5, said: [] };
    const steps = [aStep(1, { usage: { prompt_tokens: 40, completion_tokens: 10, cost_usd: 0.5 } })];
    const tokens = aTurn({ tools: ['echo'], spent, steps, definition: { limits: { trail_tokens: 1000 } } });
    expect(endOf(decideTurn(tokens, {})).guard).toMatchObject({ guard: 'trail_tokens', limit: 1000, value: 1000 });
    const cost = aTurn({ tools: ['echo'], spent, steps, definition: { limits: { trail_cost_usd: 1 } } });
    expect(endOf(decideTurn(cost, {})).guard).toMatchObject({ guard: 'trail_cost', limit: 1, value: 1 });
    const more = aTurn({
      tools: ['echo'],
      spent,
      steps,
      definition: { limits: { trail_tokens: 1001, trail_cost_usd: 1.1 } },
    });
    expect(decideTurn(more, {}).do).toBe('ask');
  });

  it('repetition: ends the turn when a tool is called too often with the same arguments', () => {
    const same = (): object => ({ text: 'again' });
    const turn = after(2, { definition: { limits: { repeats: 2 } } }, same);
    const end = endOf(take(turn, { calls: [{ ...call('echo', {}), arguments: '{ "text" : "again" }' }] }));
    expect(end).toMatchObject({
      response: { action: 'error', error: { code: 'repetition' } },
      guard: { guard: 'repetition', limit: 2, value: 3 },
    });
    expect(take(turn, { calls: [call('echo', { text: 'other' })] }).kind).toBe('step');
  });

  it('repetition: ends the turn when the agent repeats an answer of this trail too often', () => {
    const spent = {
      prompt_tokens: 0,
      completion_tokens: 0,
      cost_usd: 0,
      said: [sha256('Yes.'), sha256('No.'), sha256('Yes.')],
    };
    const turn = aTurn({ spent, definition: { limits: { repeats: 2 } } });
    expect(endOf(take(turn, { content: 'Yes.' }))).toMatchObject({
      response: { action: 'error', error: { code: 'repetition' } },
      guard: { guard: 'repetition', limit: 2, value: 3 },
    });
    expect(endOf(take(turn, { content: 'No.' })).response).toMatchObject({ action: 'speak', content: 'No.' });
  });

  it('writes a valid guard.fired crumb', () => {
    const turn = after(2, { definition: { limits: { tool_rounds: 2 } } });
    expect(validateContext(GuardFired.name, endOf(take(turn, { content: 'x' })).guard)).toEqual([]);
  });
});
