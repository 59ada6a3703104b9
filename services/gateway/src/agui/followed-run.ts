import type { SubmittedChat } from '../openai/chat-submitter';

/** A turn that a run shows. */
export interface FollowedRun extends Pick<
  SubmittedChat,
  'caller' | 'identity' | 'to' | 'message' | 'turn' | 'gone' | 'ear' | 'onDisconnect'
> {
  /**
   * new: with a message of this run. again: with one that was sent before, so that all is shown from its beginning. continued: after results of the client's
   * tools. decided: after a decision. Of the last two, what earlier runs have shown is not shown again.
   */
  readonly begins: 'new' | 'again' | 'continued' | 'decided';
}
