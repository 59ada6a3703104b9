import { Inject, Injectable } from '@nestjs/common';
import { type AgentDefV1, mayRead, type TokenPiece } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { LiveText } from '../live/live-text';
import { ServiceRequests } from '../ports';
import type { SubmittedChat } from './chat-submitter';

/** A turn whose reply is followed while it is written, and what hears its pieces. */
export interface FollowedReply extends Pick<SubmittedChat, 'identity' | 'message' | 'turn' | 'ear'> {
  readonly to: { readonly definition: Pick<AgentDefV1, 'output_schema'> };
}

/** Shows callers the reply of a turn while it is written. */
@Injectable()
export class ReplyFollower {
  constructor(
    private readonly requests: ServiceRequests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Shows the pieces of the turn that the caller may read. Shows none of JSON output that must match a schema, because the output may still be
   * repaired: undefined then.
   */
  follow({ identity, to, message, turn, ear }: FollowedReply, show: (piece: TokenPiece) => void): LiveText | undefined {
    if (to.definition.output_schema || message.context['output_schema']) return undefined;
    const viewer = { participant: identity.participant, operator: identity.role === 'operator' };
    const isTheirs = ({ audience, agent }: TokenPiece): boolean =>
      mayRead({ audience, author: { kind: 'agent', id: agent } }, viewer);
    const text = new LiveText({
      soFar: async () => (await this.requests.readPieces(identity, turn)).filter(isTheirs),
      show,
      failed: (error) => this.logger.warn({ err: error, turn }, 'the text so far of a reply could not be read'),
    });
    ear.drainTo((piece) => {
      if (piece.turn === turn && isTheirs(piece)) text.take(piece);
    });
    return text;
  }
}
