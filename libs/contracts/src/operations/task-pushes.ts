import { z } from 'zod';
import { sha256 } from '../content-hash';
import type { CrumbEvent, Participant } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, text } from './request-fields';

/** The most configurations of one participant for one task. */
export const MAX_TASK_PUSHES = 10;
/** The most configurations of a workspace. Those of tasks that have ended do not count. */
export const MAX_WORKSPACE_TASK_PUSHES = 1_000;

/** What of a turn is sent to whom. */
export interface TaskPush {
  readonly agent: string;
  readonly turn: string;
  readonly trail: string;
  /** The id of the configuration, by which its owner finds it. */
  readonly config: string;
  /** The answer of the agent is JSON. */
  readonly is_json: boolean;
  /** With which scheme the sender authenticates, such as `Bearer`. Absent: with none. */
  readonly scheme?: string;
  /** An operator's key made it. Absent: what the owner may read without one is sent. */
  readonly by_operator?: true;
}

/** How a turn stands after an event. `waiting`: it waits for a person. */
export type TaskChangeState = 'working' | 'waiting' | 'closed';

/** An event after which a turn stands otherwise than before. */
export interface TaskChange extends CrumbEvent {
  readonly state: TaskChangeState;
  /** The payload of the breadcrumb. Absent: the owner may not read it. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** A configuration as its owner sees it. */
export interface StoredTaskPush extends TaskPush {
  readonly url: string;
  readonly created_at: string;
  /** How often the next message was sent without success. */
  readonly attempts: number;
  /** Why the last attempt failed. Absent after success. */
  readonly last_error?: string;
}

/** What finds a configuration: no two participants can name the same one. */
export type TaskPushKey = Pick<TaskPush, 'agent' | 'turn' | 'config'>;

const NAME_DIGITS = 40;

/** The name of the row of a configuration. No webhook of an operator can have it. */
export function taskPushName({ kind, id }: Participant, { agent, turn, config }: TaskPushKey): string {
  return `task:${sha256(JSON.stringify([kind, id, agent, turn, config])).slice(0, NAME_DIGITS)}`;
}

/** For what the secrets of a configuration are sealed: they open for no other workspace, owner, task or address. */
export const taskPushSecretPlace = (
  workspace: string,
  push: { readonly name: string; readonly url: string },
): readonly string[] => [workspace, 'task-push', push.name, push.url];

const ofTask = { agent: name, turn: z.uuid() };
const config = z.string().min(1).max(128);

/** Sends each change of a turn to a URL, for the caller, from how it stands now. A configuration with the same id is replaced. */
export const SetTaskPush = defineOperation({
  name: 'store.set-task-push',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'writer',
  request: z.object({
    ...ofTask,
    config,
    url: text,
    is_json: z.boolean(),
    scheme: z.string().max(64).optional(),
    /** Encrypted with the key of the installation for {@link taskPushSecretPlace}; empty: there is nothing to hide. */
    sealed_secret: z.string().max(16_384),
  }),
  reply: replyOf<StoredTaskPush>(),
});
export type SetTaskPushRequest = RequestOf<typeof SetTaskPush>;

/** Lists the caller's own configurations for a turn. */
export const ListTaskPushes = defineOperation({
  name: 'store.list-task-pushes',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ ...ofTask, config: config.optional() }),
  reply: replyOf<{ readonly pushes: readonly StoredTaskPush[] }>(),
});

/** Removes one of the caller's own configurations; does nothing where there is none. */
export const RemoveTaskPush = defineOperation({
  name: 'store.remove-task-push',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'writer',
  request: z.object({ ...ofTask, config }),
  reply: replyOf<{ readonly removed: boolean }>(),
});
