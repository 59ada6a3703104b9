import { Injectable } from '@nestjs/common';
import { CrumbError, refuse } from '@crumbtrail/contracts';
import type { AgUiRunInput } from '@crumbtrail/contracts/http/agui';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import type { Response } from 'express';
import { ApprovalDecider } from '../approvals/approval-decider';
import { type Caller, readCaller } from '../http/caller';
import { disconnectSignal } from '../http/disconnect-signal';
import { ShutdownSignal } from '../http/shutdown-signal';
import { AgentModels } from '../openai/agent-models';
import { PieceBuffer } from '../openai/piece-buffer';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { FollowedRun } from './followed-run';
import { readResume } from './run-interrupts';

type ResumeEntry = NonNullable<AgUiRunInput['resume']>[number];

/** Continues a turn that waits for a person, with what the person has decided. */
@Injectable()
export class RunResumer {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly models: AgentModels,
    private readonly decider: ApprovalDecider,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Writes the decisions. Those that were written before stand: a run that is sent again joins its turn. */
  async resume(response: Response, agent: string, input: AgUiRunInput): Promise<FollowedRun> {
    const caller = readCaller(response.req);
    const entries = input.resume ?? [];
    const approvals = await Promise.all(entries.map((entry) => this.find(caller, entry, agent, input.threadId)));
    const choices = approvals.map((approval, i) => readResume(entries[i] as ResumeEntry, approval));
    const [first] = approvals as [ApprovalView];
    if (approvals.some(({ turn }) => turn !== first.turn))
      throw refuse('invalid_payload', 'The interrupts are of different turns: resume one after the other.');
    const followed = await this.follow(response, caller, agent, first);
    try {
      for (const [i, { id }] of approvals.entries())
        await this.decider.decide(caller, id, choices[i] as (typeof choices)[number]).catch(ignoreDecided);
    } catch (error) {
      followed.ear.close();
      throw error;
    }
    return followed;
  }

  private async find(
    caller: Caller,
    { interruptId }: ResumeEntry,
    agent: string,
    thread: string,
  ): Promise<ApprovalView> {
    const approval = await this.decider.read(caller, interruptId);
    if (approval.agent === agent && approval.session === thread) return approval;
    throw refuse('not_found', `The thread ${thread} has no interrupt ${interruptId.slice(0, 80)} of ${agent}.`);
  }

  private async follow(
    response: Response,
    caller: Caller,
    agent: string,
    { trigger, trail_id, turn, session = '' }: ApprovalView,
  ): Promise<FollowedRun> {
    const identity = await this.requests.identify(caller);
    const to = await this.models.resolveAgent(caller, agent);
    const message = await this.reader.read(caller, trigger?.id ?? trail_id);
    const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
    const ear = new PieceBuffer(this.requests, identity);
    ear.listenIn(session);
    const onDisconnect = to.definition.on_disconnect ?? 'stop';
    return { caller, identity, to, message, turn, gone, ear, onDisconnect, begins: 'decided' };
  }
}

/** Somebody, maybe this client before, has decided: the turn shows what. */
function ignoreDecided(error: unknown): void {
  if (!(error instanceof CrumbError) || !['id_conflict', 'turn_closed'].includes(error.code)) throw error;
}
