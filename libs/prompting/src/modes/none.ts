import type { ToolMode } from './mode';
import { transcript } from './transcript';

/** No tools: whatever the model says is the answer. */
export const none: ToolMode = {
  ask: (turn) => ({ messages: transcript(turn) }),
  read: (_turn, { content }) => ({ kind: 'final', action: 'speak', content }),
};
