import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Commit, type CommitReply, type CommitRequest, type Issue, type RequestOf } from '@crumbtrail/contracts';
import { PreviewErasure, type ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import { Health } from '@crumbtrail/platform';
import type { CommitCommand } from '../commands/commands';
import { prepareCommit } from '../commands/prepare-commit';
import { randomIds } from '../commands/random-ids';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import { attachFiles } from '../files/attach-files';
import type { PendingTrial } from '../hint-trials/hint-trial';
import { TrialQueue } from '../hint-trials/trial-queue';
import { TrialThread } from '../hint-trials/trial-thread';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { readChangedVersions } from '../reading/read-changed-versions';
import { ImportPacer } from '../relay/import-pacer';
import { Uses } from '../uses/uses';
import { previewErasure } from '../writer/preview-erasure';
import { Writer } from '../writer/writer';

/** Keys of one participant share its place in the queue. */
const laneOf = ({ workspace, participant: { kind, id } }: AuthenticatedCaller): string => `${workspace} ${kind}:${id}`;

/** The crumbs that the texts of a commit quote: a context shows them. */
const listQuoted = ({ writes }: CommitRequest): string[] =>
  writes.flatMap((write) => (write.op === 'create' ? (write.blob?.quotes ?? []).map(({ id }) => id) : []));

/** Writes crumbs, and says what an erasure would change. */
@Controller()
@UseGuards(CallerGuard)
export class CommitController {
  private readonly thread = new TrialThread();
  private readonly trials = new TrialQueue((trial) => this.thread.run(trial));

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly writer: Writer,
    private readonly imports: ImportPacer,
    private readonly uses: Uses,
    @Inject(DATABASE) private readonly database: WorkspaceDatabase,
    health: Health,
  ) {
    health.require('trials of llm_hints', () => this.trials.requireMoving());
  }

  @Respond(Commit)
  async commit(
    @Payload() request: RequestOf<typeof Commit>,
    @CallerOf() caller: AuthenticatedCaller,
    @Ctx() from: RequestContext,
  ): Promise<CommitReply> {
    const attached = await attachFiles(this.database.within(caller.workspace), request, caller);
    const commit = { ...attached, traceparent: request.traceparent ?? from.traceparent };
    const currentVersions = await readChangedVersions(this.database.within(caller.workspace), commit, caller);
    const pending: PendingTrial[] = [];
    const deferTrial = (one: PendingTrial): unknown => pending.push(one);
    const warnings = new Map<number, readonly Issue[]>();
    const warn = (at: number, found: readonly Issue[]): unknown =>
      warnings.set(at, [...(warnings.get(at) ?? []), ...found]);
    const prepared = prepareCommit(commit, caller, { ...randomIds, currentVersions, deferTrial, warn });
    if (pending.length > 0) await this.trials.try(laneOf(caller), pending);
    const { results } = await this.submit(prepared, commit);
    this.uses.note(caller.workspace, listQuoted(commit));
    return { results: results.map((one, at) => (warnings.has(at) ? { ...one, warnings: warnings.get(at) } : one)) };
  }

  @Respond(PreviewErasure)
  previewErasure(
    @Payload() { id }: RequestOf<typeof PreviewErasure>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ErasurePreview> {
    return previewErasure(this.database.within(caller.workspace), id, caller);
  }

  private submit(command: CommitCommand, { imported }: CommitRequest): Promise<CommitReply> {
    const submit = (): Promise<CommitReply> => this.writer.submit(command);
    if (imported === true) return this.imports.run(submit);
    this.imports.noteLive();
    return submit();
  }
}
