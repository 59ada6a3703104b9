import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LiveReplies, runTurn, type Model, type ReplyAddress } from '@crumbtrail/agent-kit';
import { Bus } from '@crumbtrail/bus';
import { countTokens } from '@crumbtrail/hints';
import { EXECUTOR_CONFIG, MODEL, type ExecutorConfig } from '../config';
import { Leaving } from '../leaving';
import { Runner, type Claim, type Heard, type OpenTurn, type RunningReply } from '../ports';

/** Runs turns on the configured model, streams their pieces, and answers those who join late. */
@Injectable()
export class ModelRunner extends Runner implements OnModuleInit {
  private readonly live: LiveReplies;

  constructor(
    private readonly leaving: Leaving,
    private readonly bus: Bus,
    @Inject(MODEL) private readonly model: Model,
    @Inject(EXECUTOR_CONFIG) private readonly config: ExecutorConfig,
  ) {
    super();
    this.live = new LiveReplies((workspace, piece) => bus.publishPiece(workspace, piece));
  }

  onModuleInit(): Promise<void> {
    return this.bus.answerJoin((workspace, turn) => this.live.soFar(workspace, turn));
  }

  async run(heard: Heard, turn: OpenTurn, claim: Claim): Promise<RunningReply> {
    if ('gone' in turn.material) throw new TypeError('A turn whose material is gone cannot run');
    const reply = this.live.begin(heard.workspace, address(heard, turn), this.attemptsBefore(claim.fence));
    try {
      const { id: context_id, context } = heard.context;
      const ports = {
        model: this.model,
        listener: reply,
        clock: () => performance.now(),
        countTokens,
        prices: this.config.profile?.prices,
      };
      const response = await runTurn(
        { turn_id: context.turn.id, context_id, format: context.format, ...turn.material },
        ports,
        AbortSignal.any([claim.lost, this.leaving.signal]),
      );
      return { response, end: () => reply.end() };
    } catch (error) {
      reply.end();
      throw error;
    }
  }

  /** Fences grow with each holder of the turn, so attempts counted from here are above all that an earlier one sent. */
  private attemptsBefore(fence: number): number {
    return (fence - 1) * (this.config.profile?.max_attempts ?? 1);
  }
}

function address({ context }: Heard, turn: OpenTurn): ReplyAddress {
  return {
    turn: context.context.turn.id,
    agent: context.context.agent,
    session: turn.session,
    audience: turn.audience,
  };
}
