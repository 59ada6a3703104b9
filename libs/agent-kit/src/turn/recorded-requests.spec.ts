import { evolve, type ModelRequest, type Turn } from '@crumbtrail/prompting';
import { aResult, aTurn } from '@crumbtrail/prompting/test';
import { call, stepOf, take } from '../../test/taken-replies';
import { decideTurn } from './decide';
import { recordedRequests } from './recorded-requests';

function requestOf(turn: Turn): ModelRequest {
  const decision = decideTurn(turn, {});
  if (decision.do !== 'ask') throw new Error(`It does not ask: ${JSON.stringify(decision)}`);
  return decision.request;
}

/** Runs a turn of two rounds, in which a message arrives after the first; returns it with what each call was sent. */
function runTurn(): { readonly turn: Turn; readonly sent: readonly ModelRequest[] } {
  let turn = aTurn({ tools: ['echo'], definition: { tool_mode: 'tags' } });
  const sent = [requestOf(turn)];
  turn = evolve(turn, { kind: 'step', step: stepOf(take(turn, { content: '<echo>a</echo>' })).step });
  turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: 1, ordinal: 0 }, { text: 'A' }) });
  const message = { id: '0197a6d0-0000-7000-8000-0000000000aa', version: 1, speaker: 'bob', text: 'and in Rome?' };
  turn = evolve(turn, { kind: 'late', message });
  sent.push(requestOf(turn));
  turn = evolve(turn, { kind: 'step', step: stepOf(take(turn, { content: '<echo>b</echo>' })).step });
  turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: 2, ordinal: 0 }, { text: 'B' }) });
  sent.push(requestOf(turn));
  return { turn, sent };
}

describe('recordedRequests', () => {
  it('puts together what each call of a turn was sent, with the messages that had arrived by then', () => {
    const { turn, sent } = runTurn();
    expect(JSON.stringify(sent[1])).toContain('and in Rome?');
    expect(JSON.stringify(sent[0])).not.toContain('and in Rome?');
    expect(recordedRequests(turn, {}).map(({ messages }) => messages)).toEqual(sent.map(({ messages }) => messages));
  });

  it('leaves out the call that waits for tools', () => {
    const turn = aTurn({ tools: ['echo'] });
    const { step } = stepOf(take(turn, { calls: [call('echo', { text: 'a' })] }));
    expect(recordedRequests(evolve(turn, { kind: 'step', step }), {})).toEqual([requestOf(turn)]);
  });
});
