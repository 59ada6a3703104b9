import { aTurn } from '@crumbtrail/prompting/test';
import { evolve } from '@crumbtrail/prompting';
import { call, stepOf, take } from '../../test/taken-replies';
import { decideTurn } from './decide';

describe('checked-calls', () => {
  it.each([
    ['a tool that is not granted', call('rm', {}), 'not_granted', '"rm"'],
    ['a granted tool that is not defined', call('mcp_gone', {}), 'unknown_tool', 'Your tools: echo'],
    ['broken JSON', { id: 'c1', name: 'echo', arguments: '{"text": ' }, 'invalid_input', 'not valid JSON'],
    [
      'arguments that are not an object',
      { id: 'c1', name: 'echo', arguments: '[1]' },
      'invalid_input',
      'not a JSON object',
    ],
    ['text that the store refuses', call('echo', { text: 'a\u0000' }), 'invalid_input', 'cannot be stored'],
    ['too much', call('echo', { text: 'x'.repeat(100_000) }), 'too_large', '96 KiB'],
  ])('requests nothing for an invalid call and tells the model why: %s', (_, asked, code, words) => {
    const turn = aTurn({ tools: ['echo'], definition: { tools: ['echo', 'mcp_*'] } });
    const { step, requests } = stepOf(take(turn, { calls: [asked] }));
    expect(requests).toEqual([]);
    expect(step.calls[0]?.error?.code).toBe(code);
    expect(step.calls[0]?.error?.message).toContain(words);
    const decision = decideTurn(evolve(turn, { kind: 'step', step }), {});
    expect(decision.do === 'ask' && decision.request.messages.at(-1)).toMatchObject({
      role: 'tool',
      call_id: 'c1',
      content: step.calls[0]?.error?.message,
    });
  });

  it('tells the model at once that the arguments of a call that waits for a person are invalid', () => {
    const definition = { tools: ['echo'], approvals: [{ tools: ['echo'], approval: 'always' as const }] };
    const turn = aTurn({ tools: ['echo'], definition });
    const invalid = stepOf(take(turn, { calls: [call('echo', { text: 7 })] }));
    expect([invalid.requests, invalid.step.calls[0]?.error?.code]).toEqual([[], 'invalid_input']);
    expect(invalid.step.calls[0]?.error?.message).toMatch(/^The arguments of echo are invalid: .*text/);
    const valid = stepOf(take(turn, { calls: [call('echo', { text: 'hello' })] }));
    expect(valid.requests).toMatchObject([{ tool: 'echo', approval: { kind: 'call' } }]);
  });

  it('rejects arguments nested deeper than a crumb allows', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const made = stepOf(take(aTurn({ tools: ['echo'] }), { calls: [{ id: 'c', name: 'echo', arguments: deep }] }));
    expect([made.requests, made.step.calls[0]?.error?.code]).toEqual([[], 'invalid_input']);
  });

  it('drops calls beyond the 32nd of one reply', () => {
    const calls = Array.from({ length: 40 }, (_, n) => call('echo', { text: `${n}` }, `c${n}`));
    expect(stepOf(take(aTurn({ tools: ['echo'] }), { calls })).requests).toHaveLength(32);
  });
});
