import type { ToolMode } from './mode';
import { transcript } from './transcript';

/** No tools: every reply is the answer. */
export const none: ToolMode = {
  buildRequest: (turn) => ({ messages: transcript(turn) }),
  parseReply: (_turn, { content }) => ({ kind: 'final', action: 'speak', content }),
};
