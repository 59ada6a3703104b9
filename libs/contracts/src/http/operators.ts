import { z } from 'zod';
import type { AgentDefV1 } from '../generated/types';
import type { EmbedderOption } from '../operations/stack';
import { defineRoute } from './define-route';
import { componentRef, id, integer, list, pageFields, pageQuery, time, typedAs } from './fields';

const TAG = 'for operators';

const agent = z.intersection(
  z.object({ id, version: integer, updated_at: time }),
  typedAs<AgentDefV1>(componentRef('AgentDefV1')),
);

/** An agent: its agent.def.v1, and the breadcrumb that holds it. */
export type Agent = Readonly<z.output<typeof agent>>;

const embeddingsState = z
  .object({
    serving: z.string(),
    chosen: z.string(),
    trouble: z.string().optional(),
    embedded_position: integer,
    indexed_position: integer,
    backlog: integer,
    embedded: integer
      .optional()
      .describe('Texts with a stored vector of the chosen embedder; absent where it stores none.'),
    configured: z.string().optional().describe('The embedder that the environment names.'),
    choices: list(
      z.object({
        use: typedAs<EmbedderOption['use']>({ type: 'string' }),
        missing: z.string().optional().describe('Why it cannot be chosen here.'),
      }),
    ).optional(),
    may_change: z.boolean().optional().describe('Whether operators of this workspace may change it.'),
  })
  .meta({ id: 'EmbeddingsStanding' });

const durable = z.object({
  name: z.string(),
  floor: integer,
  waiting: integer,
  pending: integer,
  oldest_pending_ms: z
    .number()
    .optional()
    .describe('How long ago the oldest event was written that it has yet to process.'),
});

const lost = z.object({ from: integer, through: integer, epoch: integer, at: z.string() });

const status = z
  .object({
    version: z.string().optional().describe('The version of Crumbtrail that the store runs.'),
    schema: z.string().optional().describe('The schema of the database: the name of its last migration.'),
    log_id: z.string(),
    epoch: integer,
    head: integer,
    relayed: integer,
    indexed: integer,
    embedded: integer,
    database: typedAs<'pglite' | 'postgres'>({ type: 'string' }),
    embedder: z.string(),
    oldest_unrelayed_ms: z.number(),
    writes_refused: z.string().optional().describe('Why writes are refused now: a disk is full.'),
    lost: list(lost),
    durables: list(durable),
  })
  .meta({ id: 'Status' });

export const ListAgents = defineRoute({
  name: 'listAgents',
  method: 'GET',
  path: '/v1/agents',
  tag: TAG,
  summary: 'List the agents',
  role: 'reader',
  query: pageQuery,
  replies: { 200: pageFields.extend({ agents: list(agent) }).meta({ id: 'Agents' }) },
});

export const ReadStatus = defineRoute({
  name: 'readStatus',
  method: 'GET',
  path: '/v1/status',
  tag: TAG,
  summary: 'Read the positions of the log, its relay and its index, and the state of the consumers',
  role: 'operator',
  replies: { 200: status },
});

export const ReadEmbeddings = defineRoute({
  name: 'readEmbeddings',
  method: 'GET',
  path: '/v1/embeddings',
  tag: TAG,
  summary: 'Read which embedder serves, and the progress of the chosen one',
  role: 'operator',
  replies: { 200: embeddingsState },
});

export const ChooseEmbedder = defineRoute({
  name: 'chooseEmbedder',
  method: 'PUT',
  path: '/v1/embeddings',
  tag: TAG,
  summary: 'Choose another embedder; the previous one serves until it has caught up',
  role: 'operator',
  body: z
    .strictObject({
      use: z
        .string()
        .min(1)
        .max(256)
        .describe('words, lexical, openai or onnx; for the latter two optionally followed by /model.'),
    })
    .meta({ id: 'EmbeddingsBody' }),
  replies: { 200: embeddingsState },
});

export const TestEmbedder = defineRoute({
  name: 'testEmbedder',
  method: 'POST',
  path: '/v1/embeddings/test',
  tag: TAG,
  summary:
    'Embed two texts with an embedder and compare them, with what a switch to it would take; stores nothing; only for operators of the workspace default',
  role: 'operator',
  body: z
    .strictObject({
      use: z.string().min(1).max(256).describe('As in PUT /v1/embeddings.'),
      text: z.string().min(1).max(2_000),
      other: z.string().min(1).max(2_000).describe('The text to compare with.'),
    })
    .meta({ id: 'EmbedderTestBody' }),
  replies: {
    200: z
      .object({
        embedder: z.string(),
        ok: z.boolean(),
        message: z.string().optional().describe('Why it did not work.'),
        latency_ms: integer,
        dimensions: integer,
        likeness: z.number().describe('The cosine of the two vectors: 1 for texts that are alike.'),
        pending: integer.describe('Texts that it would have to embed before it serves.'),
        pending_characters: integer.describe('About how many characters these have; a token has about four.'),
        estimate_ms: integer.describe('About how long that takes, by the time of this test.'),
      })
      .meta({ id: 'EmbedderTrial' }),
  },
});

export const DropConsumer = defineRoute({
  name: 'removeConsumer',
  method: 'DELETE',
  path: '/v1/consumers/:name',
  tag: TAG,
  summary:
    'Remove the consumer of a service that is gone for good, which holds back retention and archives; only for operators of the workspace default',
  role: 'operator',
  params: z.object({ name: z.string() }),
  replies: { 200: z.object({ name: z.string(), floor: integer }).meta({ id: 'RemovedConsumer' }) },
});

export const VacuumDatabase = defineRoute({
  name: 'vacuumDatabase',
  method: 'POST',
  path: '/v1/vacuum',
  tag: TAG,
  summary: 'Remove what was erased from the files of the database; only for operators of the workspace default',
  role: 'operator',
  replies: {
    200: z
      .object({
        database: typedAs<'pglite' | 'postgres'>({ type: 'string' }),
        removed_from_disk: z
          .boolean()
          .describe('False on Postgres, whose files, write-ahead log and backups are in the hands of its operator.'),
        milliseconds: integer,
      })
      .meta({ id: 'Vacuumed' }),
  },
});
