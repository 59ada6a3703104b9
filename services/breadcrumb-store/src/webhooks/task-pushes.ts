import { Inject, Injectable } from '@nestjs/common';
import { participantName, refuse, type Participant, type TurnEntry } from '@crumbtrail/contracts';
import {
  MAX_TASK_PUSHES,
  MAX_WORKSPACE_TASK_PUSHES,
  taskPushName,
  type SetTaskPushRequest,
  type StoredTaskPush,
  type TaskPush,
  type TaskPushKey,
} from '@crumbtrail/contracts/operations/task-pushes';
import { DATABASE, type Database } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { includeIfSet } from '../reading/envelope';
import { listTurns } from '../reading/list-turns';
import { selectTaskChanges } from './task-changes';

interface TaskPushRow {
  readonly url: string;
  readonly task: TaskPush;
  readonly created_at: Date;
  readonly attempts: number;
  readonly last_error: string | null;
}

const COLUMNS = 'w.url, w.task, w.created_at, w.attempts, w.last_error';

const SET = `
  insert into webhook as w (workspace, name, url, filter, sealed_secret, created_by, created_at, position, attempts, next_at, delivered, dead, fence, task)
  values ($1, $2, $3, $4::jsonb, $5, $6, now(), $7, 0, now(), 0, 0, 0, $8::jsonb)
  on conflict (workspace, name) do update set url = excluded.url, sealed_secret = excluded.sealed_secret, created_at = now(),
    position = excluded.position, attempts = 0, next_at = now(), last_error = null, leased_until = null, fence = w.fence + 1, task = excluded.task
  returning ${COLUMNS}`;

/** Those of others for the same turn are not counted: nobody can use up the places of somebody else. */
const COUNT = `
  select count(*)::int as all, (count(*) filter (where created_by = $2 and task ->> 'turn' = $3))::int as own
  from webhook where workspace = $1 and task is not null and name <> $4`;

const LIST = `
  select ${COLUMNS} from webhook w where workspace = $1 and created_by = $2 and task ->> 'agent' = $3 and task ->> 'turn' = $4
    and ($5::text is null or task ->> 'config' = $5) order by created_at, name`;

const ROLE = `
  select role from api_key where workspace = $1 and participant_kind = $2 and participant_id = $3 and revoked_at is null
    and (expires_at is null or expires_at > now()) order by role = 'operator' desc limit 1`;

const toStored = ({ task, url, created_at, attempts, last_error }: TaskPushRow): StoredTaskPush => ({
  ...task,
  url,
  created_at: created_at.toISOString(),
  attempts,
  ...includeIfSet('last_error', last_error),
});

/** To which URLs the changes of turns are sent, for the participants that asked for it. Each of them sees and changes only its own. */
@Injectable()
export class TaskPushes {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async set(caller: AuthenticatedCaller, request: SetTaskPushRequest): Promise<StoredTaskPush> {
    const { workspace, participant, role } = caller;
    const { agent, turn, config, is_json, scheme, url, sealed_secret } = request;
    const entry = await this.findTurn(caller, request);
    if (!entry) throw refuse('not_found', `${agent} has no turn ${turn} that this key may read.`);
    const name = taskPushName(participant, request);
    await this.requirePlace(caller, request, name);
    const task: TaskPush = {
      agent,
      turn,
      trail: entry.trail_id,
      config,
      is_json,
      ...(scheme !== undefined && { scheme }),
      ...(role === 'operator' && { by_operator: true }),
    };
    const sql = this.database.within(workspace);
    // The first message says how the turn stands now.
    const last = (await selectTaskChanges(sql, caller, task, 0)).at(-1)?.position ?? 1;
    const filter = JSON.stringify({ reader: participant });
    const by = participantName(participant);
    const params = [workspace, name, url, filter, sealed_secret, by, last - 1, JSON.stringify(task)];
    const [row] = await sql.query<TaskPushRow>(SET, params);
    return toStored(row as TaskPushRow);
  }

  async list(
    { workspace, participant }: AuthenticatedCaller,
    { agent, turn, config }: Pick<TaskPushKey, 'agent' | 'turn'> & { readonly config?: string | undefined },
  ): Promise<StoredTaskPush[]> {
    const params = [workspace, participantName(participant), agent, turn, config ?? null];
    return (await this.database.within(workspace).query<TaskPushRow>(LIST, params)).map(toStored);
  }

  /** False: there is none. */
  async remove({ workspace, participant }: AuthenticatedCaller, key: TaskPushKey): Promise<boolean> {
    const sql = this.database.within(workspace);
    const params = [workspace, taskPushName(participant, key)];
    const text = 'delete from webhook where workspace = $1 and name = $2 and task is not null returning name';
    return (await sql.query(text, params)).length > 0;
  }

  /** The turn, if the caller may know of it. */
  async findTurn(
    caller: AuthenticatedCaller,
    { agent, turn: id }: Pick<TaskPush, 'agent' | 'turn'>,
  ): Promise<TurnEntry | undefined> {
    const { turns } = await listTurns(this.database.within(caller.workspace), { id, agent, limit: 1 }, caller);
    return turns[0];
  }

  /** The participant with the rights that its keys have now, those of an operator only where one made the configuration; undefined where none of them is valid. */
  async findHolder(
    workspace: string,
    participant: Participant,
    { by_operator }: Pick<TaskPush, 'by_operator'>,
  ): Promise<AuthenticatedCaller | undefined> {
    const { kind, id } = participant;
    // Connections of one workspace may not read keys.
    const [key] = await this.database.query<{ role: 'reader' | 'writer' | 'operator' }>(ROLE, [workspace, kind, id]);
    if (!key) return undefined;
    const role = key.role === 'operator' && !by_operator ? 'writer' : key.role;
    return { workspace, principal: 'gateway', participant, role };
  }

  private async requirePlace(
    { workspace, participant }: AuthenticatedCaller,
    { turn }: TaskPushKey,
    name: string,
  ): Promise<void> {
    const params = [workspace, participantName(participant), turn, name];
    const [count] = await this.database.within(workspace).query<{ all: number; own: number }>(COUNT, params);
    const { all = 0, own = 0 } = count ?? {};
    if (own >= MAX_TASK_PUSHES)
      throw refuse('invalid_payload', `A task has at most ${MAX_TASK_PUSHES} push configurations: delete one first.`);
    if (all >= MAX_WORKSPACE_TASK_PUSHES)
      throw refuse(
        'invalid_payload',
        `A workspace has at most ${MAX_WORKSPACE_TASK_PUSHES} push configurations: wait until tasks have ended, or subscribe to the task.`,
      );
  }
}
