import { isApiError } from '@crumbtrail/client';
import { AgentContext, AnswerGrounding, asPayload, type AnswerGroundingV1 } from '@crumbtrail/contracts';
import { CliError } from '../../cli-error';
import { readLabelledTurn, type LabelledTurn } from '../../fit/labelled-turn';
import { mapConcurrently } from '../../map-concurrently';
import { startProgress } from '../../progress';
import type { Shell } from '../../shell';

/** The largest page of a list. */
const PAGE = 500;
const AT_ONCE = 4;
/** More turns take longer and change little. */
const MOST_TURNS = 1_000;

/** Which answers to learn from. */
export interface LabelFilter {
  readonly since: string;
  /** Default: the only agent that has any. */
  readonly agent?: string;
}

/** An agent and what its answers say about its weights, newest first. */
export interface LabelledTurns {
  readonly agent: string;
  readonly turns: readonly LabelledTurn[];
}

async function listGroundings(shell: Shell, { since, agent }: LabelFilter): Promise<AnswerGroundingV1[]> {
  const found: AnswerGroundingV1[] = [];
  for await (const { context } of shell.client().all({ schema: AnswerGrounding.name, since, limit: PAGE })) {
    const grounding = asPayload(AnswerGrounding.name, context);
    if (agent === undefined || grounding.agent === agent) found.push(grounding);
    if (found.length >= MOST_TURNS) break;
  }
  return found;
}

function chooseAgent(groundings: readonly AnswerGroundingV1[], { since, agent }: LabelFilter): string {
  const agents = [...new Set(groundings.map((one) => one.agent))].sort();
  const [only] = agents;
  if (only === undefined) {
    const whose = agent === undefined ? '' : ` of ${agent}`;
    throw new CliError(`No answer${whose} since ${since} was grounded on anything, as far as this key may know.`);
  }
  if (agents.length > 1) throw new CliError(`Choose one agent with --agent: ${agents.join(', ')}.`, 2);
  return only;
}

/** Reads the recorded turns of one agent whose replies rest on texts that a search found. Throws CliError where there are none, or several agents. */
export async function readLabelledTurns(shell: Shell, filter: LabelFilter): Promise<LabelledTurns> {
  const groundings = await listGroundings(shell, filter);
  const agent = chooseAgent(groundings, filter);
  const client = shell.client();
  const progress = startProgress(shell, 'contexts read', groundings.length);
  let done = 0;
  const readOne = async (grounding: AnswerGroundingV1): Promise<LabelledTurn | null> => {
    const record = await client.get(grounding.context_id).catch((error: unknown) => {
      // It was erased since its answer was listed, or the key may not read it.
      if (isApiError(error, 404) || isApiError(error, 410)) return null;
      throw error;
    });
    progress.update((done += 1));
    return record && readLabelledTurn(record.id, asPayload(AgentContext.name, record.context), grounding);
  };
  try {
    const turns = await mapConcurrently(groundings, AT_ONCE, readOne);
    return { agent, turns: turns.filter((turn) => turn !== null) };
  } finally {
    progress.stop();
  }
}
