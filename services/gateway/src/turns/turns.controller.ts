import { Controller, HttpStatus, Res } from '@nestjs/common';
import { ListRecentTurns, ListUnfinishedTurns, refuse, type Envelope } from '@crumbtrail/contracts';
import type { TurnClaim } from '@crumbtrail/contracts/http/turn-fields';
import {
  ClaimTurn,
  ListTurns,
  RespondToTurn,
  RetryTurn,
  StopTurnNow,
  type ListedTurns,
  type RetriedTurn,
  type StoppedTurn,
} from '@crumbtrail/contracts/http/turns';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { claimTurn } from './claim-turn';
import { TurnResponder } from './turn-responder';
import { TurnRetrier } from './turn-retrier';
import { TurnStopper } from './turn-stopper';

/** Turns of external agent loops: claim and answer; stop any turn, and retry failed ones. */
@Controller()
export class TurnsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly responder: TurnResponder,
    private readonly stopper: TurnStopper,
    private readonly retrier: TurnRetrier,
  ) {}

  @Route(ListTurns)
  list(@Input() { query, caller }: RouteInput<typeof ListTurns>): Promise<ListedTurns> {
    const { state, agent, limit } = query;
    if (state !== 'unfinished') return this.requests.request(ListRecentTurns, caller, { ...query, state });
    if (agent === undefined)
      throw refuse('invalid_payload', 'state=unfinished lists the turns of one agent: add agent.');
    return this.requests.request(ListUnfinishedTurns, caller, { agent, limit });
  }

  @Route(RespondToTurn)
  async respond(
    @Input() { params, body, caller }: RouteInput<typeof RespondToTurn>,
    @Res({ passthrough: true }) httpResponse: Response,
  ): Promise<{ response: Envelope }> {
    const { response, existed } = await this.responder.respond(caller, params.id, body);
    httpResponse.status(existed ? HttpStatus.OK : HttpStatus.CREATED);
    return { response };
  }

  @Route(StopTurnNow)
  async stop(@Input() { params, caller }: RouteInput<typeof StopTurnNow>): Promise<StoppedTurn> {
    return this.stopper.stop(caller, params.id);
  }

  @Route(RetryTurn)
  async retry(
    @Input() { params, caller }: RouteInput<typeof RetryTurn>,
    @Res({ passthrough: true }) httpResponse: Response,
  ): Promise<RetriedTurn> {
    const retried = await this.retrier.retry(caller, params.id);
    httpResponse.status(retried.existed ? HttpStatus.OK : HttpStatus.CREATED);
    return retried;
  }

  @Route(ClaimTurn)
  async claim(@Input() { params, body, caller }: RouteInput<typeof ClaimTurn>): Promise<{ claim: TurnClaim }> {
    const { claim, claim_ms, fence, ttl_ms } = body;
    const wanted = { fence: claim?.fence ?? fence, ttl_ms: claim_ms ?? ttl_ms };
    return { claim: await claimTurn(this.requests, caller, params.id, wanted) };
  }
}
