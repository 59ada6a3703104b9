import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Commit,
  type Draft,
  type Envelope,
  History,
  type InfluenceReply,
  List,
  type Patch as CrumbPatch,
  type Ref,
  Turns,
  type CommitResult,
} from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { ContextQueries } from '../contexts/context-queries';
import { ServiceRequests } from '../ports';
import { BatchPipe, DraftPipe, type BatchOfDrafts } from './draft-bodies';
import { type Caller, FromCaller } from '../http/caller';
import type { WokenTurns } from '../sessions/wait-for-answers';
import { IdempotencyKey, IfMatch, EntityTagInterceptor } from '../http/entity-tag';
import { Describe } from '../openapi/describe';
import { BreadcrumbReader } from './breadcrumb-reader';
import { IdPipe, shapePipe } from '../http/parse-shape';
import { Change, InfluenceQuery, ListQuery, RecordQuery } from '../http/shapes';
import { renderBreadcrumb } from './rendering';
import { toBatchPath, relocateIssues } from '../http/issue-paths';

const receipt = ({ id, version, position }: CommitResult): Omit<CommitResult, 'existed'> => ({ id, version, position });

@ApiTags('breadcrumbs')
@Controller('v1/breadcrumbs')
@UseInterceptors(EntityTagInterceptor)
export class BreadcrumbsController {
  constructor(
    private readonly asks: ServiceRequests,
    private readonly reading: BreadcrumbReader,
    private readonly accounts: ContextQueries,
  ) {}

  @Post()
  @Describe({ summary: 'Append one', body: 'Draft', replies: { 201: 'Receipt', 200: 'Receipt' }, idempotent: true })
  async append(
    @Body(DraftPipe) draft: Draft,
    @FromCaller() caller: Caller,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const writes = [{ op: 'create' as const, draft }];
    const { results } = await this.asks.request(Commit, caller, { writes, ...(key ? { idempotency_key: key } : {}) });
    const written = results[0] as CommitResult;
    response.status(written.existed ? HttpStatus.OK : HttpStatus.CREATED);
    response.setHeader('Location', `/v1/breadcrumbs/${written.id}`);
    return receipt(written);
  }

  @Post('batch')
  @Describe({
    summary: 'Append up to 1,000, all or none, in one commit',
    body: 'Batch',
    replies: { 201: 'BatchReceipt' },
    idempotent: true,
  })
  async appendBatch(
    @Body(BatchPipe) { breadcrumbs, imported }: BatchOfDrafts,
    @FromCaller() caller: Caller,
    @IdempotencyKey() key: string | undefined,
  ): Promise<unknown> {
    const writes = breadcrumbs.map((draft) => ({ op: 'create' as const, draft }));
    const request = { writes, ...(imported ? { imported } : {}), ...(key ? { idempotency_key: key } : {}) };
    const { results } = await this.asks.request(Commit, caller, request).catch(relocateIssues(toBatchPath));
    return { breadcrumbs: results.map(receipt) };
  }

  @Get()
  @Describe({ summary: 'List, newest first', query: ListQuery, replies: { 200: 'BreadcrumbPage' } })
  async list(
    @Query(shapePipe(ListQuery)) query: z.infer<typeof ListQuery>,
    @FromCaller() caller: Caller,
  ): Promise<unknown> {
    const { crumbs, next_cursor, position } = await this.asks.request(List, caller, query);
    return { breadcrumbs: crumbs, ...(next_cursor ? { next_cursor } : {}), position };
  }

  @Get(':id')
  @Describe({ summary: 'Read one, or its rendering', query: RecordQuery, replies: { 200: 'BreadcrumbOrRendering' } })
  async read(
    @Param('id', IdPipe) id: string,
    @Query(shapePipe(RecordQuery)) { view, version, as_of }: z.infer<typeof RecordQuery>,
    @FromCaller() caller: Caller,
  ): Promise<unknown> {
    const when = { ...(version ? { version } : {}), ...(as_of === undefined ? {} : { as_of }) };
    const crumb = await this.reading.read(caller, id, when);
    return view === 'llm' ? renderBreadcrumb(crumb) : crumb;
  }

  @Get(':id/history')
  @Describe({ summary: 'All versions, oldest first', replies: { 200: 'Versions' } })
  async history(
    @Param('id', IdPipe) id: string,
    @FromCaller() caller: Caller,
  ): Promise<{ versions: readonly Envelope[] }> {
    return this.asks.request(History, caller, { id });
  }

  @Get(':id/influence')
  @Describe({
    summary: 'Where its words went: the contexts that hold it, and what was answered on them',
    query: InfluenceQuery,
    replies: { 200: 'Influence' },
  })
  async influence(
    @Param('id', IdPipe) id: string,
    @Query(shapePipe(InfluenceQuery)) { limit }: z.infer<typeof InfluenceQuery>,
    @FromCaller() caller: Caller,
  ): Promise<InfluenceReply> {
    return this.accounts.influence(caller, id, limit);
  }

  @Get(':id/turns')
  @Describe({ summary: 'Whose turns it woke, and how they stand', replies: { 200: 'WokenTurns' } })
  async turns(@Param('id', IdPipe) id: string, @FromCaller() caller: Caller): Promise<WokenTurns> {
    return this.asks.request(Turns, caller, { cause: id });
  }

  @Patch(':id')
  @Describe({ summary: 'Change one', body: 'Change', replies: { 200: 'Receipt' }, ifMatch: true })
  async change(
    @Param('id', IdPipe) id: string,
    @Body(shapePipe(Change)) patch: z.infer<typeof Change>,
    @FromCaller() caller: Caller,
    @IfMatch() if_match: number,
  ): Promise<unknown> {
    const writes = [{ op: 'update' as const, id, if_match, patch: patch as CrumbPatch }];
    const { results } = await this.asks.request(Commit, caller, { writes });
    return receipt(results[0] as CommitResult);
  }

  @Delete(':id')
  @Describe({
    summary: 'Erase one, all versions; names what may still quote it',
    replies: { 200: 'Erasure' },
    ifMatch: true,
  })
  async erase(
    @Param('id', IdPipe) id: string,
    @FromCaller() caller: Caller,
    @IfMatch() if_match: number,
  ): Promise<unknown> {
    const { results } = await this.asks.request(Commit, caller, { writes: [{ op: 'erase', id, if_match }] });
    const written = results[0] as CommitResult;
    return { ...receipt(written), derived: written.derived ?? ([] as Ref[]) };
  }
}
