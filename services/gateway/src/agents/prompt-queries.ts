import { AgentError, type OpenQuery, type PromptEnvelope, type PromptStream } from '@crumbtrail/bus';
import { CrumbError } from '@crumbtrail/contracts';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { WakeSignal } from '@crumbtrail/platform';
import type { ApprovalDecider } from '../approvals/approval-decider';
import type { Caller } from '../http/caller';
import { queryText, readDecision } from './query-reply';

/** How long a caller may take to reply to a query, in milliseconds. */
const REPLY_WITHIN_MS = 600_000;

/** How often the approvals are looked at while queries are open: somebody else may decide. */
const LOOK_MS = 1_000;

/** How long a turn may wait without any approval that the caller may see, in milliseconds: decisions take effect after they are written. */
const UNSEEN_MS = 10_000;

/** What the queries of one prompt need. */
export interface QueryDependencies {
  readonly caller: Caller;
  readonly stream: PromptStream;
  readonly decider: Pick<ApprovalDecider, 'decide'>;
  readonly gone: AbortSignal;
  readonly now: () => number;
}

/** Asks the caller of a prompt about what waits for a person, as far as the caller may decide it. */
export class PromptQueries {
  private readonly open = new Map<string, OpenQuery>();
  private readonly wakeSignal = new WakeSignal();
  private failure: unknown;
  private state: string | undefined;
  /** When what is to be decided last changed. */
  private since = 0;

  constructor(private readonly with_: QueryDependencies) {}

  /** Waits for a reply or a moment; false where it is for others to decide, or the caller has not replied in time. */
  async wait(approvals: readonly ApprovalView[]): Promise<boolean> {
    this.noteState(approvals);
    const theirs = approvals.filter(({ may_decide }) => may_decide);
    for (const approval of theirs) if (!this.open.has(approval.id)) this.ask(approval);
    this.closeExcept(new Set(theirs.map(({ id }) => id)));
    const patience = theirs.length > 0 ? REPLY_WITHIN_MS : approvals.length > 0 ? 0 : UNSEEN_MS;
    if (this.with_.now() - this.since >= patience) return false;
    await this.wakeSignal.wait(LOOK_MS, this.with_.gone);
    if (this.failure !== undefined) throw this.failure;
    return true;
  }

  private noteState(approvals: readonly ApprovalView[]): void {
    const state = approvals.map(({ id }) => id).join(' ');
    if (state === this.state) return;
    this.state = state;
    this.since = this.with_.now();
  }

  private ask(approval: ApprovalView, remark = ''): void {
    const query = this.with_.stream.ask(`${remark}${queryText(approval)}`);
    this.open.set(approval.id, query);
    query.reply.then(
      (reply) => void this.take(approval, reply),
      (error: unknown) => this.again(approval, error),
    );
  }

  private async take(approval: ApprovalView, reply: PromptEnvelope): Promise<void> {
    try {
      const choice = readDecision(reply, approval);
      if (!choice) return this.ask(approval, 'The reply was neither approve nor deny. ');
      await this.with_.decider.decide(this.with_.caller, approval.id, choice);
      this.wakeSignal.notify();
    } catch (error) {
      this.again(approval, error);
    }
  }

  /** Asks again after a reply that cannot be used. One that came too late decides nothing. */
  private again(approval: ApprovalView, error: unknown): void {
    if (error instanceof CrumbError && ['id_conflict', 'turn_closed', 'not_found'].includes(error.code))
      return this.wakeSignal.notify();
    const isReply = error instanceof AgentError || (error instanceof CrumbError && error.code === 'invalid_payload');
    if (isReply) return this.ask(approval, `${(error as Error).message} `);
    this.failure = error;
    this.wakeSignal.notify();
  }

  private closeExcept(ids: ReadonlySet<string>): void {
    for (const [id, query] of this.open) {
      if (ids.has(id)) continue;
      query.close();
      this.open.delete(id);
    }
  }
}
