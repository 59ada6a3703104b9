import type { AgentResponseV1 } from '@crumbtrail/contracts';
import { crashPoint } from '@crumbtrail/platform';
import type { Claim, Claims, Heard, OpenTurn, Responses, Runner, TurnReader } from './ports';

/** The world of one turn. */
export interface World {
  readonly claims: Claims;
  readonly reader: TurnReader;
  readonly runner: Runner;
  readonly responses: Responses;
}

/** What became of a context that was heard. */
export type Outcome = 'answered' | 'already closed' | 'closed by another';

/**
 * Claim, read, ask the model, leave the response. Of any number of executors that hear the same context one at a time
 * gets this far, and whatever they leave, the first response stands.
 */
export async function answer(heard: Heard, world: World): Promise<Outcome> {
  const claim = await world.claims.take(heard);
  if (!claim) return 'already closed';
  let settled = false;
  try {
    const outcome = await answerClaimed(heard, claim, world);
    settled = true;
    return outcome;
  } finally {
    await claim.letGo({ free: !settled });
  }
}

async function answerClaimed(heard: Heard, claim: Claim, world: World): Promise<Outcome> {
  const turn = await world.reader.read(heard);
  if ('gone' in turn.material)
    return leave(heard, turn, { response: goneResponse(heard, turn.material.gone), claim }, world);
  const reply = await world.runner.run(heard, turn, claim);
  try {
    crashPoint('executor.after-model');
    return await leave(heard, turn, { response: reply.response, claim }, world);
  } finally {
    reply.end();
  }
}

async function leave(
  heard: Heard,
  turn: OpenTurn,
  end: { response: AgentResponseV1; claim: Claim },
  world: World,
): Promise<Outcome> {
  const left = await world.responses.leave(heard, turn, end);
  crashPoint('executor.after-append');
  return left === 'left' ? 'answered' : 'closed by another';
}

function goneResponse({ context }: Heard, gone: string): AgentResponseV1 {
  return {
    turn: context.context.turn,
    context_id: context.id,
    action: 'error',
    error: { code: 'erased', message: gone },
  };
}
