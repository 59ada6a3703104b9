import { Controller, HttpStatus, Res, UseInterceptors } from '@nestjs/common';
import {
  Commit,
  type CommitResult,
  type Envelope,
  History,
  type InfluenceReply,
  List,
  type Patch,
  type DerivedRef,
  Turns,
} from '@crumbtrail/contracts';
import {
  AppendBatch,
  AppendBreadcrumb,
  ChangeBreadcrumb,
  EraseBreadcrumb,
  ListBreadcrumbs,
  ListTurnsOfBreadcrumb,
  type Page,
  ReadBreadcrumb,
  ReadHistory,
  ReadInfluence,
  type Receipt,
  type RenderedView,
} from '@crumbtrail/contracts/http/breadcrumbs';
import { ReadErasurePreview } from '@crumbtrail/contracts/http/erasure';
import { PreviewErasure, type ErasurePreview } from '@crumbtrail/contracts/operations/erasure';
import type { WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
import type { Response } from 'express';
import { ContextQueries } from '../contexts/context-queries';
import { EntityTagInterceptor } from '../http/entity-tag';
import { relocateIssues, toBatchPath } from '../http/issue-paths';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { NameChecks } from '../records/name-checks';
import { parseBatch } from './parse-batch';
import { applyBreadcrumbHints, renderBreadcrumb } from '../records/rendering';

const toReceipt = ({ id, version, position, warnings }: CommitResult): Receipt => ({
  id,
  version,
  position,
  ...(warnings ? { warnings } : {}),
});

/** Breadcrumbs: append, read, change and erase. */
@Controller()
@UseInterceptors(EntityTagInterceptor)
export class BreadcrumbsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly contexts: ContextQueries,
    private readonly names: NameChecks,
  ) {}

  @Route(AppendBreadcrumb)
  async append(
    @Input() { body: draft, caller, idempotencyKey }: RouteInput<typeof AppendBreadcrumb>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Receipt> {
    await this.names.requireKnown(caller, draft.schema_name, draft.context);
    const { results } = await this.requests.request(Commit, caller, {
      writes: [{ op: 'create', draft }],
      ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
    });
    const result = results[0] as CommitResult;
    const unknown = await this.names.warnOfUnknown(caller, draft.schema_name, draft.context);
    response.status(result.existed ? HttpStatus.OK : HttpStatus.CREATED);
    response.setHeader('Location', `/v1/breadcrumbs/${result.id}`);
    const warnings = [...(result.warnings ?? []), ...unknown];
    return toReceipt({ ...result, ...(warnings.length > 0 && { warnings }) });
  }

  @Route(AppendBatch, { parseBody: parseBatch })
  async appendBatch(
    @Input() { body, caller, idempotencyKey }: RouteInput<typeof AppendBatch>,
  ): Promise<{ breadcrumbs: Receipt[] }> {
    const request = {
      writes: body.breadcrumbs.map((draft) => ({ op: 'create' as const, draft })),
      ...(body.imported ? { imported: true } : {}),
      ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
    };
    const { results } = await this.requests.request(Commit, caller, request).catch(relocateIssues(toBatchPath));
    return { breadcrumbs: results.map(toReceipt) };
  }

  @Route(ListBreadcrumbs)
  async list(@Input() { query, caller }: RouteInput<typeof ListBreadcrumbs>): Promise<Page> {
    const { crumbs, next_cursor, position } = await this.requests.request(List, caller, query);
    return { breadcrumbs: crumbs, ...(next_cursor ? { next_cursor } : {}), position };
  }

  @Route(ReadBreadcrumb)
  async read(@Input() { params, query, caller }: RouteInput<typeof ReadBreadcrumb>): Promise<Envelope | RenderedView> {
    const { view, version, as_of } = query;
    const at = { ...(version ? { version } : {}), ...(as_of === undefined ? {} : { as_of }) };
    const crumb = await this.reader.read(caller, params.id, at);
    if (view === 'hinted') return applyBreadcrumbHints(crumb);
    return view === 'llm' ? renderBreadcrumb(crumb) : crumb;
  }

  @Route(ReadHistory)
  async history(
    @Input() { params, caller }: RouteInput<typeof ReadHistory>,
  ): Promise<{ versions: readonly Envelope[] }> {
    return this.requests.request(History, caller, { id: params.id });
  }

  @Route(ReadInfluence)
  async influence(@Input() { params, query, caller }: RouteInput<typeof ReadInfluence>): Promise<InfluenceReply> {
    return this.contexts.influence(caller, params.id, query.limit);
  }

  @Route(ListTurnsOfBreadcrumb)
  async turns(@Input() { params, caller }: RouteInput<typeof ListTurnsOfBreadcrumb>): Promise<WokenTurns> {
    return this.requests.request(Turns, caller, { cause: params.id });
  }

  @Route(ChangeBreadcrumb)
  async change(@Input() { params, body, ifMatch, caller }: RouteInput<typeof ChangeBreadcrumb>): Promise<Receipt> {
    await this.names.requireKnownIn(caller, params.id, body.context);
    const { results } = await this.requests.request(Commit, caller, {
      writes: [{ op: 'update', id: params.id, if_match: ifMatch, patch: body as Patch }],
    });
    return toReceipt(results[0] as CommitResult);
  }

  @Route(ReadErasurePreview)
  previewErasure(@Input() { params, caller }: RouteInput<typeof ReadErasurePreview>): Promise<ErasurePreview> {
    return this.requests.request(PreviewErasure, caller, { id: params.id });
  }

  @Route(EraseBreadcrumb)
  async erase(
    @Input() { params, ifMatch, caller }: RouteInput<typeof EraseBreadcrumb>,
  ): Promise<Receipt & { derived: readonly DerivedRef[] }> {
    const { results } = await this.requests.request(Commit, caller, {
      writes: [{ op: 'erase', id: params.id, if_match: ifMatch }],
    });
    const result = results[0] as CommitResult;
    return { ...toReceipt(result), derived: result.derived ?? [] };
  }
}
