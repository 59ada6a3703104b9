import type { AgentDefV1, ModelCallRecord } from '@crumbtrail/contracts';
import type { DecisionCrumb } from '../approval/apply-decision';
import type { ActiveClaim } from '../claims/active-claim';
import { isTurnRequest, type ReceivedToolRequest, type ToolLogs, type ToolMemories, type ToolModels } from '../ports';
import type { ToolQuestions } from '../ports';
import type { ToolCall } from '../tool';
import type { ToolSettings } from './check-request';
import { PermittedMemory } from './permitted-memory';
import { PermittedModel } from './permitted-model';
import type { RunTime } from './run-limited';

/** A run, with what its tool leaves besides its result. */
export interface StartedRun {
  readonly terms: ToolSettings;
  /** What a person decided; null where nobody was asked. */
  readonly approval: DecisionCrumb | null;
  /** The definition of the agent that the tool runs for; null in a trial run. */
  readonly agent: AgentDefV1 | null;
  readonly claim: ActiveClaim;
  /** The model calls that the tool has made. */
  readonly model_calls: ModelCallRecord[];
  /** The log of the run. */
  readonly logs: string[];
}

/** What the call of a tool reaches, and the limits of its run. */
interface CallSurroundings {
  readonly signal: AbortSignal;
  readonly time: RunTime;
  readonly logs: ToolLogs;
  readonly models: ToolModels;
  readonly memories: ToolMemories;
  readonly questions: ToolQuestions;
}

/** The deadline of a request in milliseconds since 1970. */
export const deadlineOf = ({ request }: ReceivedToolRequest, { timeoutMs }: ToolSettings): number =>
  Date.parse(request.created_at) + timeoutMs;

/** Asks a person for the run; the time until there is a reply does not count against its limit. */
function questioner(
  received: ReceivedToolRequest,
  { agent, claim }: StartedRun,
  { signal, time, questions }: CallSurroundings,
): ToolCall['askPerson'] {
  let number = 0;
  return (question, withdrawn) => {
    number += 1;
    const fence = { key: claim.key, fence: claim.fence };
    return time.standStill(questions.ask(received, { question, number, agent, fence, signal, withdrawn }));
  };
}

/** What a tool receives with a call. */
export function buildToolCall(
  received: ReceivedToolRequest,
  run: StartedRun,
  surroundings: CallSurroundings,
): ToolCall {
  const { workspace, request } = received;
  const { terms, claim, model_calls, logs, approval } = run;
  const { definition } = terms;
  const { signal } = surroundings;
  const deadline = deadlineOf(received, terms);
  const limits = { definition, deadline, signal, model_calls };
  return {
    workspace,
    request,
    agent: isTurnRequest(request) ? request.context.agent : request.author.id,
    session: request.session,
    deadline,
    atMostOnce: terms.atMostOnce,
    signal,
    ...(approval?.context.answer && { answer: approval.context.answer }),
    askPerson: questioner(received, run, surroundings),
    tell: (line) => void logs.push(line),
    log: surroundings.logs.forRequest(received, definition.permissions, claim),
    model: new PermittedModel(surroundings.models, received, limits),
    memory: new PermittedMemory(surroundings.memories, received, limits),
  };
}
