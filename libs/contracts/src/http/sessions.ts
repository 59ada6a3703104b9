import { z } from 'zod';
import { fileHash } from '../operations/files';
import { ARCHIVED_FILTERS } from '../operations/listings';
import { displayName } from '../display-name';
import type { SessionV1 } from '../generated/types';
import { defineRoute } from './define-route';
import {
  breadcrumb,
  eventStream,
  id,
  integer,
  list,
  name,
  pageFields,
  queryBoolean,
  resumeCursor,
  tag,
  typedAs,
} from './fields';
import { crumbLine, listingQuery, trailOutcome } from './listing-fields';

const sessionParams = z.object({ session: name });

const messageBody = z
  .strictObject({
    content: z.string().min(1).max(262_144),
    files: z
      .array(z.strictObject({ hash: fileHash, name: z.string().min(1).max(200) }))
      .max(8)
      .optional()
      .describe('Files that were uploaded with POST /v1/attachments.'),
    tags: z.array(tag).max(64).optional(),
    audience: z
      .union([z.enum(['all', 'agents']), z.array(z.string().max(80)).max(64)])
      .optional()
      .describe(
        'Who may read it beside its author and operators: `all`, `agents`, or participants by id or by kind and id, such as `agent:assistant`. Default: `all`.',
      ),
    author: z
      .strictObject({ name: displayName })
      .optional()
      .describe('The display name of its author, for a key without a name of its own.'),
    wait_ms: z.int().min(0).max(300_000).default(0).describe('How long to wait for the answers.'),
  })
  .meta({ id: 'MessageBody' });

const answeredMessage = z
  .object({
    message: breadcrumb,
    trail_id: id,
    responses: list(breadcrumb),
    reason: z.string().optional().describe('Why no agent answers, in one sentence; only without responses.'),
  })
  .meta({ id: 'Answered' });

const acceptedMessage = z.object({ message: breadcrumb, trail_id: id }).meta({ id: 'Accepted' });

/** A message as it was stored; `responses` once every turn that it started is closed. */
export type MessageReceipt = Readonly<z.output<typeof acceptedMessage>> &
  Partial<Pick<z.output<typeof answeredMessage>, 'responses' | 'reason'>>;

const sessionEntry = z
  .object({
    name: z.string(),
    title: z.string().optional(),
    members: typedAs<SessionV1['members']>({
      type: 'array',
      items: { type: 'object' },
      description: 'As in its session.v1.',
    }).optional(),
    archived: z.literal(true).optional(),
    messages: integer.describe('Messages of people and answers of agents.'),
    last: crumbLine.describe('Its latest breadcrumb.'),
    outcome: trailOutcome,
    tokens: integer.optional().describe('With `usage`: of all its answers, as billed, else as counted.'),
    cost_usd: z
      .number()
      .optional()
      .describe('With `usage`: US dollars of all its answers, where the prices of the model are known.'),
  })
  .meta({ id: 'SessionEntry' });

const listedSessions = pageFields
  .extend({ sessions: list(sessionEntry), position: integer })
  .meta({ id: 'ListedSessions' });

/** One page of the list of sessions. */
export type ListedSessions = Readonly<z.output<typeof listedSessions>>;

export const ReadSessions = defineRoute({
  name: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  tag: 'sessions',
  summary:
    'List the sessions in which this key may read a breadcrumb, the one with the latest first; only what it may read is listed and counted',
  role: 'reader',
  query: listingQuery.extend({
    text: z.string().min(1).max(200).optional().describe('A part of the name or the title, in any case.'),
    archived: z
      .enum(ARCHIVED_FILTERS)
      .optional()
      .describe('`hide`: without archived sessions; `only`: these alone. Absent: all.'),
    usage: queryBoolean.optional().describe('With the tokens and the cost of each session.'),
    since: listingQuery.shape.since.describe('The latest breadcrumb occurred at or after this time.'),
    until: listingQuery.shape.until.describe('The latest breadcrumb occurred before this time.'),
  }),
  replies: { 200: listedSessions },
});

export const SendMessage = defineRoute({
  name: 'sendMessage',
  method: 'POST',
  path: '/v1/sessions/:session/messages',
  tag: 'sessions',
  summary: 'Send a message; with wait_ms, wait for the answers',
  role: 'writer',
  params: sessionParams,
  body: messageBody,
  replies: { 200: answeredMessage, 202: acceptedMessage },
  idempotent: true,
});

const speakBody = z
  .strictObject({
    agent: name.optional().describe('Who speaks, muted or not. Absent: the strategy of the session chooses.'),
    message: z.string().min(1).max(65_536).optional().describe('What the agent answers; only with `agent`.'),
    reason: z.string().min(1).max(300).optional().describe('Why this agent; recorded on its turn.'),
    private: z.boolean().optional().describe('Only agents read the message; the answer is for everybody.'),
    wait_ms: z.int().min(0).max(300_000).default(0).describe('How long to wait for the answers.'),
  })
  .meta({ id: 'SpeakBody' });

/** Who shall speak in a session, and about what. */
export type SpeakBody = z.output<typeof speakBody>;

export const SpeakNow = defineRoute({
  name: 'speakNow',
  method: 'POST',
  path: '/v1/sessions/:session/speak',
  tag: 'sessions',
  summary: 'Let an agent of the session speak now, or the next round; with wait_ms, wait for the answers',
  role: 'writer',
  params: sessionParams,
  body: speakBody,
  replies: { 200: answeredMessage, 202: acceptedMessage },
  idempotent: true,
});

export const WatchSession = defineRoute({
  name: 'watchSession',
  method: 'GET',
  path: '/v1/sessions/:session/stream',
  tag: 'sessions',
  summary: 'Follow a session: replies while they are written, and its breadcrumbs',
  role: 'reader',
  params: sessionParams,
  query: z.strictObject({ cursor: resumeCursor }),
  replies: { 200: eventStream },
  produces: ['text/event-stream'],
  resumes: true,
});
