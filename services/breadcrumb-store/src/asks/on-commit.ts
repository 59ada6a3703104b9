import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Commit, type CommitReply, type CommitRequest } from '@crumbtrail/contracts';
import { planPreparation, prepareCommit } from '../commands/prepare-commit';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readChangedVersions } from '../reading/read-changed-versions';
import { randomIds } from '../commands/random-ids';
import { rendersHints, PreparationQueue } from '../writer/preparation-queue';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Keeps crumbs: all of a commit or none of it. */
@Controller()
export class OnCommit {
  private readonly lane = new PreparationQueue();

  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Commit)
  async handle(request: CommitRequest, from: RequestContext): Promise<CommitReply> {
    const caller = await this.callers.of(Commit, from);
    const traceparent = request.traceparent ?? from.traceparent;
    const commit = { ...shaped(shapes.commit, request), traceparent };
    if (!rendersHints(commit)) return this.writer.submit(prepareCommit(commit, caller, randomIds));
    const currentVersions = await readChangedVersions(this.database, commit, caller);
    return this.writer.submit(
      await this.lane.prepare(planPreparation(commit, caller, { ...randomIds, currentVersions })),
    );
  }
}
