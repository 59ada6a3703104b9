import type { AgentStepV1, ToolResponseV1 } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { aResult, aStep, aTurn } from '@crumbtrail/prompting/test';
import {
  type ModelToolCall,
  type ModelReply,
  evolve,
  type TurnEvent,
  pendingRequests,
  countRounds,
  type Turn,
} from '@crumbtrail/prompting';
import { decideTurn } from './decide';
import { takeReply } from './take-reply';

const measured = { counted: 1, latency: 1, cost: undefined };
const TOOLS = ['echo', 'dice', 'rm'] as const;

/** The model's reply at a step: the tools that it calls, or an answer. */
type Line = readonly (typeof TOOLS)[number][] | string;

const line: fc.Arbitrary<Line> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...TOOLS), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('Done.', 'It is 42.') },
);

/** An event: a wake-up is handled, its replica crashes on the way, or a tool answers. */
type Happening = 'wake' | 'dies before it publishes' | 'dies after a step' | number;

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constantFrom<Happening>('wake', 'wake', 'dies before it publishes', 'dies after a step'),
  fc.nat(5),
);

/** A log and its replicas; the model gives the same reply to the same request. */
class Played {
  readonly commits: string[] = [];
  readonly asked = new Map<number, number>();
  readonly steps: AgentStepV1[] = [];
  readonly results: ToolResponseV1[] = [];
  ended = false;
  deaths = 0;

  constructor(
    private readonly base: Turn,
    private readonly script: readonly Line[],
  ) {}

  turn(): Turn {
    const told = this.steps.reduce((turn, step) => evolve(turn, { kind: 'step', step }), this.base);
    return this.results.reduce((turn, response) => evolve(turn, { kind: 'result', response }), told);
  }

  happens(what: Happening): void {
    if (this.ended) return;
    if (typeof what === 'number') this.answer(what);
    else this.wake(what);
  }

  /** Running tools end, and every event is delivered again. */
  finish(): void {
    for (let n = 0; !this.ended && n < 200; n += 1) {
      this.wake('wake');
      this.answer(0);
    }
  }

  private answer(nth: number): void {
    const turn = this.turn();
    const open = pendingRequests(turn);
    const id = open[nth % Math.max(1, open.length)];
    for (const { step, calls } of turn.steps) {
      for (const { ordinal } of calls) {
        const result = aResult(turn, { step, ordinal });
        if (result.request.id === id) this.results.push(result);
      }
    }
  }

  private wake(what: Exclude<Happening, number>): void {
    for (;;) {
      const decision = decideTurn(this.turn(), {});
      if (decision.do === 'wait') return;
      if (decision.do === 'end') return this.end(decision.ending.response.action);
      this.asked.set(decision.step, (this.asked.get(decision.step) ?? 0) + 1);
      if (what === 'dies before it publishes') return void (this.deaths += 1);
      const made = takeReply(this.turn(), { reply: this.reply(decision.step), measured });
      if (made.kind === 'end') return this.end(made.response.action);
      this.steps.push(made.step);
      this.commits.push(JSON.stringify([made.step, made.requests]));
      if (what === 'dies after a step' || made.requests.length > 0) return;
    }
  }

  private end(action: string): void {
    this.ended = true;
    this.commits.push(action);
  }

  private reply(step: number): ModelReply {
    const said = this.script[(step - 1) % this.script.length] as Line;
    if (typeof said === 'string') return { content: said, model: 'm', attempts: 1 };
    const calls = said.map((name, n): ModelToolCall => ({ id: `c${n}`, name, arguments: `{"text":"${step}.${n}"}` }));
    return { content: '', model: 'm', attempts: 1, calls };
  }
}

const play = (script: readonly Line[], rounds: number, happenings: readonly Happening[]): Played => {
  const limits = { tool_rounds: rounds };
  const played = new Played(aTurn({ tools: ['echo', 'dice'], definition: { limits } }), script);
  for (const what of happenings) played.happens(what);
  played.finish();
  return played;
};

describe('a turn', () => {
  it('ends with the same commits for any order, repetition and distribution of its events', () => {
    const script = fc.array(line, { minLength: 1, maxLength: 6 });
    const rounds = fc.nat(4);
    fc.assert(
      fc.property(script, rounds, fc.array(happening, { maxLength: 40 }), (lines, most, happenings) => {
        const [calm, wild] = [play(lines, most, []), play(lines, most, happenings)];
        expect(wild.ended).toBe(true);
        expect(wild.commits).toEqual(calm.commits);
        expect(wild.commits.filter((commit) => !commit.startsWith('['))).toHaveLength(1);
      }),
    );
  });

  it('asks the model once for each step, plus once for each replica that crashed before its commit', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.array(happening, { maxLength: 40 }),
        (lines, all) => {
          const played = play(lines, 4, all);
          const asked = [...played.asked.values()].reduce((sum, times) => sum + times, 0);
          expect(asked).toBe(played.asked.size + played.deaths);
          expect(played.asked.size).toBeLessThanOrEqual(played.steps.length + 1);
        },
      ),
    );
  });

  it('never has more rounds than allowed, regardless of the model’s replies', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.nat(4), (lines, most) => {
        const { steps } = play(lines, most, []);
        expect(countRounds({ steps })).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('has the same state for any order and repetition of its crumbs', () => {
    const calls = (n: number) => Array.from({ length: n }, (_, ordinal) => ({ ordinal, tool: 'echo', input: {} }));
    const steps = [aStep(1, { calls: calls(2) }), aStep(2, { calls: calls(1) }), aStep(3)];
    const turn = aTurn({ tools: ['echo'] });
    const results = [
      aResult({ ...turn, steps }, { step: 1, ordinal: 0 }),
      aResult({ ...turn, steps }, { step: 2, ordinal: 0 }),
    ];
    const events: TurnEvent[] = [
      ...steps.map((step): TurnEvent => ({ kind: 'step', step })),
      ...results.map((response): TurnEvent => ({ kind: 'result', response })),
    ];
    const folded = (all: readonly TurnEvent[]) => {
      const { steps: told, responses } = all.reduce(evolve, turn);
      return [told, [...responses].sort()];
    };
    const shuffled = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length });
    fc.assert(fc.property(shuffled, (all) => expect(folded(all)).toEqual(folded(events))));
  });
});
