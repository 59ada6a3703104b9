import type { Request } from 'express';
import { Session } from '../shapes';
import type { ChatRequest } from './chat-request';
import { badParam } from './refusal';

/** What a client may say beside the protocol, by header or in `metadata`. */
export interface Wishes {
  readonly session: string | undefined;
  /** Its library sends the request once more, because no answer came. */
  readonly isRepeated: boolean;
  /** The turn is stopped when the client leaves. */
  readonly stopsWhenGone: boolean;
}

function wish(request: Pick<Request, 'headers'>, { metadata }: ChatRequest, name: string): string | undefined {
  const header = request.headers[`crumbtrail-${name.replaceAll('_', '-')}`];
  return typeof header === 'string' ? header : metadata[name];
}

/** Reads them; a header goes before `metadata`. */
export function wishesOf(request: Pick<Request, 'headers'>, chat: ChatRequest): Wishes {
  const session = wish(request, chat, 'session');
  if (session !== undefined && !Session.safeParse(session).success) {
    throw badParam('metadata.session', 'A session’s name is 1 to 64 of a-z, 0-9, dot, dash and underscore.');
  }
  return {
    session,
    isRepeated: Number(request.headers['x-stainless-retry-count'] ?? 0) > 0,
    stopsWhenGone: wish(request, chat, 'on_disconnect') === 'stop',
  };
}
