import { listChanged, type AgentContextV1, type AgentResponseV1, type TurnRerunV1 } from '@crumbtrail/contracts';
import type { Rerun, RerunAnswer, RerunBody } from '@crumbtrail/contracts/http/reruns';

/** A reply as one of the two answers of a rerun. */
export function toAnswer(
  response: AgentResponseV1,
  { tokens, budget }: Pick<AgentContextV1, 'tokens' | 'budget'>,
): RerunAnswer {
  const { action, content, error, model, usage, latency_ms, steps, tool_calls } = response;
  return {
    action,
    ...(content !== undefined && { content }),
    ...(error && { error: { code: error.code, message: error.message } }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(latency_ms !== undefined && { latency_ms }),
    ...(steps !== undefined && { steps }),
    ...(tool_calls !== undefined && { tool_calls }),
    context_tokens: tokens.total,
    max_tokens: budget.max_tokens,
  };
}

/** What the record of a rerun is made of. */
export type RerunEnd = Pick<Rerun, 'turn' | 'agent' | 'definition' | 'after' | 'duration_ms'>;

/** What a rerun was asked for, and the fields in which a definition that it tries differs from the one that it replaces. */
export interface RerunPlan extends RerunBody {
  readonly fields?: readonly string[];
}

/** How many fields a record names, and characters of each. */
const MOST_FIELDS = 256;

const nameFields = (paths: readonly string[]): string[] =>
  [...new Set(paths.map((path) => path.slice(0, MOST_FIELDS)))].slice(0, MOST_FIELDS);

/** What the log keeps of a rerun. */
export function toRerunRecord(wish: RerunPlan, result: RerunEnd): TurnRerunV1 {
  const { turn, agent, definition, after, duration_ms } = result;
  const { prompt_tokens, completion_tokens, cost_usd } = after.usage ?? {};
  return {
    turn: { id: turn },
    agent,
    definition: { ...definition },
    changed: listChanged({ ...wish, definition: undefined }),
    ...(wish.fields && { fields: nameFields(wish.fields) }),
    action: after.action === 'stopped' ? 'error' : after.action,
    ...(after.error && { error: after.error.code.slice(0, 128) }),
    ...(after.model !== undefined && { model: after.model.slice(0, 200) }),
    usage: {
      ...(prompt_tokens !== undefined && { prompt_tokens }),
      ...(completion_tokens !== undefined && { completion_tokens }),
      ...(cost_usd !== undefined && { cost_usd }),
    },
    duration_ms,
    confirmed: wish.confirmed,
  };
}
