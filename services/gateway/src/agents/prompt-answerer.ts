import type { IncomingPrompt, PromptStream } from '@crumbtrail/bus';
import { Injectable } from '@nestjs/common';
import { type Envelope, refuse } from '@crumbtrail/contracts';
import { ApprovalDecider } from '../approvals/approval-decider';
import { ShutdownSignal } from '../http/shutdown-signal';
import { chatTurnId } from '../openai/conversation-history';
import { DeltaText } from '../openai/delta-text';
import { PieceBuffer } from '../openai/piece-buffer';
import { ReplyFollower } from '../openai/reply-follower';
import { readResult } from '../openai/turn-result';
import { type AwaitedTurn, TurnWaiter } from '../openai/turn-waiter';
import { ServiceRequests } from '../ports';
import { type PromptCaller, PromptCallers } from './prompt-callers';
import { toAgentError } from './prompt-errors';
import { ignoredFields, PromptPlacement } from './prompt-placement';
import { PromptQueries } from './prompt-queries';
import { Publications, type ReachableAgent } from './publications';
import { requirePublishedFor } from './prompt-rights';

/** A prompt whose message is in the log. */
interface WrittenPrompt extends AwaitedTurn {
  readonly to: ReachableAgent;
  readonly ear: PieceBuffer;
}

/** The most fields that the header `Crumbtrail-Ignored` lists. */
const MAX_IGNORED = 32;

/** What the acknowledgement says about the prompt. */
function describe({ message, turn }: AwaitedTurn, ignored: readonly string[]): Record<string, string> {
  const names = ignored.slice(0, MAX_IGNORED).map((name) => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 64));
  return {
    'Crumbtrail-Session': message.session ?? '',
    'Crumbtrail-Trail': message.trail_id,
    'Crumbtrail-Turn': turn,
    ...(names.length > 0 ? { 'Crumbtrail-Ignored': names.join(', ') } : {}),
  };
}

/** Answers prompts of the agent protocol: each is a message of a session, and its stream is the turn that the message starts. */
@Injectable()
export class PromptAnswerer {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly callers: PromptCallers,
    private readonly publications: Publications,
    private readonly placing: PromptPlacement,
    private readonly waiter: TurnWaiter,
    private readonly replies: ReplyFollower,
    private readonly decider: ApprovalDecider,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Rejects with an AgentError. */
  async answer(prompt: IncomingPrompt, stream: PromptStream): Promise<void> {
    try {
      await this.take(prompt, stream);
    } catch (error) {
      throw toAgentError(error);
    }
  }

  private async take(prompt: IncomingPrompt, stream: PromptStream): Promise<void> {
    const by = await this.callers.identify(prompt, Buffer.byteLength(prompt.envelope.prompt));
    const ear = new PieceBuffer(this.requests, by.identity);
    try {
      const to = await this.find(prompt, by);
      const message = await this.write(prompt, { by, to, ear });
      const turn = chatTurnId(to.agent, message);
      const { caller, identity } = by;
      const written = { caller, identity, to, message, turn, gone: AbortSignal.any([this.closing.signal]), ear };
      stream.acknowledge(describe(written, ignoredFields(prompt)));
      await this.stream(written, stream);
    } finally {
      ear.close();
    }
  }

  private async find(
    { to: { owner, name } }: IncomingPrompt,
    { identity: { cell } }: PromptCaller,
  ): Promise<ReachableAgent> {
    const found = await this.publications.find({ workspace: owner, cell }, name);
    if (found) return found;
    throw refuse('not_found', `${name} is not published on NATS, or no message wakes it.`);
  }

  private write(
    prompt: IncomingPrompt,
    { by, to, ear }: { readonly by: PromptCaller; readonly to: ReachableAgent; readonly ear: PieceBuffer },
  ): Promise<Envelope> {
    const { identity, isAnyone } = by;
    const { session } = requirePublishedFor(to.definition, {
      identity,
      sender: prompt.sender,
      isIdentified: !isAnyone,
    });
    return this.placing.place({ ...by, prompt, to, session, listen: (name) => ear.listenIn(name) });
  }

  private async stream(written: WrittenPrompt, stream: PromptStream): Promise<void> {
    const text = new DeltaText((delta) => stream.respond(delta));
    const live = this.replies.follow(written, (piece) => text.take(piece));
    // The turn may be another prompt's with the same id, and may have begun.
    void live?.join(written.turn);
    const { caller, gone } = written;
    const queries = new PromptQueries({ caller, stream, decider: this.decider, gone, now: Date.now });
    for (;;) {
      const result = await this.waiter.waitForResult(written);
      if (!result) throw refuse('unavailable', 'The gateway is closing; send the prompt again with the same id.');
      if ('approvals' in result && (await queries.wait(result.approvals))) continue;
      return text.finish(readResult(result, written).content);
    }
  }
}
