import type { AgentResponseV1, GuardFiredV1 } from '@crumbtrail/contracts';
import type { ScriptedModel } from '@crumbtrail/testing';
import { type Capabilities, evolve, pendingRequests, callRequestId, type Turn } from '@crumbtrail/prompting';
import { aResult } from '@crumbtrail/prompting/test';
import { modelOf, Told } from '@crumbtrail/models/test';
import { decideTurn } from '../src/turn/decide';
import { takeReply } from '../src/turn/take-reply';

/** What the tools of a loop do: return a text or throw an error. */
export type Doings = Readonly<Record<string, (input: Record<string, unknown>) => string>>;

/** The course of a turn. */
export interface Played {
  readonly turn: Turn;
  readonly response: AgentResponseV1;
  readonly guard?: GuardFiredV1;
  /** What people saw, for each call of the model. */
  readonly told: readonly string[];
  /** The tool calls, in order. */
  readonly asked: readonly (readonly [tool: string, input: Record<string, unknown>])[];
}

const MEASURED = { counted: 10, latency: 1, cost: undefined };

class Loop {
  readonly told: string[] = [];
  readonly asked: [string, Record<string, unknown>][] = [];

  constructor(
    public turn: Turn,
    private readonly doings: Doings,
  ) {}

  /** Answers every pending request. */
  answer(): void {
    for (const request of pendingRequests(this.turn)) {
      const at = this.turn.steps
        .flatMap((step) => step.calls.map((call) => ({ step, call })))
        .find(({ step, call }) => callRequestId(this.turn, step, call) === request);
      if (!at) throw new Error('no such request');
      const place = { step: at.step.step, ordinal: at.call.ordinal };
      this.asked.push([at.call.tool, at.call.input ?? {}]);
      this.turn = evolve(this.turn, { kind: 'result', response: aResult(this.turn, place, this.do(at.call)) });
    }
  }

  private do({ tool, input = {} }: { tool: string; input?: Record<string, unknown> }): object {
    try {
      return { status: 'ok', text: this.doings[tool]?.(input) ?? '' };
    } catch (error) {
      const { message } = error as Error;
      return { status: 'error', text: message, error: { code: 'failed', message } };
    }
  }
}

/** Runs a turn to its end against a scripted model like the executor does: decides from the log after every crumb. */
export async function play(
  server: ScriptedModel,
  start: Turn,
  { doings = {}, can = {} }: { readonly doings?: Doings; readonly can?: Capabilities } = {},
): Promise<Played> {
  const loop = new Loop(start, doings);
  const model = modelOf(server, can);
  for (let round = 0; round < 100; round += 1) {
    const decision = decideTurn(loop.turn, can);
    if (decision.do === 'end') return { ...loop, turn: loop.turn, ...decision.ending };
    if (decision.do === 'wait') {
      loop.answer();
      continue;
    }
    const told = new Told();
    const reply = await model.generate(decision.request, told, new AbortController().signal);
    loop.told.push(told.words);
    const left = takeReply(loop.turn, { reply, measured: MEASURED });
    if (left.kind === 'end') return { ...loop, turn: loop.turn, response: left.response, guard: left.guard };
    loop.turn = evolve(loop.turn, { kind: 'step', step: left.step });
  }
  throw new Error('the turn never ended');
}
