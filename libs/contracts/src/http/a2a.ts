import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, jsonObject, list, name, time } from './fields';

const TAG = 'agents over A2A';

/** Media types of the replies of the HTTP+JSON binding. */
const A2A_JSON = ['application/a2a+json'] as const;
const A2A_STREAM = ['text/event-stream'] as const;

const agentParams = z.object({ agent: name });
const taskParams = agentParams.extend({ task: z.string().max(256).describe('The turn.') });
const configParams = taskParams.extend({ config: z.string().max(256) });

const part = z.looseObject({
  text: z.string().optional(),
  raw: z.string().optional().describe('A file, in base64.'),
  data: z.unknown().optional().describe('Any JSON.'),
  filename: z.string().optional(),
  mediaType: z.string().optional(),
});

const message = z
  .looseObject({
    messageId: z.string().describe('Chosen by the client: the same message sent again joins the first.'),
    role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
    parts: list(part),
    contextId: z.string().optional().describe('The session. Default: a new one.'),
    taskId: z.string().optional().describe('The task that waits for this message.'),
  })
  .meta({ id: 'A2aMessage' });

const pushConfig = z
  .looseObject({
    id: z.string().optional().describe('Chosen by the client. Default: a new one, or that of the message.'),
    taskId: z.string().optional(),
    url: z.string().describe('Where changes of the task are posted.'),
    token: z
      .string()
      .optional()
      .describe('Sent in the header `X-A2A-Notification-Token`. Stored encrypted, and not shown again.'),
    authentication: z
      .looseObject({
        scheme: z.string().describe('Of the header `Authorization`, such as `Bearer`.'),
        credentials: z.string().optional().describe('Stored encrypted, and not shown again.'),
      })
      .optional(),
  })
  .meta({ id: 'A2aPushConfig' });

const sendBody = z
  .looseObject({
    message,
    configuration: z
      .looseObject({
        historyLength: z.int().min(0).optional(),
        returnImmediately: z.boolean().optional().describe('Do not wait for the end of the task. Default false.'),
        taskPushNotificationConfig: pushConfig.optional(),
      })
      .optional(),
  })
  .meta({ id: 'A2aSendMessage' });

const rpcBody = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    method: z
      .string()
      .describe(
        '`SendMessage`, `SendStreamingMessage`, `GetTask`, `ListTasks`, `CancelTask`, `SubscribeToTask`, or `Create`, `Get`, `List` or `Delete` before `TaskPushNotificationConfig`, with an `s` for the list.',
      ),
    params: jsonObject.optional(),
  })
  .meta({ id: 'A2aRequest' });

const rpcReply = z
  .looseObject({ jsonrpc: z.literal('2.0'), id: z.unknown(), result: z.unknown(), error: z.unknown() })
  .meta({
    id: 'A2aReply',
    description:
      'With `SendStreamingMessage` and `SubscribeToTask`, Server-Sent Events, of which each is such a reply.',
  });

const task = z
  .looseObject({
    id: z.string(),
    contextId: z.string(),
    status: z.looseObject({ state: z.string(), message: message.optional(), timestamp: time.optional() }),
    artifacts: list(z.looseObject({ artifactId: z.string(), parts: list(part) })).optional(),
    history: list(message).optional(),
    metadata: jsonObject.optional(),
  })
  .meta({ id: 'A2aTask' });

const taskList = z
  .looseObject({ tasks: list(task), nextPageToken: z.string(), pageSize: integer, totalSize: integer })
  .meta({ id: 'A2aTaskList' });

const update = z
  .looseObject({
    task: task.optional(),
    statusUpdate: jsonObject.optional(),
    artifactUpdate: jsonObject.optional(),
  })
  .meta({ id: 'A2aUpdate', description: 'Each Server-Sent Event is one of these.' });

const pushConfigList = z
  .looseObject({ configs: list(pushConfig), nextPageToken: z.string().optional() })
  .meta({ id: 'A2aPushConfigList' });

const card = z
  .looseObject({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    supportedInterfaces: list(
      z.looseObject({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }),
    ),
    capabilities: jsonObject,
    skills: list(jsonObject),
    signatures: list(z.looseObject({ protected: z.string(), signature: z.string() }))
      .optional()
      .describe('Of RFC 7515, over the canonical JSON (RFC 8785) of the card without them.'),
  })
  .meta({ id: 'A2aAgentCard' });

/** The card of an agent, in the JSON of the protocol. */
export type AgentCardJson = Readonly<z.output<typeof card>>;

/** Where the gateway serves an agent, without the agent's name. */
export const A2A_PATH = '/v1/a2a/';

const ofAgent = { tag: TAG, role: 'writer', params: agentParams } as const;
const readsAgent = { tag: TAG, role: 'reader', params: agentParams } as const;
const ofTask = { tag: TAG, role: 'reader', params: taskParams } as const;
const ofConfig = { tag: TAG, params: configParams, produces: A2A_JSON } as const;

