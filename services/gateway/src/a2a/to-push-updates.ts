import { AgentResponse, asPayload, ToolRequest, type TurnEntry } from '@crumbtrail/contracts';
import type { FollowedTurn } from '@crumbtrail/contracts/operations/webhooks';
import type { TaskChange } from '@crumbtrail/contracts/operations/task-pushes';
import { queryText } from '../agents/query-reply';
import type { ArtifactJson, MessageJson, PartJson, TaskStatusJson, UpdateJson } from './a2a-json';
import { answerPart, artifactIdOf, ENDED_STATES } from './to-task';

type Action = NonNullable<TurnEntry['action']>;

function requestParts({ id, context }: TaskChange): PartJson[] {
  const request = asPayload(ToolRequest.name, context);
  if (!request?.approval) return [];
  const { agent, tool, approval } = request;
  const input = request.input as Record<string, unknown>;
  const { kind } = approval;
  const data = { approval: id, kind, tool, arguments: input };
  return [{ text: queryText({ kind, agent, tool, arguments: input }) }, { data, mediaType: 'application/json' }];
}

/** How a turn stands, and what is said about it. */
function statusOf(change: TaskChange): { readonly state: TaskStatusJson['state']; readonly parts: PartJson[] } {
  if (change.state === 'working') return { state: 'TASK_STATE_WORKING', parts: [] };
  if (change.state === 'waiting') return { state: 'TASK_STATE_INPUT_REQUIRED', parts: requestParts(change) };
  const { action, error } = asPayload(AgentResponse.name, change.context) ?? {};
  const state = ENDED_STATES[(action ?? 'error') as Action];
  if (!error) return { state, parts: [] };
  return { state, parts: [{ text: error.message }, { data: { code: error.code }, mediaType: 'application/json' }] };
}

function artifactOf(change: TaskChange, { push }: FollowedTurn): ArtifactJson | undefined {
  if (change.state !== 'closed') return undefined;
  const { content = '' } = asPayload(AgentResponse.name, change.context) ?? {};
  if (content === '') return undefined;
  return { artifactId: artifactIdOf(change.workspace, push.turn), parts: [answerPart(content, push.is_json)] };
}

/** What a client is told about a change, in order: at the end of the turn first its answer, as a whole. */
export function toPushUpdates(change: TaskChange, followed: FollowedTurn): UpdateJson[] {
  const { turn: taskId } = followed.push;
  const contextId = change.session ?? '';
  const { state, parts } = statusOf(change);
  const message: MessageJson = { messageId: change.id, contextId, taskId, role: 'ROLE_AGENT', parts };
  const status = { state, timestamp: change.at ?? '', ...(parts.length > 0 && { message }) };
  const artifact = artifactOf(change, followed);
  return [
    ...(artifact ? [{ artifactUpdate: { taskId, contextId, artifact, append: false, lastChunk: true } }] : []),
    { statusUpdate: { taskId, contextId, status } },
  ];
}
