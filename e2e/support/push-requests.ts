import type { SendMessageRequest, Task, TaskPushNotificationConfig } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { toRequest } from './a2a-client';

/** A configuration with nothing but an address. */
export const pushTo = (url: string, more: Partial<TaskPushNotificationConfig> = {}): TaskPushNotificationConfig => ({
  tenant: '',
  id: '',
  taskId: '',
  url,
  token: '',
  authentication: undefined,
  ...more,
});

/** A request that sends a text, and asks for pushes. */
export function requestWith(text: string, push: TaskPushNotificationConfig, isPatient = true): SendMessageRequest {
  const request = toRequest(text, {}, !isPatient);
  const configuration = { acceptedOutputModes: [], returnImmediately: !isPatient, taskPushNotificationConfig: push };
  return { ...request, configuration };
}

/** Sends a text, asks for pushes, and returns its task. */
export async function sendWith(
  client: Client,
  text: string,
  push: TaskPushNotificationConfig,
  isPatient = true,
): Promise<Task> {
  const sent = await client.sendMessage(requestWith(text, push, isPatient));
  if ('messageId' in sent) throw new Error('The agent replied with a message, without a task');
  return sent;
}

/** The configurations of a task that the client sees. */
export const listPushes = async (client: Client, taskId: string): Promise<TaskPushNotificationConfig[]> =>
  (await client.listTaskPushNotificationConfig({ tenant: '', taskId, pageSize: 0, pageToken: '' })).configs;