export const ListAgentCards = defineRoute({
  name: 'listAgentCards',
  method: 'GET',
  path: '/v1/a2a',
  tag: TAG,
  summary: 'List the cards of the agents that are published for this key by A2A',
  role: 'reader',
  replies: { 200: z.object({ cards: list(card) }).meta({ id: 'A2aAgentCards' }) },
});

export const ReadAgentCard = defineRoute({
  ...readsAgent,
  name: 'readAgentCard',
  method: 'GET',
  path: '/v1/a2a/:agent/.well-known/agent-card.json',
  summary: 'The agent card',
  replies: { 200: card },
});

export const CallA2aMethod = defineRoute({
  ...ofAgent,
  name: 'callA2aMethod',
  method: 'POST',
  path: '/v1/a2a/:agent',
  summary: 'Call a method of A2A 1.0 by JSON-RPC',
  body: rpcBody,
  replies: { 200: rpcReply },
  produces: ['application/json', 'text/event-stream'],
});

export const SendA2aMessage = defineRoute({
  ...ofAgent,
  name: 'sendA2aMessage',
  method: 'POST',
  path: '/v1/a2a/:agent/message\\:send',
  summary: 'Send a message by A2A, and wait for its task',
  body: sendBody,
  replies: { 200: z.object({ task }).meta({ id: 'A2aSentMessage' }) },
  produces: A2A_JSON,
});

export const StreamA2aMessage = defineRoute({
  ...ofAgent,
  name: 'streamA2aMessage',
  method: 'POST',
  path: '/v1/a2a/:agent/message\\:stream',
  summary: 'Send a message by A2A, and follow its task',
  body: sendBody,
  replies: { 200: update },
  produces: A2A_STREAM,
});

export const ListA2aTasks = defineRoute({
  ...readsAgent,
  name: 'listA2aTasks',
  method: 'GET',
  path: '/v1/a2a/:agent/tasks',
  summary: 'List the tasks of an agent by A2A: its turns, the latest first',
  replies: { 200: taskList },
  produces: A2A_JSON,
});

export const SubscribeToA2aTask = defineRoute({
  ...ofTask,
  name: 'subscribeToA2aTask',
  method: 'POST',
  path: '/v1/a2a/:agent/tasks/:task\\:subscribe',
  summary: 'Follow a task by A2A',
  replies: { 200: update },
  produces: A2A_STREAM,
});

export const FollowA2aTask = defineRoute({
  ...ofTask,
  name: 'followA2aTask',
  method: 'GET',
  path: '/v1/a2a/:agent/tasks/:task\\:subscribe',
  summary: 'Follow a task by A2A, as a client that cannot send POST does',
  replies: { 200: update },
  produces: A2A_STREAM,
});

export const CancelA2aTask = defineRoute({
  ...ofTask,
  name: 'cancelA2aTask',
  method: 'POST',
  path: '/v1/a2a/:agent/tasks/:task\\:cancel',
  summary: 'Stop the turn of a task by A2A',
  role: 'writer',
  replies: { 200: task },
  produces: A2A_JSON,
});

export const ReadA2aTask = defineRoute({
  ...ofTask,
  name: 'readA2aTask',
  method: 'GET',
  path: '/v1/a2a/:agent/tasks/:task',
  summary: 'Read a task by A2A',
  replies: { 200: task },
  produces: A2A_JSON,
});

export const ReadExtendedAgentCard = defineRoute({
  ...readsAgent,
  name: 'readExtendedAgentCard',
  method: 'GET',
  path: '/v1/a2a/:agent/extendedAgentCard',
  summary: 'Not supported: the agent card is all there is',
  replies: { 200: card },
  produces: A2A_JSON,
});

export const CreateA2aPushConfig = defineRoute({
  ...ofTask,
  name: 'createA2aPushConfig',
  method: 'POST',
  path: '/v1/a2a/:agent/tasks/:task/pushNotificationConfigs',
  summary: 'Have changes of a task posted to a URL by A2A, until it has ended',
  role: 'writer',
  body: pushConfig,
  replies: { 201: pushConfig },
  produces: A2A_JSON,
});

export const ListA2aPushConfigs = defineRoute({
  ...ofTask,
  name: 'listA2aPushConfigs',
  method: 'GET',
  path: '/v1/a2a/:agent/tasks/:task/pushNotificationConfigs',
  summary: 'List one’s own push configurations of a task by A2A, without their secrets',
  replies: { 200: pushConfigList },
  produces: A2A_JSON,
});

export const ReadA2aPushConfig = defineRoute({
  ...ofConfig,
  name: 'readA2aPushConfig',
  method: 'GET',
  path: '/v1/a2a/:agent/tasks/:task/pushNotificationConfigs/:config',
  summary: 'Read one of one’s own push configurations by A2A, without its secrets',
  role: 'reader',
  replies: { 200: pushConfig },
});

export const DeleteA2aPushConfig = defineRoute({
  ...ofConfig,
  name: 'deleteA2aPushConfig',
  method: 'DELETE',
  path: '/v1/a2a/:agent/tasks/:task/pushNotificationConfigs/:config',
  summary: 'Delete one of one’s own push configurations by A2A',
  role: 'writer',
  replies: { 204: z.unknown() },
});
