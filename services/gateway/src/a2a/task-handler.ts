import type {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk' with { 'resolution-mode': 'import' };
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server' with { 'resolution-mode': 'import' };
import { CrumbError, refuse } from '@crumbtrail/contracts';
import { A2aCall, type A2aCallFacts } from './a2a-call';
import { type A2aBinding, toA2aError } from './a2a-errors';
import type { TaskJson, UpdateJson } from './a2a-json';
import type { A2aSdk } from './a2a-sdk';
import { CAPABILITIES, interfacesAt } from './agent-card';
import type { PushConfigJson, PushConfigs } from './push-configs';
import { readMessage } from './read-message';
import { readPushConfig } from './read-push-config';
import { readTaskFilter } from './read-task-filter';
import type { TaskReader } from './task-reader';
import type { TaskTurns } from './task-turns';

/** What a handler needs. */
export interface TaskHandlerOptions {
  readonly sdk: A2aSdk;
  readonly binding: A2aBinding;
  readonly turns: TaskTurns;
  readonly tasks: TaskReader;
  readonly pushes: PushConfigs;
  /** Called with an error that the client is not told. */
  readonly onFailure: (error: unknown) => void;
}

const NO_SUCH = 'The agent card says that this is not supported.';

const factsOf = ({ user }: ServerCallContext): A2aCallFacts => {
  if (user instanceof A2aCall) return user.facts;
  throw new TypeError('The request was not prepared by A2aServer');
};

/** Answers the methods of A2A from the log, for requests that A2A's library has parsed. */
export class TaskHandler implements A2ARequestHandler {
  constructor(private readonly options: TaskHandlerOptions) {}

  /** Read for the versions and capabilities alone, which all agents have in common. */
  getAgentCard(): Promise<AgentCard> {
    const card = { supportedInterfaces: interfacesAt('/'), capabilities: CAPABILITIES };
    return Promise.resolve(this.options.sdk.AgentCard.fromJSON(card));
  }

  getAuthenticatedExtendedAgentCard(): Promise<AgentCard> {
    return Promise.reject(new this.options.sdk.UnsupportedOperationError(NO_SUCH));
  }

  async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Task> {
    const { sdk, turns } = this.options;
    return sdk.Task.fromJSON(await this.tell(() => turns.send(factsOf(context), readMessage(params))));
  }

  sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    return this.convert(() => this.options.turns.stream(factsOf(context), readMessage(params)));
  }

  async getTask({ id, historyLength }: GetTaskRequest, context: ServerCallContext): Promise<Task> {
    const { sdk, tasks } = this.options;
    return sdk.Task.fromJSON(await this.tell(() => tasks.read(factsOf(context), id, historyLength)));
  }

  async cancelTask({ id }: CancelTaskRequest, context: ServerCallContext): Promise<Task> {
    const { sdk, turns } = this.options;
    const cancel = (): Promise<TaskJson> =>
      turns.cancel(factsOf(context), id).catch((error: unknown) => {
        if (!(error instanceof CrumbError) || error.code !== 'turn_closed') throw error;
        throw new sdk.TaskNotCancelableError(error.message);
      });
    return sdk.Task.fromJSON(await this.tell(cancel));
  }

  async listTasks(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const { sdk, tasks } = this.options;
    const read = async (): Promise<object> => {
      const filter = readTaskFilter(params);
      const page = filter.isImpossible ? { tasks: [], total: 0 } : await tasks.list(factsOf(context), filter);
      const { nextCursor: nextPageToken = '', total: totalSize } = { nextCursor: undefined, ...page };
      return { tasks: page.tasks, nextPageToken, pageSize: page.tasks.length, totalSize };
    };
    return sdk.ListTasksResponse.fromJSON(await this.tell(read));
  }

  resubscribe(
    { id }: SubscribeToTaskRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    return this.convert(() => this.options.turns.subscribe(factsOf(context), id));
  }

  async createTaskPushNotificationConfig(
    params: TaskPushNotificationConfig,
    context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    const { sdk, pushes } = this.options;
    const set = (): Promise<PushConfigJson> => pushes.set(factsOf(context), params.taskId, readPushConfig(params));
    return sdk.TaskPushNotificationConfig.fromJSON(await this.tell(set));
  }

  async getTaskPushNotificationConfig(
    { taskId, id }: GetTaskPushNotificationConfigRequest,
    context: ServerCallContext,
  ): Promise<TaskPushNotificationConfig> {
    const { sdk, pushes } = this.options;
    return sdk.TaskPushNotificationConfig.fromJSON(await this.tell(() => pushes.read(factsOf(context), taskId, id)));
  }

  async listTaskPushNotificationConfigs(
    { taskId }: ListTaskPushNotificationConfigsRequest,
    context: ServerCallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse> {
    const { sdk, pushes } = this.options;
    const configs = await this.tell(() => pushes.list(factsOf(context), taskId));
    return sdk.ListTaskPushNotificationConfigsResponse.fromJSON({ configs });
  }

  deleteTaskPushNotificationConfig(
    { taskId, id }: DeleteTaskPushNotificationConfigRequest,
    context: ServerCallContext,
  ): Promise<void> {
    return this.tell(() => this.options.pushes.remove(factsOf(context), taskId, id));
  }

  private async tell<Reply>(work: () => Promise<Reply>): Promise<Reply> {
    try {
      return await work();
    } catch (error) {
      throw this.toError(error);
    }
  }

  /** What fails before the first update is thrown. Later the stream ends: the client reads the task, or subscribes to it. */
  private async *convert(begin: () => AsyncGenerator<UpdateJson>): AsyncGenerator<StreamResponse, void, undefined> {
    let isBegun = false;
    try {
      for await (const update of begin()) {
        isBegun = true;
        yield this.options.sdk.StreamResponse.fromJSON(update);
      }
    } catch (error) {
      const told = this.toError(error);
      if (!isBegun) throw told;
    }
  }

  private toError(thrown: unknown): Error {
    const { binding, sdk, onFailure } = this.options;
    const told = toA2aError(thrown, binding, sdk);
    if (told) return told;
    onFailure(thrown);
    return toA2aError(refuse('unavailable', 'The request failed. The gateway logged why.'), binding, sdk) as Error;
  }
}
