import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import {
  Events,
  History,
  Influence,
  List,
  ListSessions,
  ListRecentTurns,
  ListTrails,
  Read,
  Trail,
  type EventsReply,
  type InfluenceReply,
  type ListReply,
  type ReadReply,
  type ReplyOf,
  type RequestOf,
  type SessionsReply,
  type TrailReply,
  type TrailsReply,
  type TurnsReply,
} from '@crumbtrail/contracts';
import { ContextCosts, type ContextCostsReply } from '@crumbtrail/contracts/operations/context-costs';
import { ListErasedMessages } from '@crumbtrail/contracts/operations/erasure';
import { Usage, type UsageReply } from '@crumbtrail/contracts/operations/usage';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { RecentChanges } from '../ledger/recent-changes';
import { listCrumbs } from '../reading/list-crumbs';
import { listErasedMessages } from '../reading/list-erased-messages';
import { listInfluencedContexts } from '../reading/list-influenced-contexts';
import { listSessions } from '../reading/list-sessions';
import { listTrails } from '../reading/list-trails';
import { listTurns } from '../reading/list-turns';
import { readContextCosts } from '../reading/read-context-costs';
import { readCrumbs } from '../reading/read-crumbs';
import { readEvents } from '../reading/read-events';
import { readHistory } from '../reading/read-history';
import { readTrail } from '../reading/read-trail';
import { Uses } from '../uses/uses';
import { readUsage } from '../reading/read-usage';

const idsOf = (crumbs: ReadReply['crumbs']): string[] => crumbs.flatMap((crumb) => (crumb === null ? [] : [crumb.id]));

/** Reads crumbs by what they are, when they were written and what caused them. */
@Controller()
@UseGuards(CallerGuard)
export class RecordsController {
  constructor(
    private readonly recentChanges: RecentChanges,
    private readonly uses: Uses,
    @Inject(DATABASE) private readonly database: WorkspaceDatabase,
  ) {}

  @Respond(Read)
  async read(@Payload() request: RequestOf<typeof Read>, @CallerOf() caller: AuthenticatedCaller): Promise<ReadReply> {
    const reply = await readCrumbs(this.database.within(caller.workspace), request, caller);
    // Services read for many reasons; what they show to somebody is counted where it is shown.
    if (caller.role !== 'service') this.uses.note(caller.workspace, idsOf(reply.crumbs));
    return reply;
  }

  @Respond(History)
  async history(
    @Payload() { id }: RequestOf<typeof History>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof History>> {
    const versions = await readHistory(this.database.within(caller.workspace), id, caller);
    if (caller.role !== 'service') this.uses.note(caller.workspace, [id]);
    return { versions };
  }

  @Respond(List)
  list(@Payload() request: RequestOf<typeof List>, @CallerOf() caller: AuthenticatedCaller): Promise<ListReply> {
    return listCrumbs(this.database.within(caller.workspace), request, caller, this.recentChanges);
  }

  @Respond(ListSessions)
  sessions(
    @Payload() request: RequestOf<typeof ListSessions>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<SessionsReply> {
    return listSessions(this.database.within(caller.workspace), request, caller);
  }

  @Respond(ListErasedMessages)
  async erasedMessages(
    @Payload() request: RequestOf<typeof ListErasedMessages>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ListErasedMessages>> {
    return { erased: await listErasedMessages(this.database.within(caller.workspace), request, caller) };
  }

  @Respond(ListRecentTurns)
  recentTurns(
    @Payload() request: RequestOf<typeof ListRecentTurns>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<TurnsReply> {
    return listTurns(this.database.within(caller.workspace), request, caller);
  }

  @Respond(ListTrails)
  trails(
    @Payload() request: RequestOf<typeof ListTrails>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<TrailsReply> {
    return listTrails(this.database.within(caller.workspace), request, caller);
  }

  @Respond(Events)
  events(@Payload() request: RequestOf<typeof Events>, @CallerOf() caller: AuthenticatedCaller): Promise<EventsReply> {
    return readEvents(this.database.within(caller.workspace), request, caller);
  }

  @Respond(Trail)
  trail(@Payload() request: RequestOf<typeof Trail>, @CallerOf() caller: AuthenticatedCaller): Promise<TrailReply> {
    return readTrail(this.database.within(caller.workspace), request, caller);
  }

  @Respond(Influence)
  influence(
    @Payload() request: RequestOf<typeof Influence>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<InfluenceReply> {
    return listInfluencedContexts(this.database.within(caller.workspace), request, caller);
  }

  @Respond(ContextCosts)
  costs(
    @Payload() request: RequestOf<typeof ContextCosts>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<ContextCostsReply> {
    return readContextCosts(this.database.within(caller.workspace), request, caller);
  }

  @Respond(Usage)
  usage(@Payload() request: RequestOf<typeof Usage>, @CallerOf() caller: AuthenticatedCaller): Promise<UsageReply> {
    return readUsage(this.database.within(caller.workspace), request, caller);
  }
}
