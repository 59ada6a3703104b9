import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TaskState, StreamResponse, type TaskPushNotificationConfig } from '@a2a-js/sdk';
import { textOf } from './a2a-client';
import { pushTo } from './push-requests';

/** A message that a receiver has taken. */
export interface PushedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A receiver of push notifications on loopback. It keeps what it has taken, in the order of arrival. */
export class PushReceiver {
  readonly taken: PushedMessage[] = [];
  isDown = false;
  refused = 0;
  private port = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.take(request).then((isTaken) => response.writeHead(isTaken ? 204 : 503).end());
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** A configuration for this receiver. */
  config(path: string, more: Partial<TaskPushNotificationConfig> = {}): TaskPushNotificationConfig {
    return pushTo(`http://127.0.0.1:${this.port}/${path}`, more);
  }

  /** What was taken at a path. */
  at(path: string): PushedMessage[] {
    return this.taken.filter((message) => message.path === `/${path}`);
  }

  /** What the messages at a path say, each once: states, and texts of artifacts. */
  story(path: string): string[] {
    const known = new Map(this.at(path).map(({ headers, text }) => [String(headers['webhook-id']), text]));
    return [...known.values()].map(tell);
  }

  private async take(request: IncomingMessage): Promise<boolean> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.isDown) this.refused += 1;
    else
      this.taken.push({
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      });
    return !this.isDown;
  }
}

/** The message as A2A's own library reads it. */
export function readPushed(text: string): NonNullable<StreamResponse['payload']> {
  const { payload } = StreamResponse.fromJSON(JSON.parse(text));
  if (!payload) throw new Error(`No event of a stream: ${text}`);
  return payload;
}

function tell(text: string): string {
  const payload = readPushed(text);
  if (payload.$case === 'artifactUpdate') return `artifact: ${textOf(payload.value.artifact?.parts)}`;
  if (payload.$case !== 'statusUpdate') return payload.$case;
  return TaskState[payload.value.status?.state ?? 0] ?? '';
}
