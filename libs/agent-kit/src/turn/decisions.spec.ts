import { resolveTurnLimits, type AgentStepV1 } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { aResult, aStep, aTurn } from '@crumbtrail/prompting/test';
import { evolve, pendingRequests } from '@crumbtrail/prompting';
import { decideTurn } from './decide';

describe('decideTurn: every state of a log', () => {
  const step = fc.record({
    kind: fc.constantFrom('model', 'choice', 'repair'),
    content: fc.constantFrom('', 'hm', '{"message":"x"}', '<think>hm</think><echo>x</echo>', '1'),
    calls: fc.array(fc.record({ tool: fc.constantFrom('echo', 'rm'), failed: fc.boolean() }), { maxLength: 3 }),
    observed: fc.boolean(),
    answered: fc.boolean(),
  });
  const mode = fc.constantFrom('native', 'json', 'tags', 'digit', 'none');

  it('asks, waits or ends in every mode', () => {
    fc.assert(
      fc.property(mode, fc.array(step, { maxLength: 14 }), fc.nat(6), (tool_mode, made, tool_rounds) => {
        const steps = made.map(({ kind, content, calls, observed }, at) =>
          aStep(at + 1, {
            kind: kind as AgentStepV1['kind'],
            content,
            mode: tool_mode as AgentStepV1['mode'],
            calls: calls.map(({ tool, failed }, ordinal) => ({
              ordinal,
              tool,
              input: { text: 'x' },
              ...(failed && { error: { code: 'not_granted', message: 'No.' } }),
            })),
            ...(observed && { observation: { code: 'malformed', message: 'Mend it.' } }),
          }),
        );
        const definition = { tool_mode: tool_mode as AgentStepV1['mode'], limits: { tool_rounds } };
        let turn = aTurn({ tools: ['echo'], definition, steps });
        for (const [at, { answered, calls }] of made.entries()) {
          for (const ordinal of calls.keys()) {
            if (answered) turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: at + 1, ordinal }) });
          }
        }
        const decision = decideTurn(turn, {});
        expect(['ask', 'wait', 'end']).toContain(decision.do);
        if (decision.do === 'wait') expect(pendingRequests(turn).length).toBeGreaterThan(0);
        if (decision.do === 'ask') expect(decision.step).toBe(steps.length + 1);
        expect(steps.length > 2 * resolveTurnLimits(turn.definition).tool_rounds + 4 && decision.do === 'ask').toBe(
          false,
        );
      }),
    );
  });
});
