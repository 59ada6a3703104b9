import {
  AgentResponse,
  asPayload,
  type Envelope,
  responseId,
  type TurnEntry,
  UserMessage,
} from '@crumbtrail/contracts';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { queryText } from '../agents/query-reply';
import type { ArtifactJson, MessageJson, PartJson, TaskJson, TaskStateName, TaskStatusJson } from './a2a-json';

/** A turn, and what of its breadcrumbs makes its task. */
export interface TurnOfTask {
  readonly entry: TurnEntry;
  /** What woke the agent. Absent: erased, or no message. */
  readonly message?: Envelope | undefined;
  /** What ended the turn. */
  readonly response?: Envelope | undefined;
  /** The calls and questions of the turn that wait for a person. */
  readonly approvals: readonly ApprovalView[];
}

/** How a task is shown. */
export interface TaskOptions {
  /** The address of the gateway, for files. */
  readonly origin: string;
  readonly workspace: string;
  /** The answer is JSON. */
  readonly isJson: boolean;
  /** The most messages of the history. Default: all. */
  readonly historyLength?: number | undefined;
  readonly withArtifacts: boolean;
}

/** The states of turns that have ended, by the action of their response. */
export const ENDED_STATES: Readonly<Record<NonNullable<TurnEntry['action']>, TaskStateName>> = {
  speak: 'TASK_STATE_COMPLETED',
  wait: 'TASK_STATE_COMPLETED',
  error: 'TASK_STATE_FAILED',
  stopped: 'TASK_STATE_CANCELED',
};

/** The states that a task does not leave. */
export const isFinal = ({ status: { state } }: Pick<TaskJson, 'status'>): boolean =>
  ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED'].includes(state);

function stateOf({ state, waits, action = 'error' }: TurnEntry): TaskStateName {
  if (state === 'closed') return ENDED_STATES[action];
  if (waits) return 'TASK_STATE_INPUT_REQUIRED';
  return state === 'queued' ? 'TASK_STATE_SUBMITTED' : 'TASK_STATE_WORKING';
}

function parseJson(text: string): { readonly data: unknown } | undefined {
  try {
    return { data: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** A text as a part, or the JSON that it is. */
export function answerPart(text: string, isJson: boolean): PartJson {
  const json = isJson ? parseJson(text) : undefined;
  return json ? { ...json, mediaType: 'application/json' } : { text, mediaType: 'text/plain' };
}

/** The id of the artifact of a turn, which is that of its answer. */
export const artifactIdOf = (workspace: string, turn: string): string => responseId(workspace, turn);

function artifactsOf({ response, entry }: TurnOfTask, { workspace, isJson }: TaskOptions): ArtifactJson[] {
  const { content = '' } = asPayload(AgentResponse.name, response?.context) ?? {};
  if (content === '') return [];
  return [{ artifactId: artifactIdOf(workspace, entry.id), parts: [answerPart(content, isJson)] }];
}

/** What a person is asked, in words and as data. */
const approvalParts = (approvals: readonly ApprovalView[]): PartJson[] =>
  approvals.flatMap((approval) => {
    const { id, kind, tool, arguments: input, may_decide } = approval;
    const data = { approval: id, kind, tool, arguments: input, may_decide };
    return [{ text: queryText(approval) }, { data, mediaType: 'application/json' }];
  });

function statusParts({ entry, response, approvals }: TurnOfTask): PartJson[] {
  if (entry.state !== 'closed') return approvalParts(approvals);
  const { error } = asPayload(AgentResponse.name, response?.context) ?? {};
  if (!error) return [];
  return [{ text: error.message }, { data: { code: error.code }, mediaType: 'application/json' }];
}

function statusOf(turn: TurnOfTask): TaskStatusJson {
  const { id: taskId, session: contextId = '', closed_at, requested_at } = turn.entry;
  const parts = statusParts(turn);
  const messageId = turn.response?.id ?? turn.approvals[0]?.id ?? taskId;
  const message = { messageId, contextId, taskId, role: 'ROLE_AGENT' as const, parts };
  const timestamp = closed_at ?? turn.approvals[0]?.asked_at ?? requested_at;
  return { state: stateOf(turn.entry), timestamp, ...(parts.length > 0 && { message }) };
}

function historyOf({ message, entry }: TurnOfTask, { origin }: TaskOptions): MessageJson[] {
  if (message?.schema_name !== UserMessage.name) return [];
  const { content, files = [] } = asPayload(UserMessage.name, message.context);
  const parts = [
    { text: content },
    ...files.map(({ hash, name, type }) => ({
      url: `${origin}/v1/breadcrumbs/${message.id}/files/${hash}`,
      ...(name !== undefined && { filename: name }),
      ...(type !== undefined && { mediaType: type }),
    })),
  ];
  const { id: taskId, session: contextId = '' } = entry;
  return [{ messageId: message.id, contextId, taskId, role: 'ROLE_USER', parts }];
}

/** The task of a turn. */
export function toTask(turn: TurnOfTask, options: TaskOptions): TaskJson {
  const { id, session: contextId = '', trail_id, tokens, cost_usd } = turn.entry;
  const artifacts = options.withArtifacts ? artifactsOf(turn, options) : [];
  const { historyLength } = options;
  const history = historyLength === 0 ? [] : historyOf(turn, options);
  const metadata = { trail_id, ...(tokens !== undefined && { tokens }), ...(cost_usd !== undefined && { cost_usd }) };
  return {
    id,
    contextId,
    status: statusOf(turn),
    ...(artifacts.length > 0 && { artifacts }),
    ...(history.length > 0 && { history }),
    metadata,
  };
}
