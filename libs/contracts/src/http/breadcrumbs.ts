import { z } from 'zod';
import { MAX_BATCH_CRUMBS } from '../json-safety';
import { EXPIRES_AT_SPELLING, type Draft } from '../record';
import { defineRoute } from './define-route';
import {
  breadcrumb,
  componentRef,
  cursor,
  dateTime,
  derivedRef,
  id,
  idParams,
  integer,
  jsonObject,
  jsonObjectAs,
  list,
  name,
  participantFilter,
  numbersByName,
  pageQuery,
  position,
  queryBoolean,
  queryNumber,
  schemaName,
  tag,
  time,
} from './fields';
import { issueShape } from './problem-details';
import { wokenTurns } from './turn-fields';

/** A draft; the store validates its envelope and payload. */
const draft = jsonObjectAs<Draft>(componentRef('Draft'));

const batch = z
  .strictObject({
    breadcrumbs: z.array(jsonObjectAs<Draft>()).min(1).max(MAX_BATCH_CRUMBS),
    imported: z
      .boolean()
      .optional()
      .describe('History: stored, indexed and published, but no agent wakes for it. Operators only.'),
  })
  .meta({ id: 'Batch' });

const change = z
  .strictObject({
    context: jsonObject.optional().describe('Replaces the whole payload.'),
    title: z.string().max(200).nullable().optional(),
    tags: z.array(tag).max(64).optional(),
    llm_hints: jsonObject.nullable().optional(),
    expires_at: dateTime.nullable().optional(),
    ttl: z.never(EXPIRES_AT_SPELLING).optional().describe('Not supported: write `expires_at`.'),
  })
  .refine(
    (fields) => Object.keys(fields).length > 0,
    'changes nothing: give context, title, tags, llm_hints or expires_at',
  )
  .meta({ id: 'Change' });

const recordQuery = z.strictObject({
  as_of: queryNumber(position).optional().describe('A log position: the breadcrumb as it was then.'),
  version: queryNumber(z.int().min(1)).optional(),
  view: z
    .enum(['record', 'llm', 'hinted'])
    .default('record')
    .describe(
      'llm: the text that an agent would read. hinted: the breadcrumb with what its llm_hints select and transform in place of its payload; `hint_error` where they fail.',
    ),
});

const listQuery = z.strictObject({
  schema: schemaName.optional(),
  tag: tag.optional(),
  session: name.optional(),
  author: participantFilter.optional(),
  imported: queryBoolean.optional().describe('Only imported breadcrumbs, or only those that are not.'),
  since: dateTime.optional().describe('Occurred at or after this time.'),
  as_of: queryNumber(position).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: queryNumber(z.int().min(1).max(500)).default(50),
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
});

const receiptFields = z.object({
  id,
  version: integer,
  position: integer,
  warnings: list(issueShape)
    .optional()
    .describe('What its author most likely did not mean, such as llm_hints that show nothing of the payload.'),
});

const receipt = receiptFields.meta({ id: 'Receipt' });

/** A breadcrumb that was written. */
export type Receipt = Readonly<z.output<typeof receiptFields>>;

const breadcrumbPage = z
  .object({ breadcrumbs: list(breadcrumb), next_cursor: z.string().optional(), position: integer })
  .meta({ id: 'BreadcrumbPage' });

/** One page of a list of breadcrumbs; `position` is the log position that it is complete through. */
export type Page = Readonly<z.output<typeof breadcrumbPage>>;

const rendering = z.object({
  id,
  version: integer,
  schema_name: z.string(),
  text: z.string(),
  hint_error: z.string().optional(),
});

/** A breadcrumb as an agent would read it; `hint_error` says why its llm_hints could not be rendered. */
export type RenderedView = Readonly<z.output<typeof rendering>>;

const influence = z
  .object({
    contexts: list(
      z.object({
        id,
        agent: z.string(),
        session: z.string().optional(),
        created_at: time,
        quoted_version: integer,
        response: z.object({ id, action: z.string(), created_at: time }).optional(),
      }),
    ),
    beyond: integer,
  })
  .meta({ id: 'Influence' });

const searchBody = z
  .strictObject({
    query: z.string().min(1).max(4096),
    mode: z.enum(['text', 'vector', 'hybrid']).default('hybrid'),
    filter: z
      .strictObject({
        session: name.optional(),
        schemas: z.array(schemaName).max(32).optional(),
        tags: z.array(tag).max(32).optional(),
        author: participantFilter.optional(),
        since: dateTime.optional(),
      })
      .optional(),
    limit: z.int().min(1).max(100).default(10),
  })
  .meta({ id: 'SearchBody' });

