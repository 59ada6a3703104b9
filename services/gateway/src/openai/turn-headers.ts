import type { Response } from 'express';
import { acceptsSystem } from './accepted-context';
import type { SubmittedChat } from './chat-submitter';

/** The most parameters that the header `Crumbtrail-Ignored` lists. */
const MAX_IGNORED = 32;

/** The parameters of a request that change nothing, by name. */
export const ignoredBy = ({ chat, to, identity }: Pick<SubmittedChat, 'chat' | 'to' | 'identity'>): string[] => [
  ...(acceptsSystem(to, identity) ? [] : chat.systemMessages),
  ...chat.ignored,
];

/** Sets the headers that name the session, the trail, the turn and the ignored parameters. */
export function setTurnHeaders(
  response: Response,
  { message, turn }: Pick<SubmittedChat, 'message' | 'turn'>,
  ignored: readonly string[],
): void {
  if (message.session !== undefined) response.setHeader('Crumbtrail-Session', message.session);
  response.setHeader('Crumbtrail-Trail', message.trail_id);
  response.setHeader('Crumbtrail-Turn', turn);
  if (ignored.length > 0) response.setHeader('Crumbtrail-Ignored', ignored.slice(0, MAX_IGNORED).join(', '));
}
