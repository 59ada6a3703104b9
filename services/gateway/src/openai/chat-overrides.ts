import type { Request } from 'express';
import { type AgentDefV1, contentHash } from '@crumbtrail/contracts';
import { name as sessionName } from '@crumbtrail/contracts/http/fields';
import type { ChatRequest } from './chat-request';
import { invalidParam } from './openai-error';

/** What happens to a turn when the client that waits for it disconnects. */
export type OnDisconnect = NonNullable<AgentDefV1['on_disconnect']>;

/** Crumbtrail options that a client may set outside the OpenAI protocol, by header or in `metadata`. */
export interface ChatOverrides {
  readonly session: string | undefined;
  /** The client's library retries the request because it received no reply, and says so. */
  readonly isRepeated: boolean;
  /** A hash of all that the request asks for. Libraries that repeat a request and do not say so send the same again. */
  readonly requestHash: string;
  /** What happens to the turn when the client disconnects; undefined if the request does not say. */
  readonly onDisconnect: OnDisconnect | undefined;
}

function readOverride(request: Pick<Request, 'headers'>, { metadata }: ChatRequest, name: string): string | undefined {
  const header = request.headers[`crumbtrail-${name.replaceAll('_', '-')}`];
  return typeof header === 'string' ? header : metadata[name];
}

function readOnDisconnect(value: string | undefined): OnDisconnect | undefined {
  if (value === undefined || value === 'stop' || value === 'continue') return value;
  throw invalidParam('metadata.on_disconnect', 'Crumbtrail-On-Disconnect is `stop` or `continue`.');
}

/** Reads the overrides; a header takes precedence over `metadata`. */
export function readOverrides(request: Pick<Request, 'headers' | 'body'>, chat: ChatRequest): ChatOverrides {
  const session = readOverride(request, chat, 'session');
  if (session !== undefined && !sessionName.safeParse(session).success) {
    throw invalidParam('metadata.session', 'A session’s name is 1 to 64 of a-z, 0-9, dot, dash and underscore.');
  }
  return {
    session,
    isRepeated: Number(request.headers['x-stainless-retry-count'] ?? 0) > 0,
    requestHash: contentHash([session ?? null, request.body as object]),
    onDisconnect: readOnDisconnect(readOverride(request, chat, 'on_disconnect')),
  };
}