const searchResults = z
  .object({
    results: list(
      z.object({
        breadcrumb,
        score: z.number(),
        scores: numbersByName,
        matched: list(z.string())
          .optional()
          .describe(
            'Words of its best passage that are forms of a word of the query, as they are written; none where it was found by meaning, time or speaker.',
          ),
      }),
    ),
  })
  .meta({ id: 'SearchResults' });

export const AppendBreadcrumb = defineRoute({
  name: 'appendBreadcrumb',
  method: 'POST',
  path: '/v1/breadcrumbs',
  tag: 'breadcrumbs',
  summary: 'Append a breadcrumb',
  role: 'writer',
  body: draft,
  replies: { 201: receipt, 200: receipt },
  idempotent: true,
});

export const AppendBatch = defineRoute({
  name: 'appendBatch',
  method: 'POST',
  path: '/v1/breadcrumbs/batch',
  tag: 'breadcrumbs',
  summary: 'Append up to 1,000 breadcrumbs in one commit: all or none',
  role: 'writer',
  body: batch,
  replies: { 201: z.object({ breadcrumbs: list(receiptFields) }).meta({ id: 'BatchReceipt' }) },
  idempotent: true,
});

export const ListBreadcrumbs = defineRoute({
  name: 'listBreadcrumbs',
  method: 'GET',
  path: '/v1/breadcrumbs',
  tag: 'breadcrumbs',
  summary: 'List breadcrumbs, newest first',
  role: 'reader',
  query: listQuery,
  replies: { 200: breadcrumbPage },
});

export const ReadBreadcrumb = defineRoute({
  name: 'readBreadcrumb',
  method: 'GET',
  path: '/v1/breadcrumbs/:id',
  tag: 'breadcrumbs',
  summary: 'Read a breadcrumb, or its rendering for agents',
  role: 'reader',
  params: idParams,
  query: recordQuery,
  replies: { 200: z.xor([breadcrumb, rendering]).meta({ id: 'BreadcrumbOrRendering' }) },
});

export const ReadHistory = defineRoute({
  name: 'readHistory',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/history',
  tag: 'breadcrumbs',
  summary: 'Read all versions of a breadcrumb, oldest first',
  role: 'reader',
  params: idParams,
  replies: { 200: z.object({ versions: list(breadcrumb) }).meta({ id: 'Versions' }) },
});

export const ReadInfluence = defineRoute({
  name: 'readInfluence',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/influence',
  tag: 'breadcrumbs',
  summary: 'List the contexts that quote a breadcrumb, and the responses based on them',
  role: 'reader',
  params: idParams,
  query: pageQuery.pick({ limit: true }),
  replies: { 200: influence },
});

export const ListTurnsOfBreadcrumb = defineRoute({
  name: 'listTurnsOfBreadcrumb',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/turns',
  tag: 'breadcrumbs',
  summary: 'List the turns that a breadcrumb started, and their states',
  role: 'reader',
  params: idParams,
  replies: { 200: wokenTurns },
});

export const ChangeBreadcrumb = defineRoute({
  name: 'changeBreadcrumb',
  method: 'PATCH',
  path: '/v1/breadcrumbs/:id',
  tag: 'breadcrumbs',
  summary: 'Change a breadcrumb',
  role: 'writer',
  params: idParams,
  body: change,
  replies: { 200: receipt },
  ifMatch: true,
});

export const EraseBreadcrumb = defineRoute({
  name: 'eraseBreadcrumb',
  method: 'DELETE',
  path: '/v1/breadcrumbs/:id',
  tag: 'breadcrumbs',
  summary:
    'Erase all versions of a breadcrumb; the reply lists breadcrumbs that may still quote it, and memories and summaries that are made again without it',
  role: 'writer',
  params: idParams,
  replies: { 200: receiptFields.extend({ derived: list(derivedRef) }).meta({ id: 'Erasure' }) },
  ifMatch: true,
});

export const SearchBreadcrumbs = defineRoute({
  name: 'searchBreadcrumbs',
  method: 'POST',
  path: '/v1/search',
  tag: 'breadcrumbs',
  summary: 'Search breadcrumbs by text, by vector, or by both',
  role: 'reader',
  body: searchBody,
  replies: { 200: searchResults },
});

export const ReadSchema = defineRoute({
  name: 'readSchema',
  method: 'GET',
  path: '/v1/schemas/:name',
  tag: 'breadcrumbs',
  summary: 'Read the JSON Schema of a published payload; schemas of a workspace are its schema.def.v1 breadcrumbs',
  role: 'reader',
  params: z.object({ name: z.string() }),
  replies: {
    200: z
      .custom<Readonly<Record<string, unknown>>>()
      .meta({ id: 'JsonSchema', type: 'object', additionalProperties: true, description: 'JSON Schema 2020-12.' }),
  },
});
