import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  Calibration,
  Claim,
  ListUnfinishedTurns,
  OpenTurn,
  parseToolClaimKey,
  parseTurnClaimKey,
  PreviousPacking,
  refuse,
  RequestTurns,
  SessionActivity,
  SessionTalk,
  Spent,
  StopTurn,
  Turns,
  type CalibrationReply,
  type ClaimReply,
  type PreviousPackingReply,
  type ReplyOf,
  type RequestOf,
  type SessionActivityReply,
  type SpentReply,
} from '@crumbtrail/contracts';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { claimRights } from '../append/claims';
import { randomFenceStep } from '../commands/random-ids';
import { isUuid } from '../database/uuid';
import { requireAgentOrOperator } from '../turns/open-turn';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { calibrateModel } from '../reading/calibrate-model';
import { findDefinitionAsOf } from '../reading/find-definition-as-of';
import { listApprovals } from '../reading/list-approvals';
import { readPreviousPacking } from '../reading/read-previous-packing';
import { readSessionActivity } from '../reading/read-session-activity';
import { readSessionTalk } from '../reading/read-session-talk';
import { readSpent } from '../reading/read-spent';
import { findCauseOfTurn, listUnfinishedTurns, readTurns } from '../reading/read-turns';
import { Writer } from '../writer/writer';

/** Opens, claims and stops turns, and returns their status and cost. */
@Controller()
@UseGuards(CallerGuard)
export class TurnLifecycleController {
  constructor(
    private readonly writer: Writer,
    @Inject(DATABASE) private readonly database: WorkspaceDatabase,
  ) {}

  @Respond(RequestTurns)
  async requestTurns(
    @Payload() request: RequestOf<typeof RequestTurns>,
    @CallerOf() { workspace }: AuthenticatedCaller,
    @Ctx() { traceparent }: RequestContext,
  ): Promise<ReplyOf<typeof RequestTurns>> {
    const { cause, turns } = request;
    const stray = [cause.id, ...turns.map(({ definition }) => definition.id)].find((id) => !isUuid(id));
    if (stray !== undefined) throw refuse('not_found', `No crumb ${stray} in this workspace.`);
    const trace = traceparent ? { traceparent } : {};
    return this.writer.submit({ kind: 'request-turns', workspace, ...request, ...trace });
  }

  @Respond(OpenTurn)
  async openTurn(
    @Payload() { agent, cause }: RequestOf<typeof OpenTurn>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof OpenTurn>> {
    requireAgentOrOperator(caller, agent);
    if (!isUuid(cause.id)) throw refuse('not_found', `No crumb ${cause.id} in this workspace.`);
    const definition = await findDefinitionAsOf(this.database.within(caller.workspace), caller.workspace, agent, cause);
    return this.writer.submit({ kind: 'open-turn', caller, agent, cause, definition });
  }

  @Respond(StopTurn)
  async stopTurn(
    @Payload() request: RequestOf<typeof StopTurn>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof StopTurn>> {
    const turn = request.turn.toLowerCase();
    const cause = isUuid(turn)
      ? await findCauseOfTurn(this.database.within(caller.workspace), caller.workspace, turn)
      : null;
    if (cause === null) throw refuse('not_found', `No turn ${request.turn} in this workspace.`);
    return this.writer.submit({ kind: 'stop-turn', caller, turn, cause, content: request.content ?? null });
  }

  @Respond(Turns)
  turns(
    @Payload() { cause }: RequestOf<typeof Turns>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof Turns>> {
    return readTurns(this.database.within(caller.workspace), cause, caller);
  }

  @Respond(ListUnfinishedTurns)
  listUnfinishedTurns(
    @Payload() request: RequestOf<typeof ListUnfinishedTurns>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ListUnfinishedTurns>> {
    requireAgentOrOperator(caller, request.agent);
    return listUnfinishedTurns(this.database.within(caller.workspace), caller.workspace, request);
  }

  @Respond(ListApprovals)
  listApprovals(
    @Payload() request: RequestOf<typeof ListApprovals>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ListApprovals>> {
    return listApprovals(this.database.within(caller.workspace), request, caller);
  }

  @Respond(Claim)
  async claim(
    @Payload() { key, ttl_ms, fence }: RequestOf<typeof Claim>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ClaimReply> {
    const claimed = parseTurnClaimKey(key) ?? parseToolClaimKey(key);
    if (claimed !== null && !isUuid(claimed))
      throw refuse('not_found', `No turn or tool request ${claimed} in this workspace.`);
    const command = { kind: 'claim' as const, workspace: caller.workspace, key, ttl_ms, fence: fence ?? null };
    return this.writer.submit({ ...command, fence_step: randomFenceStep(), ...claimRights(caller) });
  }

  @Respond(Spent)
  spent(@Payload() request: RequestOf<typeof Spent>, @CallerOf() caller: AuthenticatedCaller): Promise<SpentReply> {
    return readSpent(this.database.within(caller.workspace), request, caller);
  }

  @Respond(SessionTalk)
  sessionTalk(
    @Payload() request: RequestOf<typeof SessionTalk>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof SessionTalk>> {
    return readSessionTalk(this.database.within(workspace), workspace, request);
  }

  @Respond(Calibration)
  calibration(
    @Payload() request: RequestOf<typeof Calibration>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<CalibrationReply> {
    return calibrateModel(this.database.within(workspace), workspace, request);
  }

  @Respond(PreviousPacking)
  previousPacking(
    @Payload() request: RequestOf<typeof PreviousPacking>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<PreviousPackingReply> {
    return readPreviousPacking(this.database.within(workspace), workspace, request);
  }

  @Respond(SessionActivity)
  sessionActivity(
    @Payload() request: RequestOf<typeof SessionActivity>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<SessionActivityReply> {
    return readSessionActivity(this.database.within(workspace), workspace, request);
  }
}
