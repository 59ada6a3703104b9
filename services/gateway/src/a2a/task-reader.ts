import { Injectable } from '@nestjs/common';
import {
  type Envelope,
  ListRecentTurns,
  type ListRecentTurnsRequest,
  refuse,
  type TurnEntry,
} from '@crumbtrail/contracts';
import { pathId } from '@crumbtrail/contracts/http/fields';
import { type ApprovalView, ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { A2aCallFacts } from './a2a-call';
import type { TaskJson } from './a2a-json';
import { toTask, type TurnOfTask } from './to-task';

/** Which tasks are listed. */
export interface TaskFilter extends Pick<
  ListRecentTurnsRequest,
  'session' | 'state' | 'actions' | 'changed_since' | 'cursor'
> {
  readonly limit: number;
  readonly historyLength?: number | undefined;
  readonly withArtifacts: boolean;
}

/** One page of tasks. */
export interface TaskPage {
  readonly tasks: readonly TaskJson[];
  readonly nextCursor: string | undefined;
  readonly total: number;
}

/** As in {@link ListApprovals}. */
const MOST_APPROVALS = 500;

/** Reads tasks from the log: each is a turn of its agent, with the message before it and the answer after it. Nothing else is stored of a task. */
@Injectable()
export class TaskReader {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** The turn of a task. Rejects with `not_found` where the agent has none of this id that the caller may read. */
  async findTurn({ caller, to: { agent } }: A2aCallFacts, task: string): Promise<TurnEntry> {
    const id = pathId.safeParse(task);
    const request = { id: id.data, agent, limit: 1 };
    const { turns } = id.success ? await this.requests.request(ListRecentTurns, caller, request) : { turns: [] };
    if (turns[0]) return turns[0];
    throw refuse('not_found', `${agent} has no task ${task.slice(0, 80)} that this key may read.`);
  }

  async read(call: A2aCallFacts, task: string, historyLength?: number): Promise<TaskJson> {
    const entry = await this.findTurn(call, task);
    const [read] = await this.complete(call, [entry], { historyLength, withArtifacts: true });
    return read as TaskJson;
  }

  async list(call: A2aCallFacts, { historyLength, withArtifacts, ...filter }: TaskFilter): Promise<TaskPage> {
    const request = { ...filter, agent: call.to.agent, total: true };
    const { turns, next_cursor, total = 0 } = await this.requests.request(ListRecentTurns, call.caller, request);
    const tasks = await this.complete(call, turns, { historyLength, withArtifacts });
    return { tasks, nextCursor: next_cursor, total };
  }

  private async complete(
    call: A2aCallFacts,
    entries: readonly TurnEntry[],
    shown: Pick<TaskFilter, 'historyLength' | 'withArtifacts'>,
  ): Promise<TaskJson[]> {
    const { caller, origin, identity, to } = call;
    const refs = entries.flatMap(({ cause, response_id }) => [cause, ...(response_id ? [{ id: response_id }] : [])]);
    const known = new Map((await this.reader.readAvailable(caller, refs)).map((crumb) => [crumb.id, crumb]));
    const approvals = await this.readApprovals(call, entries);
    const options = { origin, workspace: identity.workspace, isJson: to.definition.output_schema !== undefined };
    return entries.map((entry) => toTask(turnOf(entry, known, approvals), { ...options, ...shown }));
  }

  private async readApprovals(
    { caller }: A2aCallFacts,
    entries: readonly TurnEntry[],
  ): Promise<readonly ApprovalView[]> {
    const waiting = entries.filter(({ waits }) => waits);
    if (waiting.length === 0) return [];
    const only = waiting.length === 1 ? { turn: waiting[0]?.id } : { limit: MOST_APPROVALS };
    return (await this.requests.request(ListApprovals, caller, only)).approvals;
  }
}

function turnOf(
  entry: TurnEntry,
  known: ReadonlyMap<string, Envelope>,
  approvals: readonly ApprovalView[],
): TurnOfTask {
  const { id, cause, response_id = '' } = entry;
  return {
    entry,
    message: known.get(cause.id),
    response: known.get(response_id),
    approvals: approvals.filter(({ turn }) => turn === id),
  };
}
