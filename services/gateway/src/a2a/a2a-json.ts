/** A part of a message or an artifact in the JSON of A2A 1.0. */
export interface PartJson {
  readonly text?: string;
  readonly url?: string;
  readonly data?: unknown;
  readonly filename?: string;
  readonly mediaType?: string;
}

/** A message in the JSON of A2A 1.0. */
export interface MessageJson {
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId: string;
  readonly role: 'ROLE_USER' | 'ROLE_AGENT';
  readonly parts: readonly PartJson[];
}

/** The states of tasks that turns have. */
export type TaskStateName =
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED';

/** How a task stands, in the JSON of A2A 1.0. */
export interface TaskStatusJson {
  readonly state: TaskStateName;
  readonly timestamp: string;
  readonly message?: MessageJson;
}

/** What a task has made, in the JSON of A2A 1.0. */
export interface ArtifactJson {
  readonly artifactId: string;
  readonly parts: readonly PartJson[];
}

/** A task in the JSON of A2A 1.0. */
export interface TaskJson {
  readonly id: string;
  readonly contextId: string;
  readonly status: TaskStatusJson;
  readonly artifacts?: readonly ArtifactJson[];
  readonly history?: readonly MessageJson[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface UpdateOfTask {
  readonly taskId: string;
  readonly contextId: string;
}

/** One event of a stream in the JSON of A2A 1.0. */
export type UpdateJson =
  | { readonly task: TaskJson }
  | { readonly statusUpdate: UpdateOfTask & { readonly status: TaskStatusJson } }
  | {
      readonly artifactUpdate: UpdateOfTask & {
        readonly artifact: ArtifactJson;
        readonly append: boolean;
        readonly lastChunk: boolean;
      };
    };
