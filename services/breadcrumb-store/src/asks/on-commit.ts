import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Commit, type CommitReply, type CommitRequest } from '@crumbtrail/contracts';
import { prepareCommit } from '../append/prepare';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { seenVersions } from '../reading/seen-versions';
import { world } from '../writer/fresh-id';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Keeps crumbs: all of a commit or none of it. */
@Controller()
export class OnCommit {
  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Answers(Commit)
  async handle(request: CommitRequest, from: AskContext): Promise<CommitReply> {
    const caller = await this.callers.of(Commit, from);
    const traceparent = request.traceparent ?? from.traceparent;
    const commit = { ...shaped(shapes.commit, request), traceparent };
    const seen = await seenVersions(this.database, commit, caller);
    return this.writer.submit(prepareCommit(commit, caller, { ...world, seen }));
  }
}
