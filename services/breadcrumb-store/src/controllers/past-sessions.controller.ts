import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { ReadPastScenarios, ReadSessionMessages, type ReplyOf, type RequestOf } from '@crumbtrail/contracts';
import { ReadForTurn } from '@crumbtrail/contracts/operations/past-sessions';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { readForTurn } from '../reading/read-for-turn';
import { readPastScenarios } from '../reading/read-past-scenarios';
import { readSessionMessages } from '../reading/read-session-messages';
import { Uses } from '../uses/uses';
import { SearchIndex } from '../search/index/search-index';
import { rankBySimilarity } from '../search/rank/rank-by-similarity';

/** Reads what agents may tell: of sessions in which they took part, and by id. */
@Controller()
@UseGuards(CallerGuard)
export class PastSessionsController {
  constructor(
    private readonly index: SearchIndex,
    private readonly uses: Uses,
    @Inject(DATABASE) private readonly database: WorkspaceDatabase,
  ) {}

  @Respond(ReadSessionMessages)
  messages(
    @Payload() request: RequestOf<typeof ReadSessionMessages>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ReadSessionMessages>> {
    return readSessionMessages(this.database.within(workspace), workspace, request);
  }

  @Respond(ReadForTurn)
  async crumbs(
    @Payload() request: RequestOf<typeof ReadForTurn>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ReadForTurn>> {
    const crumbs = await readForTurn(this.database.within(workspace), workspace, request);
    this.uses.note(
      workspace,
      crumbs.flatMap((crumb) => (crumb === null ? [] : [crumb.id])),
    );
    return { crumbs };
  }

  @Respond(ReadPastScenarios)
  async scenarios(
    @Payload() request: RequestOf<typeof ReadPastScenarios>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ReadPastScenarios>> {
    const { similar_to, limit } = request;
    const scenarios = await readPastScenarios(this.database.within(workspace), workspace, request);
    if (similar_to === undefined || scenarios.length === 0) return { scenarios };
    const texts = [similar_to, ...scenarios.map(({ scenario }) => scenario)];
    const [to = [], ...vectors] = (await this.index.embeddings.embedTexts(texts)).vectors;
    return { scenarios: rankBySimilarity(scenarios, vectors, to).slice(0, limit) };
  }
}
