import { z } from 'zod';
import { APPROVAL_STATUSES } from '../operations/approvals';
import { FEEDBACK_FILTERS } from '../operations/listings';
import { defineRoute } from './define-route';
import {
  audience,
  author,
  crumbRef,
  id,
  idParams,
  integer,
  list,
  name,
  pageFields,
  schemaName,
  time,
  typedAs,
} from './fields';
import { crumbLine, listingQuery, trailOutcome } from './listing-fields';

/** A breadcrumb's place in its trail. */
export interface Branch {
  readonly id: string;
  readonly children: readonly Branch[];
}

const citation = z
  .object({
    id,
    version: integer,
    chunk: integer.optional(),
    sentences: integer.describe('Number of sentences of the reply that rest on it.'),
    share: z.number().describe('How much it says of the sentence that it says most of.'),
    author: author.optional(),
    text: z.string().optional().describe('The start of its text. Absent once it was erased.'),
  })
  .meta({ id: 'CitedSource' });

const node = z.object({
  id,
  version: integer,
  schema_name: z.string(),
  author,
  audience: audience.optional().describe('Absent: everybody in the workspace.'),
  cause: crumbRef.optional(),
  hop: integer,
  position: integer,
  created_at: time,
  at_ms: z.number(),
  duration_ms: z.number().optional(),
  tokens: integer.optional(),
  cached_tokens: integer.optional(),
  cost_usd: z.number().optional(),
  agent: z.string().optional().describe('Only on turns and contexts: the agent that is woken.'),
  budget: integer.optional().describe('Only on contexts: tokens that it may have at most.'),
  kept: integer.optional().describe('Only on contexts: number of texts that it shows.'),
  left_out: integer.optional().describe('Only on contexts: number of texts that were considered and left out.'),
  step: integer.optional(),
  calls: integer.optional().describe('Only on steps: number of tool calls that the model requested.'),
  tool: z.string().optional(),
  action: z.string().optional(),
  approval: z.enum(APPROVAL_STATUSES).optional().describe('Only on tool requests that wait, or waited, for a person.'),
  error: z.string().optional(),
  partial: z.boolean().optional(),
  title: z.string().optional(),
  summary: z.string().optional(),
  erased: z.boolean().optional(),
  rests_on: list(citation).optional().describe('Only on replies: the breadcrumbs that their sentences rest on.'),
});

const trailTree = z
  .object({
    trail_id: id,
    nodes: list(node),
    tree: list(
      z.object({ id, children: list(typedAs<Branch>({ type: 'object', description: 'The same structure again.' })) }),
    ),
  })
  .meta({ id: 'TrailTree' });

/** A trail: its breadcrumbs in log order, and the tree of causes. */
export type TrailTree = Readonly<z.output<typeof trailTree>>;

const trailEntry = z
  .object({
    trail_id: id,
    session: z.string().optional(),
    first: crumbLine.describe('Its first breadcrumb.'),
    crumbs: integer.describe('Number of breadcrumbs.'),
    agents: list(z.string()).describe('Agents that were woken in it.'),
    outcome: trailOutcome,
    duration_ms: integer.describe('From its first breadcrumb to its last; later feedback does not count.'),
    tokens: integer.optional().describe('Of all its answers; as billed, else as counted.'),
    cost_usd: z.number().optional(),
  })
  .meta({ id: 'TrailEntry' });

const listedTrails = pageFields.extend({ trails: list(trailEntry), position: integer }).meta({ id: 'ListedTrails' });

/** One page of the list of trails. */
export type ListedTrails = Readonly<z.output<typeof listedTrails>>;

export const ReadTrails = defineRoute({
  name: 'listTrails',
  method: 'GET',
  path: '/v1/trails',
  tag: 'trails',
  summary:
    'List the trails of which this key may read a breadcrumb, latest first; only what it may read is listed and counted',
  role: 'reader',
  query: listingQuery.extend({
    session: name.optional(),
    schema: schemaName.optional().describe('Only trails with a breadcrumb of this schema.'),
    feedback: z
      .enum(FEEDBACK_FILTERS)
      .optional()
      .describe(
        'Only trails with feedback on an answer: `bad` or `good`, where the latest score of somebody is below or above 0; `note`, where somebody wrote a note.',
      ),
    since: listingQuery.shape.since.describe('It began at or after this time.'),
    until: listingQuery.shape.until.describe('It began before this time.'),
  }),
  replies: { 200: listedTrails },
});

export const ReadTrail = defineRoute({
  name: 'readTrail',
  method: 'GET',
  path: '/v1/trails/:id',
  tag: 'trails',
  summary: 'Read a trail: its causal tree with timings; a browser is redirected to the console',
  role: 'reader',
  params: idParams,
  replies: { 200: trailTree },
});

export const ExportTrail = defineRoute({
  name: 'exportTrail',
  method: 'GET',
  path: '/v1/trails/:id/export',
  tag: 'trails',
  summary:
    'Export a trail as NDJSON: every breadcrumb, context and output that this key may read; `crumb trail show` displays it',
  role: 'reader',
  params: idParams,
  replies: {
    200: z.string().meta({
      id: 'TrailExport',
      description:
        'One JSON document per line, {n, part, name, sha256, data}: the `head` (format, workspace, trail, position, time, exporter, number of hidden breadcrumbs), ' +
        'each `node` of the tree, the `tree`, each version of each `crumb`, each `context` as explained, and the `end` with a SHA-256 over all parts.',
    }),
  },
  produces: ['application/x-ndjson'],
});
