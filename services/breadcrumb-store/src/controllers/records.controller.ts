import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  Commit,
  Events,
  History,
  Influence,
  List,
  ListSessions,
  ListTrails,
  Read,
  Trail,
  type CommitReply,
  type CommitRequest,
  type EventsReply,
  type InfluenceReply,
  type Issue,
  type ListReply,
  type ReadReply,
  type ReplyOf,
  type RequestOf,
  type SessionsReply,
  type TrailReply,
  type TrailsReply,
} from '@crumbtrail/contracts';
import { ContextCosts, type ContextCostsReply } from '@crumbtrail/contracts/operations/context-costs';
import { PreviewErasure, type ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import { Usage, type UsageReply } from '@crumbtrail/contracts/operations/usage';
import type { CommitCommand } from '../commands/commands';
import { prepareCommit } from '../commands/prepare-commit';
import { randomIds } from '../commands/random-ids';
import { attachFiles } from '../files/attach-files';
import { DATABASE, type Database } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import type { PendingTrial } from '../hint-trials/hint-trial';
import { TrialQueue } from '../hint-trials/trial-queue';
import { TrialThread } from '../hint-trials/trial-thread';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { listCrumbs } from '../reading/list-crumbs';
import { listInfluencedContexts } from '../reading/list-influenced-contexts';
import { listSessions } from '../reading/list-sessions';
import { listTrails } from '../reading/list-trails';
import { readContextCosts } from '../reading/read-context-costs';
import { readChangedVersions } from '../reading/read-changed-versions';
import { readCrumbs } from '../reading/read-crumbs';
import { readEvents } from '../reading/read-events';
import { readHistory } from '../reading/read-history';
import { readTrail } from '../reading/read-trail';
import { readUsage } from '../reading/read-usage';
import { ImportPacer } from '../relay/import-pacer';
import { previewErasure } from '../writer/preview-erasure';
import { Writer } from '../writer/writer';

/** Keys of one participant share its place in the queue. */
const laneOf = ({ workspace, participant: { kind, id } }: AuthenticatedCaller): string => `${workspace} ${kind}:${id}`;

/** Writes crumbs, and reads them by what they are, when they were written and what caused them. */
@Controller()
@UseGuards(CallerGuard)
export class RecordsController {
  private readonly thread = new TrialThread();
  private readonly trials = new TrialQueue((trial) => this.thread.run(trial));

  constructor(
    private readonly writer: Writer,
    private readonly imports: ImportPacer,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Commit)
  async commit(
    @Payload() request: RequestOf<typeof Commit>,
    @CallerOf() caller: AuthenticatedCaller,
    @Ctx() from: RequestContext,
  ): Promise<CommitReply> {
    const attached = await attachFiles(this.database, request, caller);
    const commit = { ...attached, traceparent: request.traceparent ?? from.traceparent };
    const currentVersions = await readChangedVersions(this.database, commit, caller);
    const pending: PendingTrial[] = [];
    const deferTrial = (one: PendingTrial): unknown => pending.push(one);
    const warnings = new Map<number, readonly Issue[]>();
    const warn = (at: number, found: readonly Issue[]): unknown =>
      warnings.set(at, [...(warnings.get(at) ?? []), ...found]);
    const prepared = prepareCommit(commit, caller, { ...randomIds, currentVersions, deferTrial, warn });
    if (pending.length > 0) await this.trials.try(laneOf(caller), pending);
    const { results } = await this.submit(prepared, commit);
    return { results: results.map((one, at) => (warnings.has(at) ? { ...one, warnings: warnings.get(at) } : one)) };
  }

  @Respond(PreviewErasure)
  previewErasure(
    @Payload() { id }: RequestOf<typeof PreviewErasure>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ErasurePreview> {
    return previewErasure(this.database, id, caller);
  }

  private submit(command: CommitCommand, { imported }: CommitRequest): Promise<CommitReply> {
    const submit = (): Promise<CommitReply> => this.writer.submit(command);
    return imported === true ? this.imports.run(submit) : submit();
  }

  @Respond(Read)
  read(@Payload() request: RequestOf<typeof Read>, @CallerOf() caller: AuthenticatedCaller): Promise<ReadReply> {
    return readCrumbs(this.database, request, caller);
  }

  @Respond(History)
  async history(
    @Payload() { id }: RequestOf<typeof History>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof History>> {
    return { versions: await readHistory(this.database, id, caller) };
  }

  @Respond(List)
  list(@Payload() request: RequestOf<typeof List>, @CallerOf() caller: AuthenticatedCaller): Promise<ListReply> {
    return listCrumbs(this.database, request, caller, this.writer.recentChanges);
  }

  @Respond(ListSessions)
  sessions(
    @Payload() request: RequestOf<typeof ListSessions>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<SessionsReply> {
    return listSessions(this.database, request, caller);
  }

  @Respond(ListTrails)
  trails(
    @Payload() request: RequestOf<typeof ListTrails>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<TrailsReply> {
    return listTrails(this.database, request, caller);
  }

  @Respond(Events)
  events(@Payload() request: RequestOf<typeof Events>, @CallerOf() caller: AuthenticatedCaller): Promise<EventsReply> {
    return readEvents(this.database, request, caller);
  }

  @Respond(Trail)
  trail(@Payload() request: RequestOf<typeof Trail>, @CallerOf() caller: AuthenticatedCaller): Promise<TrailReply> {
    return readTrail(this.database, request, caller);
  }

  @Respond(Influence)
  influence(
    @Payload() request: RequestOf<typeof Influence>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<InfluenceReply> {
    return listInfluencedContexts(this.database, request, caller);
  }

  @Respond(ContextCosts)
  costs(
    @Payload() request: RequestOf<typeof ContextCosts>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ContextCostsReply> {
    return readContextCosts(this.database, request, caller);
  }

  @Respond(Usage)
  usage(@Payload() request: RequestOf<typeof Usage>, @CallerOf() caller: AuthenticatedCaller): Promise<UsageReply> {
    return readUsage(this.database, request, caller);
  }
}
