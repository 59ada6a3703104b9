import type { ListTasksRequest } from '@a2a-js/sdk' with { 'resolution-mode': 'import' };
import { refuse } from '@crumbtrail/contracts';
import { dateTime } from '@crumbtrail/contracts/http/fields';
import type { TaskFilter } from './task-reader';

/** A filter that no task can match is impossible: it asks for a state that turns do not have. */
export interface RequestedTasks extends TaskFilter {
  readonly isImpossible: boolean;
}

type States = Pick<TaskFilter, 'state' | 'actions'>;

/** The turns of a state, by its number in the protocol's enumeration. */
const TURNS_IN_STATE: Readonly<Record<number, States>> = {
  1: { state: 'queued' },
  2: { state: 'open' },
  3: { state: 'closed', actions: ['speak', 'wait'] },
  4: { state: 'closed', actions: ['error'] },
  5: { state: 'closed', actions: ['stopped'] },
  6: { state: 'waiting' },
};

const ANY_STATE = 0;
const USUAL = 50;
const MOST = 100;

function readPageSize(pageSize = USUAL): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= MOST) return pageSize;
  throw refuse('invalid_payload', `pageSize is 1 to ${MOST}.`);
}

function readTime(value: string | undefined): string | undefined {
  if (value === undefined || dateTime.safeParse(value).success) return value;
  throw refuse('invalid_payload', 'statusTimestampAfter is a time such as 2026-11-28T12:00:00Z.');
}

/** Reads which tasks are wanted. */
export function readTaskFilter(params: ListTasksRequest): RequestedTasks {
  const { contextId, pageToken, historyLength, includeArtifacts = false } = params;
  const status = params.status as number;
  const changed_since = readTime(params.statusTimestampAfter);
  const states = TURNS_IN_STATE[status];
  return {
    limit: readPageSize(params.pageSize),
    historyLength,
    withArtifacts: includeArtifacts,
    ...(contextId !== '' && { session: contextId }),
    ...(pageToken !== '' && { cursor: pageToken }),
    ...(changed_since !== undefined && { changed_since }),
    ...states,
    isImpossible: status !== ANY_STATE && !states,
  };
}
