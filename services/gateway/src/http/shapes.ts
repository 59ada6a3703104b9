import { MAX_BATCH_CRUMBS } from '@crumbtrail/contracts';
import { z } from 'zod';

const name = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be 1 to 64 of a-z, 0-9, dot, dash and underscore');
const schemaName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\.v[1-9][0-9]*$/, 'must be like user.message.v1');
const time = z.iso.datetime({ offset: true });
const tag = z.string().min(1).max(128);
const object = z.record(z.string(), z.unknown());
const position = z.int().min(0);
/** Numbers in a query are text. */
const queryNumber = (inner: z.ZodInt): z.ZodPipe<z.ZodCoercedNumber<unknown>, z.ZodInt> =>
  z.coerce.number().pipe(inner);
const cursor = z.string().min(1).max(512);

/** `a,b`, or the same parameter twice. */
const listOf = <T extends z.ZodType<string>>(item: T): z.ZodPreprocess<z.ZodArray<T>> =>
  z.preprocess(
    (value) => [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
    z.array(item).max(32),
  );

export const Session = name;

export const Batch = z.strictObject({
  breadcrumbs: z.array(object).min(1).max(MAX_BATCH_CRUMBS),
  imported: z
    .boolean()
    .optional()
    .describe('History: kept, indexed, announced, and no agent wakes for it. Operators only.'),
});

export const Change = z
  .strictObject({
    context: object.optional().describe('Takes the place of the whole payload.'),
    title: z.string().max(200).nullable().optional(),
    tags: z.array(tag).max(64).optional(),
    llm_hints: object.nullable().optional(),
    expires_at: time.nullable().optional(),
  })
  .refine(
    (change) => Object.keys(change).length > 0,
    'changes nothing: give context, title, tags, llm_hints or expires_at',
  );

export const RecordQuery = z.strictObject({
  as_of: queryNumber(position).optional().describe('A position of the log: the crumb as it was then.'),
  version: queryNumber(z.int().min(1)).optional(),
  view: z.enum(['record', 'llm']).default('record').describe('llm: the text that an agent would read.'),
});

export const ListQuery = z.strictObject({
  schema: schemaName.optional(),
  tag: tag.optional(),
  session: name.optional(),
  author: name.optional(),
  since: time.optional().describe('Occurred at or after it.'),
  as_of: queryNumber(position).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: queryNumber(z.int().min(1).max(500)).default(50),
  cursor: cursor.optional().describe('`next_cursor` of the page before.'),
});

export const PageQuery = ListQuery.pick({ limit: true, cursor: true });

export const SearchBody = z.strictObject({
  query: z.string().min(1).max(4096),
  mode: z.enum(['text', 'vector', 'hybrid']).default('hybrid'),
  filter: z
    .strictObject({
      session: name.optional(),
      schemas: z.array(schemaName).max(32).optional(),
      tags: z.array(tag).max(32).optional(),
      author: name.optional(),
      since: time.optional(),
    })
    .optional(),
  limit: z.int().min(1).max(100).default(10),
});

const resume = cursor
  .optional()
  .describe(
    'Go on after this one; `start` for the beginning, `@<position>` for after a position. The header Last-Event-ID goes before it.',
  );

export const EventsQuery = z.strictObject({
  cursor: resume,
  schema: listOf(schemaName).optional(),
  session: name.optional(),
  kind: listOf(z.enum(['created', 'updated', 'erased', 'expired'])).optional(),
});

export const StreamQuery = z.strictObject({ cursor: resume });

export const MessageBody = z.strictObject({
  content: z.string().min(1).max(262_144),
  tags: z.array(tag).max(64).optional(),
  wait_ms: z.int().min(0).max(300_000).default(0).describe('How long to wait for the answers.'),
});

/** No budget is smaller or larger than these. */
const maxTokens = z.int().min(64).max(1_000_000);

export const PreviewBody = z
  .strictObject({
    agent: name,
    session: name.optional(),
    content: z.string().min(1).max(262_144).optional(),
    trigger_id: z.uuid().optional(),
    budget: z.strictObject({ max_tokens: maxTokens }).optional(),
    config: object.optional().describe('A context.config.v1 without its consumer.'),
    as_of: position.optional(),
  })
  .refine(
    (body) => (body.content === undefined) !== (body.trigger_id === undefined),
    'give either content or trigger_id',
  );

export const ReplanBody = z.strictObject({
  as_of: position.optional().describe("A position of the log; the context's own when absent."),
  budget: z.strictObject({ max_tokens: maxTokens }).optional(),
  config: object.optional().describe('A context.config.v1 without its consumer.'),
});

export const WhatIfBody = z.strictObject({ budgets: z.array(maxTokens).min(1).max(16) });

export const DiffQuery = z.strictObject({ a: z.uuid(), b: z.uuid() });

export const InfluenceQuery = z.strictObject({ limit: queryNumber(z.int().min(1).max(500)).default(50) });

const claimMs = z.int().min(1_000).max(600_000).default(60_000);

export const ContextBody = z
  .strictObject({
    agent: name.describe('Its agent.def.v1 says `runner: service`.'),
    session: name.optional(),
    content: z.string().min(1).max(262_144).optional().describe('Left as a message of whoever asks.'),
    trigger_id: z.uuid().optional().describe('A breadcrumb that is there.'),
    wait_ms: z.int().min(0).max(300_000).default(15_000).describe('How long to wait for the context.'),
    claim_ms: claimMs.describe('How long the turn is yours to answer; renew before.'),
  })
  .refine(
    (body) => (body.content === undefined) !== (body.trigger_id === undefined),
    'give either content or trigger_id',
  )
  .refine((body) => body.trigger_id === undefined || body.session === undefined, {
    path: ['session'],
    message: 'is the trigger_id’s; leave it out',
  });

const tokens = z.int().min(0);

export const ResponseBody = z.strictObject({
  claim: z
    .strictObject({ fence: z.int().min(0), key: z.string().max(128).optional(), until: time.optional() })
    .describe('As it was given to you; the fence is what counts.'),
  action: z.enum(['speak', 'wait', 'error']),
  content: z.string().max(262_144).optional(),
  usage: z
    .strictObject({
      prompt_tokens: tokens.optional(),
      completion_tokens: tokens.optional(),
      counted_prompt_tokens: tokens.optional().describe('What you counted before you asked the model.'),
      cost_usd: z.number().min(0).optional(),
    })
    .optional(),
  finish_reason: z.string().max(128).optional(),
  model: z.string().max(200).optional(),
  latency_ms: z.number().min(0).optional(),
  attempts: z.int().min(1).optional(),
  error: z.strictObject({ code: z.string().min(1).max(128), message: z.string().max(4096) }).optional(),
});

export const ClaimBody = z.strictObject({
  fence: z.int().min(0).optional().describe('The one that you hold, to renew it.'),
  ttl_ms: claimMs,
});

const participant = z.strictObject({ kind: z.enum(['user', 'agent', 'tool', 'operator', 'service']), id: name });

export const KeyBody = z.strictObject({
  participant,
  role: z.enum(['reader', 'writer', 'operator']),
  expires_at: time.optional(),
});

export const EmbeddingsBody = z.strictObject({
  use: z.string().min(1).max(256).describe('lexical, openai or onnx, or one of the latter two with /model.'),
});

export const TryBody = z.strictObject({
  arguments: object.default({}).describe('As the tool.def.v1 of the tool says.'),
  confirmed: z.boolean().default(false).describe('Needed for a tool that is `at_most_once`: trying it does it.'),
  wait_ms: z.int().min(0).max(300_000).default(300_000).describe('How long to wait for the result, at most.'),
});

export const WorkspaceBody = z.strictObject({ name });
