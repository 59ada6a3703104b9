import { type ModelReply, evolve, type Turn } from '@crumbtrail/prompting';
import { aResult, aTurn } from '@crumbtrail/prompting/test';
import type { TurnDecision } from '../src/turn/decide';
import { takeReply, type ReplyResult } from '../src/turn/take-reply';

const measured = { counted: 5, latency: 20, cost: 0.001 };
const replied = (over: Partial<ModelReply> = {}): ModelReply => ({ content: '', model: 'm', attempts: 1, ...over });
/** A call in the protocol's form. */
export const call = (name: string, input: unknown, id = 'c1') => ({ id, name, arguments: JSON.stringify(input) });
/** The result of a reply. */
export const take = (turn: Turn, reply: Partial<ModelReply>): ReplyResult =>
  takeReply(turn, { reply: replied(reply), measured });

/** The end of the turn; throws when there is none. */
export const endOf = (made: ReplyResult | TurnDecision) => {
  if ('kind' in made && made.kind === 'end') return made;
  if ('do' in made && made.do === 'end') return made.ending;
  throw new Error(`It does not end: ${JSON.stringify(made)}`);
};
/** The step; throws when there is none. */
export const stepOf = (made: ReplyResult) => {
  if (made.kind !== 'step') throw new Error(`It is no step: ${JSON.stringify(made)}`);
  return made;
};

/** A turn that has called `echo` this often, each time with its own text, and has its results. */
export function after(
  rounds: number,
  over: Parameters<typeof aTurn>[0] = {},
  input = (n: number): object => ({ text: `${n}` }),
): Turn {
  let turn = aTurn({ tools: ['echo'], ...over });
  for (let n = 1; n <= rounds; n += 1) {
    const made = stepOf(take(turn, { calls: [call('echo', input(n))] }));
    turn = evolve(turn, { kind: 'step', step: made.step });
    turn = evolve(turn, { kind: 'result', response: aResult(turn, { step: n, ordinal: 0 }) });
  }
  return turn;
}
