import { z } from 'zod';
import { defineRoute } from './define-route';
import { crumbRef, id, idParams, integer, list, participant, time, typedAs } from './fields';

/** A breadcrumb's place in its trail. */
export interface Branch {
  readonly id: string;
  readonly children: readonly Branch[];
}

const node = z.object({
  id,
  version: integer,
  schema_name: z.string(),
  author: participant,
  cause: crumbRef.optional(),
  hop: integer,
  position: integer,
  created_at: time,
  at_ms: z.number(),
  duration_ms: z.number().optional(),
  tokens: integer.optional(),
  cost_usd: z.number().optional(),
  step: integer.optional(),
  tool: z.string().optional(),
  action: z.string().optional(),
  error: z.string().optional(),
  partial: z.boolean().optional(),
  title: z.string().optional(),
  summary: z.string().optional(),
  erased: z.boolean().optional(),
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
